/** Cancels or moves one booking after the other, with an end for each, and tries one that has failed again. */
import type { Booking } from "@slipway/client";
import { useState } from "react";
import { ask } from "../../../page/session.ts";
import type { Targets } from "./move-targets.tsx";
import { type Outcome, cancelOne, moveOne, outcomeOf } from "./run-closure.ts";

export function useOutcomes(note: string) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const act = (booking: Booking, movedTo: string | undefined): Promise<Booking> =>
    movedTo ? moveOne(booking, movedTo) : cancelOne(booking, note);
  /** Without targets all are cancelled. */
  const run = async (bookings: readonly Booking[], targets?: Targets): Promise<void> => {
    setOutcomes([]);
    for (const booking of bookings) {
      const movedTo = targets?.get(booking.id);
      const outcome = await outcomeOf(booking, () => act(booking, movedTo), movedTo);
      setOutcomes((all = []) => [...all, outcome]);
    }
  };
  /** As the booking is now: another user may have changed it. */
  const again = async ({ booking, movedTo }: Outcome): Promise<void> => {
    const { id } = booking;
    const outcome = await outcomeOf(
      booking,
      async () => act(await ask(({ bookings }) => bookings.get(id)), movedTo),
      movedTo,
    );
    setOutcomes((all = []) => all.map((each) => (each.booking.id === id ? outcome : each)));
  };
  return { outcomes, run, again };
}
