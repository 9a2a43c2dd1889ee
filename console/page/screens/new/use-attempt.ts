/** Sells. A double click or a lost answer is one sale: the same request goes out under one key. */
import { useRef } from "react";
import { type Operations, isOutcomeUnknown } from "@slipway/client";
import { useAction } from "../../use-action.ts";

interface Given<Body, Sold> {
  /** A repeat under one key must answer what the first call has made. */
  readonly sell: (slipway: Operations, body: Body, idempotencyKey: string) => Promise<Sold>;
  /** `isAsFirst`: the form was changed after the request that has made it. */
  readonly sold: (made: Sold, isAsFirst: boolean, body: Body) => void;
  /** Called after a refusal, since vacancies may have changed. */
  readonly refused: () => void;
  /** Whether a failure says what became of the attempt; undefined: as its outcome says. */
  readonly isSettled?: (problem: unknown) => boolean | undefined;
  /** Keeps the attempt while its form is not shown. Left out: it goes with the form. */
  readonly keep?: Kept<Body>;
}

/** The attempt that a form makes, until it is settled. */
export interface Kept<Body> {
  current: Attempt<Body> | undefined;
}

interface Attempt<Body> {
  readonly body: Body;
  readonly idempotencyKey: string;
  /** No answer has said what became of it. A later refusal does not say so either: it may still be at work. */
  isUnsettled: boolean;
}

export function useAttempt<Body, Sold>(given: Given<Body, Sold>) {
  const { sell, sold, refused, isSettled } = given;
  const { act, error, isBusy } = useAction();
  const own = useRef<Attempt<Body> | undefined>(undefined);
  const kept = given.keep ?? own;
  const send = (body: Body): void => {
    // Under its key the server answers the first one, whatever else is sent: so nothing else is.
    const attempt = (kept.current ??= { body, idempotencyKey: newKey(), isUnsettled: false });
    const { idempotencyKey } = attempt;
    void act(
      (slipway) =>
        sell(slipway, attempt.body, idempotencyKey).catch((problem: unknown) => {
          const settles = isSettled?.(problem);
          attempt.isUnsettled =
            settles === undefined ? attempt.isUnsettled || isOutcomeUnknown(problem) : !settles;
          // It may have been given up meanwhile. What a keeper stores has its new state.
          if (kept.current === attempt) kept.current = attempt.isUnsettled ? attempt : undefined;
          refused();
          throw problem;
        }),
      (made) => sold(made, JSON.stringify(attempt.body) !== JSON.stringify(body), attempt.body),
    );
  };
  return { send, error, isBusy, isUnsettled: kept.current?.isUnsettled === true };
}

/** Not a UUID: a page without TLS has no function for one. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");
}
