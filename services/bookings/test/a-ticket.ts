import type { Ticket } from "../src/record/tickets.ts";

/** A ticket of a channel's booking. */
export function aTicket(uuid: string, unitId = "adult", overrides: Partial<Ticket> = {}): Ticket {
  return {
    uuid,
    unitId,
    code: `CODE-${uuid}`,
    resellerReference: null,
    contact: null,
    ...overrides,
  };
}
