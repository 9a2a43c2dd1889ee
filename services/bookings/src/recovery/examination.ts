/** Finds contradictions in a booking; for doctor. */
import { totalWith } from "@slipway/departures";
import type { Booking } from "../record/booking.ts";
import { fitsLines } from "../record/tickets.ts";

export interface Finding {
  kind: string;
  id: string;
  detail: string;
}

interface Examined extends Booking {
  outbox: readonly { at: Date }[];
}

/** An expired hold that is not swept, or an event that is pending, is a finding after this time. */
export const toleranceMs = 120_000;

/** Checks the fields of a booking against each other. */
export function examine(booking: Examined, now: number): Finding[] {
  const { pricingSnapshot: price, unitItems, status, expiresAt } = booking;
  const found = (kind: string, detail: string): Finding => ({ kind, id: booking._id, detail });
  const findings: Finding[] = [];
  const units = price.unitPricing.reduce((total, { retail }) => total + retail, 0);
  const charges = (price.lines ?? []).filter(({ kind }) => kind !== "UNIT");
  const sum = totalWith(units, charges);
  if (sum !== price.retail)
    findings.push(found("booking.price", `lines sum to ${sum}, the total is ${price.retail}`));
  const priced = price.unitPricing.map(({ unitId, quantity }) => `${unitId} x ${quantity}`);
  const booked = unitItems.map(({ unitId, quantity }) => `${unitId} x ${quantity}`);
  if (priced.join() !== booked.join())
    findings.push(found("booking.units", "the units priced are not the units booked"));
  if (booking.tickets.length > 0 && !fitsLines(booking.tickets, unitItems))
    findings.push(found("booking.tickets", "the tickets are not those of the units booked"));
  if ((expiresAt !== null) !== (status === "ON_HOLD" || status === "EXPIRED"))
    findings.push(found("booking.expiry", `expiresAt does not fit ${status}`));
  if (status === "ON_HOLD" && expiresAt && expiresAt.getTime() < now - toleranceMs)
    findings.push(found("booking.sweep", `lapsed at ${expiresAt.toISOString()}, not swept`));
  if (booking.outbox.some(({ at }) => at.getTime() < now - toleranceMs))
    findings.push(found("booking.outbox", "a change is not delivered yet"));
  if ((booking.resourceUsageSnapshot === null) !== (booking.claims.length === 0))
    findings.push(found("booking.usage", "claims and resource usage do not fit"));
  return findings;
}
