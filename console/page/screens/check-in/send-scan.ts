/** Sends one scan, and says what came of it. */
import { type Booking, type Operations, isProblem } from "@slipway/client";
import { nameOfBooking } from "../../parts/booking-facts.ts";
import { type Outcome, type Scan, outcomeOfBooking, outcomeOfTicket } from "./scans.ts";

/** Refusals that a later attempt may not meet. A page of a network that wants a log-in is no answer of the server's. */
const passing: ReadonlySet<string> = new Set([
  "UNAUTHENTICATED",
  "RATE_LIMITED",
  "VERSION_CONFLICT",
  "UNREADABLE_ANSWER",
]);

/** Throws where the server was not reached, or could not answer: then the scan is kept and sent again. */
export async function sendScan(slipway: Operations, scan: Scan, device: string): Promise<Outcome> {
  try {
    return await redeem(slipway, scan, device);
  } catch (error) {
    return outcomeOfRefusal(error, scan);
  }
}

async function redeem(slipway: Operations, scan: Scan, device: string): Promise<Outcome> {
  const { code, at, startAt, items } = scan;
  if (code !== undefined) {
    const input = { code, at, device, ...(startAt !== undefined && { startAt }) };
    const answer = await slipway.tickets.redeem(input, { maxRetries: 0 });
    return outcomeOfTicket(answer, scan, device, nameOfBooking(answer.booking));
  }
  const found = await findBooking(slipway, scan);
  if (!found) return { kind: "unknown", name: scan.name };
  const name = nameOfBooking(found);
  if (startAt !== undefined && found.startAt !== startAt)
    return { kind: "wrong", name, startAt: found.startAt };
  const after = await slipway.bookings.redeem(found.id, { at, device, items }, { maxRetries: 0 });
  return outcomeOfBooking({ before: found, after }, scan, name);
}

async function findBooking(
  slipway: Operations,
  { bookingId, reference }: Scan,
): Promise<Booking | undefined> {
  if (bookingId !== undefined) return slipway.bookings.get(bookingId, { maxRetries: 0 });
  if (reference === undefined) return undefined;
  const [found] = await slipway.bookings.list({ reference }, { maxRetries: 0 });
  return found;
}

function outcomeOfRefusal(error: unknown, { name }: Scan): Outcome {
  if (isProblem(error, "WRONG_DEPARTURE"))
    return { kind: "wrong", name, startAt: error.body.startAt ?? "" };
  if (isProblem(error, "NOT_FOUND")) return { kind: "unknown", name };
  const isFinal = isProblem(error) && error.status < 500 && !passing.has(error.code);
  if (!isFinal) throw error;
  return { kind: "refused", name };
}
