/** POST /bookings. A call whose outcome is unknown is repeated once, where the key makes that safe. */
import { randomUUID } from "node:crypto";
import { type Request, asParsed, call, refuse } from "@slipway/broker";
import { type OutputOf, bookings, supplierOf } from "@slipway/contracts";
import { bookingRepeated } from "@slipway/metrics";
import { repeatMsMin } from "../constants.ts";
import { refusalFor } from "../http/problem.ts";
import { composedRoute, offered } from "../route/route.ts";

type Created = OutputOf<typeof bookings.createBooking>;

export const createBooking = composedRoute(
  offered(bookings.createBooking, {
    input: bookings.newBookingOfOrder,
    output: bookings.booking,
    refusals: ["REFERENCE_TAKEN", ...bookings.createBooking.refusals],
  }),
  [bookings.createBooking],
  async (request, wanted) => {
    // Both calls have one uuid: a booking that the first one made is not a replay for this client.
    const input = asParsed(bookings.createBooking, { ...wanted, uuid: randomUUID() });
    const attempt = (): Promise<Created> => call(request, bookings.createBooking, input);
    const isRepeatable = wanted.idempotencyKey !== undefined;
    const { booking, replayed } = await (isRepeatable
      ? repeatUnknown(request, attempt)
      : attempt());
    // A key is unique in the tenant: one of another supplier's booking does not show that booking.
    const supplierId = supplierOf(request.caller);
    if (supplierId !== undefined && booking.supplierId !== supplierId)
      throw refuse("REFERENCE_TAKEN", {
        detail: "The idempotencyKey is that of a booking that the key does not reach",
      });
    return { body: booking, ...(replayed ? { headers: { "Idempotent-Replayed": "true" } } : {}) };
  },
);

/**
 * Makes an attempt once more, within the same deadline, if nobody knows what became of the first. Only
 * a success settles the first: its booking may stand after the second was refused, because of the
 * places that the first holds. So every refusal of the second becomes the first one's error.
 */
export async function repeatUnknown<Answer>(
  { deadline }: Pick<Request, "deadline">,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await attempt();
  } catch (error) {
    const { code } = refusalFor(error, "mutation");
    if (code !== "OUTCOME_UNKNOWN" || deadline - Date.now() < repeatMsMin) throw error;
    const answer = await attempt().catch(() => undefined);
    bookingRepeated(answer === undefined ? "unknown" : "booked");
    if (answer === undefined) throw error;
    return answer;
  }
}
