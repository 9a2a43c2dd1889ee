/** Sells. A double click or a lost answer is one booking: the same request goes out under one key. */
import { useRef } from "react";
import { type Booking, type CreateBookingRequest, isOutcomeUnknown } from "@slipway/client";
import { useAction } from "../../use-action.ts";

interface Given {
  /** `isAsFirst`: the form was changed after the request that has made it. */
  readonly sold: (booking: Booking, isAsFirst: boolean) => void;
  /** Called after a refusal, since vacancies may have changed. */
  readonly refused: () => void;
}

interface Attempt {
  readonly body: CreateBookingRequest;
  readonly idempotencyKey: string;
  /** No answer has said what became of it. A later refusal does not say so either: it may still be at work. */
  isUnsettled: boolean;
}

export function useAttempt({ sold, refused }: Given) {
  const { act, error, isBusy } = useAction();
  const kept = useRef<Attempt | undefined>(undefined);
  const send = (body: CreateBookingRequest): void => {
    // Under its key the server answers the first booking, whatever else is sent: so nothing else is.
    const attempt = (kept.current ??= { body, idempotencyKey: newKey(), isUnsettled: false });
    const { idempotencyKey } = attempt;
    void act(
      ({ bookings }) =>
        bookings.create(attempt.body, { idempotencyKey }).catch((problem: unknown) => {
          attempt.isUnsettled ||= isOutcomeUnknown(problem);
          kept.current = attempt.isUnsettled ? attempt : undefined;
          refused();
          throw problem;
        }),
      (booking) => sold(booking, JSON.stringify(attempt.body) !== JSON.stringify(body)),
    );
  };
  return { send, error, isBusy, isUnsettled: kept.current?.isUnsettled === true };
}

/** Not a UUID: a page without TLS has no function for one. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");
}
