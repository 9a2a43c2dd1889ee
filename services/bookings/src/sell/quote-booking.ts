import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, resourcesCapacity } from "@slipway/contracts";
import type { SellDeps } from "./deps.ts";
import { knowingResources, refusalNamed } from "../offer/answer-refusal.ts";
import {
  type BookingInput,
  type Draft,
  type Order,
  type Sale,
  claimOf,
  draftOf,
} from "./build-booking.ts";
import { holdInOrder, requireJoinable } from "./join-order.ts";
import { prepareOrder, requireSession } from "./prepare-order.ts";
import { pricedQuote, usageSnapshotOf } from "../offer/quote.ts";

type Quoted = OutputOf<typeof bookings.quoteBooking>;
type Checked = OutputOf<typeof resourcesCapacity.checkClaim>;
type QuotedSale = Sale & Pick<BookingInput, "openOrder">;

/** An order that the facts allow: whether its places are free is still to be asked. */
export interface Prepared {
  readonly sale: Order<QuotedSale>;
  readonly draft: Draft;
}

/** Quotes a booking as of now, or throws the refusal that it would get. Writes nothing and holds nothing. */
export async function quoteBooking(
  deps: SellDeps,
  request: Request,
  input: InputOf<typeof bookings.quoteBooking>,
): Promise<Quoted> {
  requireSession(request, input);
  return prepareQuote(deps, request, input, (prepared, inTime) => {
    const { sale, draft } = prepared;
    return answerQuote(deps, inTime, {
      ...prepared,
      checking: call(inTime, resourcesCapacity.checkClaim, claimOf(sale, draft)),
    });
  });
}

/** Runs `work` on the sale that an input comes to, as a hold of the order that it names; the facts stay in use. */
export async function prepareQuote<Result>(
  deps: SellDeps,
  request: Request,
  input: Sale,
  work: (prepared: Prepared, inTime: Request) => Promise<Result>,
): Promise<Result> {
  const { orderId } = input;
  const held = orderId === undefined ? input : await holdInOrder(deps, request, input, orderId);
  return prepareOrder<QuotedSale, Result>(deps, request, held, (sale, inTime) =>
    work({ sale, draft: draftOf(sale, deps.clock()) }, inTime),
  );
}

/** The answer of a quote from the check of its claim, or the refusal of the sale. */
export async function answerQuote(
  deps: SellDeps,
  request: Request,
  { sale, draft, checking }: Prepared & { readonly checking: Promise<Checked> },
): Promise<Quoted> {
  const { taken, vacancies } = await knowingResources(request, sale.input.resourceItems, checking);
  const pricingSnapshot = pricedQuote(sale.quote, sale.facts, taken);
  if (pricingSnapshot === "TOO_BIG") throw refusalNamed({ refusal: "TOTAL_TOO_BIG" });
  await requireJoinable(deps, sale.input, { pricingSnapshot });
  return {
    pricingSnapshot,
    resourceUsageSnapshot: usageSnapshotOf(taken),
    status: draft.status,
    expiresAt: draft.expiresAt?.toISOString() ?? null,
    vacanciesAfter: vacancies,
  };
}
