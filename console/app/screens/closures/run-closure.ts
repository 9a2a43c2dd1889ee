/** Closes, then does with each booking what was chosen. A failure of one keeps none of the others. */
import { type AvailabilityBlock, type Booking, isProblem } from "@slipway/client";
import { ask } from "../../../page/session.ts";
import type { Block } from "./closure.ts";

export type Choice = "only" | "tell" | "cancel" | "move";

/** The end of one booking of a closure. */
export interface Outcome {
  readonly booking: Booking;
  /** Where it was moved to; undefined: it was cancelled. */
  readonly movedTo?: string;
  readonly error?: unknown;
}

/** Adds the blocks that it makes to `made`: a second call goes on where the first one failed. */
export async function makeBlocks(
  blocks: readonly Block[],
  made: AvailabilityBlock[],
): Promise<void> {
  for (const block of blocks.slice(made.length))
    made.push(await ask(({ availabilityBlocks }) => availabilityBlocks.create(block)));
}

/** One that another has removed is gone as it should be. */
export async function removeBlocks(made: readonly AvailabilityBlock[]): Promise<void> {
  for (const { id } of made)
    await ask(({ availabilityBlocks }) => availabilityBlocks.delete(id)).catch((error: unknown) => {
      if (!isProblem(error, "NOT_FOUND")) throw error;
    });
}

/** A request for approval is rejected, and all others are cancelled: the operator's closure has no cutoff. */
export function cancelOne({ id, status }: Booking, note: string): Promise<Booking> {
  const reason = note || undefined;
  return ask(({ bookings }) =>
    status === "PENDING"
      ? bookings.reject(id, { reason })
      : bookings.cancel(id, { reason, force: true, refundPercent: 100 }),
  );
}

/** At the price that the guest has agreed to. */
export function moveOne(
  { id, startAt: from, updatedAt: expectedUpdatedAt }: Booking,
  startAt: string,
): Promise<Booking> {
  return ask(({ bookings }) =>
    bookings.update(id, { startAt, expectedUpdatedAt, pricingReferenceStartAt: from }),
  );
}

export async function outcomeOf(
  booking: Booking,
  act: () => Promise<Booking>,
  movedTo?: string,
): Promise<Outcome> {
  const of = { booking, ...(movedTo && { movedTo }) };
  try {
    await act();
    return of;
  } catch (error) {
    return { ...of, error };
  }
}
