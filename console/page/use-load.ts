/** Loads what a screen shows, anew whenever what it is loaded by changes. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Slipway } from "@slipway/client";
import { ask } from "./session.ts";

export interface Loaded<Data> {
  /** Of the last answer; it stays while the next one is awaited. */
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks again. */
  readonly reload: () => void;
}

/**
 * @param key what `load` depends on; undefined: nothing to load yet
 * @param load gets a signal that ends it when the screen is left or asks for something else
 */
export function useLoad<Data>(
  key: string | undefined,
  load: (slipway: Slipway, signal: AbortSignal) => Promise<Data>,
): Loaded<Data> {
  const [state, setState] = useState<{ key?: string; data?: Data; error?: unknown }>({});
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    ask((slipway) => latest.current(slipway, signal)).then(
      (data) => signal.aborted || setState({ key: `${turn} ${key}`, data }),
      (error: unknown) =>
        signal.aborted || setState((before) => ({ ...before, key: `${turn} ${key}`, error })),
    );
    return () => controller.abort();
  }, [key, turn]);
  return {
    data: state.data,
    error: state.error,
    isLoading: key !== undefined && state.key !== `${turn} ${key}`,
    reload: () => setTurn((before) => before + 1),
  };
}
