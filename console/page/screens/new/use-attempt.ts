/** Sells. A double click or a lost answer is one sale: the same request goes out under one key. */
import { useRef } from "react";
import { type Operations, isOutcomeUnknown } from "@slipway/client";
import { useAction } from "../../use-action.ts";

interface Given<Body, Sold> {
  /** A repeat under one key must answer what the first call has made. */
  readonly sell: (slipway: Operations, body: Body, idempotencyKey: string) => Promise<Sold>;
  /** `isAsFirst`: the form was changed after the request that has made it. */
  readonly sold: (made: Sold, isAsFirst: boolean) => void;
  /** Called after a refusal, since vacancies may have changed. */
  readonly refused: () => void;
}

interface Attempt<Body> {
  readonly body: Body;
  readonly idempotencyKey: string;
  /** No answer has said what became of it. A later refusal does not say so either: it may still be at work. */
  isUnsettled: boolean;
}

export function useAttempt<Body, Sold>({ sell, sold, refused }: Given<Body, Sold>) {
  const { act, error, isBusy } = useAction();
  const kept = useRef<Attempt<Body> | undefined>(undefined);
  const send = (body: Body): void => {
    // Under its key the server answers the first one, whatever else is sent: so nothing else is.
    const attempt = (kept.current ??= { body, idempotencyKey: newKey(), isUnsettled: false });
    const { idempotencyKey } = attempt;
    void act(
      (slipway) =>
        sell(slipway, attempt.body, idempotencyKey).catch((problem: unknown) => {
          attempt.isUnsettled ||= isOutcomeUnknown(problem);
          kept.current = attempt.isUnsettled ? attempt : undefined;
          refused();
          throw problem;
        }),
      (made) => sold(made, JSON.stringify(attempt.body) !== JSON.stringify(body)),
    );
  };
  return { send, error, isBusy, isUnsettled: kept.current?.isUnsettled === true };
}

/** Not a UUID: a page without TLS has no function for one. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");
}
