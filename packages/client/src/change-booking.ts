/** Changes a booking by what it is now, and once more where another request was first. */
import type { CallOptions } from "./call.ts";
import { isProblem } from "./errors.ts";
import type { BookingsGroup } from "./generated/groups.ts";
import type { Booking, UpdateBookingRequest } from "./generated/types.ts";

/** The fields to change; an empty patch leaves the booking unchanged. */
export type BookingPatch = Omit<UpdateBookingRequest, "expectedUpdatedAt"> & {
  /** Taken from the booking that was read. */
  readonly expectedUpdatedAt?: never;
};

export interface ChangeOptions extends CallOptions {
  /** How often the booking is read and the change is sent at most: 3 unless given. */
  readonly attempts?: number | undefined;
}

/**
 * Reads the booking, asks what is to change, and sends that with the booking's `updatedAt`. Where another
 * request has changed the booking in between, it does so again. An outcome that stays unknown is thrown.
 */
export async function changeBooking(
  bookings: Pick<BookingsGroup, "get" | "update">,
  id: string,
  decide: (current: Booking) => BookingPatch | undefined | Promise<BookingPatch | undefined>,
  { attempts = 3, ...options }: ChangeOptions = {},
): Promise<Booking> {
  for (let attempt = 1; ; attempt++) {
    const current = await bookings.get(id, options);
    const patch = await decide(current);
    if (patch === undefined) return current;
    try {
      const body = { ...patch, expectedUpdatedAt: current.updatedAt };
      return await bookings.update(id, body, options);
    } catch (error) {
      if (attempt >= attempts || !isProblem(error, "VERSION_CONFLICT")) throw error;
    }
  }
}
