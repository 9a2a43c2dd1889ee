/** Whether a departure could be sold, by the rules of the sale. */
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import {
  type Travellers,
  evaluateSale,
  pricingPerOf,
  refusalOfNewSales,
  refusalOfStart,
} from "@slipway/departures";
import { type Departure, availabilityEntry, participantsMin } from "./entry.ts";

export interface QuoteTravellers {
  readonly unitItems: NonNullable<InputOf<typeof availability.quoteDepartures>["party"]>;
  readonly travellers: Travellers;
}

/** Quotes a booking of these travellers; without any, says whether anybody could book. `now` in milliseconds. */
export function departureQuote(
  departure: Departure,
  asked: QuoteTravellers | undefined,
  now: number,
): OutputOf<typeof availability.quoteDepartures>["items"][number] {
  const { resources: _, ...entry } = availabilityEntry(departure, now);
  const { vacancies, retail, taxes } = departure;
  // A departure that is called off is closed, however many places it has.
  const isSoldOut =
    departure.runs !== "CALLED_OFF" &&
    vacancies !== null &&
    vacancies < placesAsked(departure, asked);
  const refusal = asked
    ? refusalOfTravellers(departure, asked, { isSoldOut, now })
    : refusalOfAnybody(departure, { isSoldOut, now });
  return { departure: entry, refusal: refusal ?? null, isSoldOut, retail, ...(taxes && { taxes }) };
}

/** The number of places by which `vacancies` is measured. */
function placesAsked({ facts }: Departure, asked: QuoteTravellers | undefined): number {
  if (!asked) return participantsMin(facts);
  const { participants } = asked.travellers;
  // Travellers that need no place still take whole units.
  return pricingPerOf(facts) === "RESOURCE" ? Math.max(1, participants) : participants;
}

interface Situation {
  readonly isSoldOut: boolean;
  readonly now: number;
}

/** In the order of a sale: what the request says, what capacity says of it, the rest, and free places last. */
function refusalOfTravellers(
  departure: Departure,
  { unitItems }: QuoteTravellers,
  { isSoldOut, now }: Situation,
): string | undefined {
  const { facts, vacancies, retail } = departure;
  const sale = evaluateSale({ start: saleStart(departure), unitItems }, facts, now);
  if (!sale.travellers) return sale.refusal;
  if (pricingPerOf(facts) === "RESOURCE" && vacancies === null) return "NO_LINKED_RESOURCE";
  // It names the field of a booking whose total is too big.
  if (sale.refusal) return sale.refusal === "TOTAL_TOO_BIG" ? "VALIDATION_FAILED" : sale.refusal;
  if (departure.runs === "CALLED_OFF") return "DEPARTURE_CALLED_OFF";
  if (isSoldOut) return "CAPACITY_EXHAUSTED";
  return retail === null ? "VALIDATION_FAILED" : undefined;
}

/** Nobody can book what starts too soon, has no price at all, is closed or has no room for the smallest party. */
function refusalOfAnybody(departure: Departure, { isSoldOut, now }: Situation): string | undefined {
  const start = saleStart(departure);
  const refusal = refusalOfStart(start, departure.facts, now);
  if (refusal) return refusal;
  if (!departure.prices?.units.length) return "PRICE_NOT_CONFIGURED";
  const closed = refusalOfNewSales(start, departure.facts);
  if (closed) return closed;
  if (departure.runs === "CALLED_OFF") return "DEPARTURE_CALLED_OFF";
  return isSoldOut ? "CAPACITY_EXHAUSTED" : undefined;
}

/** The start as a reseller asks for it: neither backdated nor at a time of its own. */
function saleStart({ start: at, manual, blocked }: Departure) {
  return {
    at,
    isDerived: !manual,
    isManual: manual,
    isCustom: false,
    backdated: false,
    isBlocked: blocked,
  };
}
