/** The commands that bring details: a confirmation with some, and a change of them. */
import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import type { Clients, Known } from "./clients.ts";
import { withKey } from "./keyed-commands.ts";
import type { RandomSource } from "./random-source.ts";

type Booking = OutputOf<typeof bookings.getBooking>;
type Ask = (request: Request, booking: Known) => Promise<Booking>;
type Brought = Omit<InputOf<typeof bookings.confirmBooking>, "id">;

/** Few values, so that a confirmation often repeats what the booking has, or differs from it. */
const texts = ["early", "late"] as const;

/** The notes of an order, or none. */
export function notesOf(random: RandomSource): { notes?: string } {
  return random.is(0.4) ? { notes: random.pick(texts) } : {};
}

/** Some confirmations bring details. */
export function confirmation(clients: Clients): Ask {
  const { random, oracle } = clients;
  const details = random.is(0.6) ? {} : broughtBy(random);
  // A repeat answers the booking as it is now, so details are compared only without a key.
  if (Object.keys(details).length === 0)
    return withKey(clients, (request, { id }, keyed) =>
      call(request, bookings.confirmBooking, { id }, keyed),
    );
  return (request, { id }) =>
    oracle.details.brought(id, details, () =>
      call(request, bookings.confirmBooking, { id, ...details }),
    );
}

function broughtBy(random: RandomSource): Brought {
  return { notes: random.pick(texts), resellerReference: random.pick(texts) };
}

/** Replaces or clears some details. */
export function changeOfDetails({ random, oracle }: Clients): Ask {
  const notes = random.pick([...texts, null]);
  const details = random.is(0.5) ? { notes } : { notes, resellerReference: null };
  return async (request, { id, updatedAt: expectedUpdatedAt }) => {
    const input = { id, expectedUpdatedAt, ...details };
    const changed = await oracle.details.brought(id, details, () =>
      call(request, bookings.updateDetails, input),
    );
    oracle.replaced(id, expectedUpdatedAt);
    return changed;
  };
}
