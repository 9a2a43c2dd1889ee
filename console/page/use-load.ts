/** Loads what a screen shows, anew whenever what it is loaded by changes. */
import { useEffect, useRef, useState } from "react";
import type { Operations } from "@slipway/client";
import { ask } from "./session.ts";

export interface Loaded<Data> {
  /** Data of the last answer to the same key, kept while that key is loaded again. */
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks again. */
  readonly reload: () => void;
}

interface Answer<Data> {
  readonly key?: string;
  readonly asked?: string;
  readonly data?: Data;
  readonly error?: unknown;
}

/** Hides the answer to another key, which would be wrong under the present heading. */
function ofKey<Data>(answer: Answer<Data>, key: string | undefined): Answer<Data> {
  return answer.key === key ? answer : {};
}

/**
 * @param key What `load` depends on. Undefined: nothing to load yet.
 * @param load Its calls end when the screen is left or asks for something else.
 * @param version Of what the key names. With another one it is asked again.
 */
export function useLoad<Data>(
  key: string | undefined,
  load: (slipway: Operations) => Promise<Data>,
  version?: string | number,
): Loaded<Data> {
  const [state, setState] = useState<Answer<Data>>({});
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  const asked = `${turn} ${version}`;
  latest.current = load;
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    ask((slipway) => latest.current(slipway), signal).then(
      (data) => signal.aborted || setState({ key, asked, data }),
      (error: unknown) =>
        signal.aborted || setState((before) => ({ ...ofKey(before, key), key, asked, error })),
    );
    return () => controller.abort();
  }, [key, asked]);
  const answer = ofKey(state, key);
  return {
    data: answer.data,
    error: answer.error,
    isLoading: key !== undefined && answer.asked !== asked,
    reload: () => setTurn((before) => before + 1),
  };
}
