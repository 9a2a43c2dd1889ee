/** The client: a function for each operation of the API, and what is made of several. */
import { type BookingPatch, type ChangeOptions, changeBooking } from "./change-booking.ts";
import { createOperations } from "./create-operations.ts";
import type { BookingsGroup, Operations } from "./generated/groups.ts";
import { apiVersion } from "./generated/operations.ts";
import type { Booking } from "./generated/types.ts";
import { allMethods, changesMethods } from "./list-methods.ts";
import { type ClientOptions, settingsOf } from "./settings.ts";

export interface Slipway extends Operations {
  readonly bookings: BookingsGroup & BookingMethods;
}

export interface BookingMethods {
  /**
   * Changes a booking by what it is now: reads it, asks `decide` what is to change, and sends that. Where
   * another request was first it does so again, at most `attempts` times. Nothing decided, nothing sent.
   */
  change(
    id: string,
    decide: (current: Booking) => BookingPatch | undefined | Promise<BookingPatch | undefined>,
    options?: ChangeOptions,
  ): Promise<Booking>;
}

/** A client of the Slipway at `baseUrl`. It holds no connection: nothing is to be closed. */
export function createClient(options: ClientOptions): Slipway {
  const client = createOperations(settingsOf(options, apiVersion), [allMethods, changesMethods]);
  const { bookings } = client;
  const change: BookingMethods["change"] = (id, decide, own) =>
    changeBooking(bookings, id, decide, own);
  return { ...client, bookings: { ...bookings, change } };
}
