/** Whose booking it is, and what is left of it once the person is erased. Pure. */
import { customers } from "@slipway/contracts";
import type { Booking, FieldChanges } from "../record/booking.ts";

/** Whether the booking's customer has this e-mail address, in any case. */
export function isOfCustomer({ customer }: Pick<Booking, "customer">, address: string): boolean {
  return customer !== null && customers.hasAddress(JSON.parse(customer), address);
}

/** The fields of a booking whose customer is erased at this instant; all others stay. */
export function erasedFields({ tickets }: Pick<Booking, "tickets">, erasedAt: Date): FieldChanges {
  return {
    customer: null,
    searchText: "",
    notes: null,
    participants: null,
    // A ticket keeps its code: it still opens the gate.
    ...(tickets.length > 0 && { tickets: tickets.map((each) => ({ ...each, contact: null })) }),
    erasedAt,
  };
}
