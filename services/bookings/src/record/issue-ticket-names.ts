import { randomUUID } from "node:crypto";
import { type Ticket, type TicketNames, ticketCodeOf } from "./tickets.ts";

/** Fresh names for so many tickets. The unique index decides whether the tenant has a code already. */
export function issueTicketNames(count: number): TicketNames[] {
  return Array.from({ length: count }, () => ({
    uuid: randomUUID(),
    code: ticketCodeOf(randomUUID()),
  }));
}

/** The same tickets with fresh codes: before their first insert, where the tenant has one of the codes. */
export function issueOtherCodes(tickets: readonly Ticket[]): Ticket[] {
  return tickets.map((ticket) => ({ ...ticket, code: ticketCodeOf(randomUUID()) }));
}
