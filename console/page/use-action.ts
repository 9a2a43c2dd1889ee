/** One change that a user asks for: whether it is under way, and why it failed. */
import { useState } from "react";
import type { Operations } from "@slipway/client";
import { ask } from "./session.ts";

interface Action {
  readonly error: unknown;
  readonly isBusy: boolean;
  /** A second one while the first is under way is left out. */
  readonly act: <Data>(
    call: (slipway: Operations) => Promise<Data>,
    done: (data: Data) => void,
  ) => Promise<void>;
  /** For what must not wait for a new log-in, such as the log-in itself. */
  readonly attempt: <Data>(send: () => Promise<Data>, done?: (data: Data) => void) => Promise<void>;
}

export function useAction(): Action {
  const [{ isBusy = false, error }, setState] = useState<Partial<Action>>({});
  const attempt: Action["attempt"] = async (send, done) => {
    if (isBusy) return;
    setState({ isBusy: true });
    try {
      const data = await send();
      setState({});
      done?.(data);
    } catch (failure) {
      setState({ error: failure });
    }
  };
  return { isBusy, error, attempt, act: (call, done) => attempt(() => ask(call), done) };
}
