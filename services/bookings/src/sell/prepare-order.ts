/** The part of a sale before its claim. A sale and a quote run this same code. */
import { type Request, call, pointAtField, refuse } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { isDepartureTime, isoOf } from "@slipway/departures";
import { placeKey } from "@slipway/reference-cache";
import type { SellDeps } from "./deps.ts";
import { answerRefusal, refuseField } from "../offer/answer-refusal.ts";
import type { Order, Sale } from "./build-booking.ts";
import { isDerived, startOf } from "../offer/departure.ts";
import { evaluate } from "../offer/quote.ts";
import type { OptionFacts, SellingFacts } from "../offer/option-policy.ts";

/** Refuses a start in the past to a caller without a user session. */
export function requireSession({ caller }: Request, { backdated }: Pick<Sale, "backdated">): void {
  if (backdated && caller.actorType !== "USER")
    throw refuse("SESSION_REQUIRED", {
      detail: "Only a user session may book a start in the past.",
    });
}

/**
 * Runs `work` on the order that a sale comes to, or throws the sale's first refusal. The option's facts stay
 * in use until `work` ends, and it commits nothing past the deadline of the request that it is given.
 */
export function prepareOrder<Input extends Sale, Result>(
  deps: SellDeps,
  request: Request,
  input: Input,
  work: (order: Order<Input>, inTime: Request) => Promise<Result>,
): Promise<Result> {
  return pointAtField(
    "optionId",
    deps.optionFacts.use(request, input.optionId, (facts, inTime) =>
      deps.sellingFacts.use(inTime, placeKey(facts), async (selling, sooner) =>
        work(await orderOn(deps, sooner, input, { facts, selling }), sooner),
      ),
    ),
  );
}

async function orderOn<Input extends Sale>(
  deps: SellDeps,
  request: Request,
  input: Input,
  { facts, selling }: { facts: OptionFacts; selling: SellingFacts },
): Promise<Order<Input>> {
  if (input.supplierId !== undefined && input.supplierId !== facts.supplierId)
    throw refuse("SUPPLIER_MISMATCH");
  const startAt = startOf(input, facts.timezone);
  if (!isDepartureTime(startAt))
    throw refuseField(
      input.customStart ? "customStart" : "startAt",
      "must be a time of years 1 to 9998 UTC",
    );
  const derived = isDerived(selling, facts.timezone, startAt);
  const mustStand = !derived && input.customStart === undefined;
  const isManual = mustStand && (await hasManualDeparture(request, facts, startAt));
  refuseBadEnd(input, startAt);
  const asked = { input, startAt, isDerived: derived, isManual };
  const isPast = input.backdated && startAt < deps.clock();
  const known = isPast ? await withPastBlocks(request, facts, selling, startAt) : selling;
  const evaluation = evaluate(asked, facts, known, deps.clock());
  if (evaluation.refusal !== undefined)
    throw await answerRefusal(request, facts, input, evaluation);
  const makesDeparture = input.customStart !== undefined && !derived;
  return { input, facts, quote: evaluation.quote, startAt, makesDeparture };
}

/** Whether an operator has made a departure of the option at this start, beside the timetable. */
export async function hasManualDeparture(
  request: Request,
  { option }: Pick<OptionFacts, "option">,
  startAt: number,
): Promise<boolean> {
  const departure = { optionId: option.id, startAt: isoOf(startAt) };
  return (await call(request, availability.hasManualDeparture, departure)).found;
}

/**
 * Adds the blocks at a start in the past, which selling facts leave out. A block made in the meantime
 * waits for this request, because the request is using the facts.
 */
async function withPastBlocks(
  request: Request,
  { productId }: OptionFacts,
  selling: SellingFacts,
  startAt: number,
): Promise<SellingFacts> {
  const departure = { productId, startAt: new Date(startAt).toISOString() };
  const { blocks } = await call(request, availability.listBlocksAt, departure);
  return { ...selling, blocks };
}

/** The contract has compared a UTC start with the end; a local start is an instant only here. */
function refuseBadEnd({ endAt }: Sale, startAt: number): void {
  if (endAt === undefined || Date.parse(endAt) > startAt) return;
  throw refuseField("endAt", "must be after the start");
}
