import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, tickets } from "@slipway/contracts";
import { placesOf } from "../record/redemption.ts";
import type { SellDeps } from "../sell/deps.ts";
import { shownTicket } from "./hash-ticket.ts";

/** Lists the tickets of a booking, line by line. Refuses NOT_FOUND. */
export async function listTickets(
  deps: SellDeps,
  request: Request,
  { id }: InputOf<typeof tickets.listTickets>,
): Promise<OutputOf<typeof tickets.listTickets>> {
  const booking = await deps.store.get(request.caller.tenantId, id);
  if (!booking) throw refuse("NOT_FOUND");
  return placesOf(booking).map((place) => shownTicket(booking, place));
}
