/** One change that a user asks for: whether it is under way, and why it failed. */
import { useState } from "preact/hooks";
import type { Slipway } from "@slipway/client";
import { ask } from "./session.ts";

export interface Action {
  readonly error: unknown;
  readonly isBusy: boolean;
  /** A second one while the first is under way is left out. */
  readonly act: <Data>(
    call: (slipway: Slipway) => Promise<Data>,
    done: (data: Data) => void,
  ) => Promise<void>;
}

export function useAction(): Action {
  const [{ isBusy, error }, setState] = useState<{ isBusy: boolean; error?: unknown }>({
    isBusy: false,
  });
  const act: Action["act"] = async (call, done) => {
    if (isBusy) return;
    setState({ isBusy: true });
    try {
      const data = await ask(call);
      setState({ isBusy: false });
      done(data);
    } catch (failure) {
      setState({ isBusy: false, error: failure });
    }
  };
  return { isBusy, error, act };
}
