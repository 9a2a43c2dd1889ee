import { type Request, call, refusalOf, refuse } from "@slipway/broker";
import { availability, catalog, refusals, sync } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { isSameVersion, refuseMissed } from "../lifecycle/apply-transition.ts";
import { recordOf } from "../booking-record.ts";
import { type Booking, type BookingRecord, type UnitItem, refusalOfUpdate } from "../booking.ts";
import {
  type ChangeInput,
  type ChangeJudgement,
  type ChangeWish,
  itemsAfter,
  judgeChange,
  recomputes,
  refusalWithoutOption,
  takesTheSame,
} from "./change-quote.ts";
import { checkTaken, claimInPlace, giveBackClaims } from "./claim-change.ts";
import { refusalNamed, refuseField, requireResources } from "../sell/claim-quote.ts";
import { isAnswerable, isDerived, startOf } from "../sell/departure.ts";
import type { Deps } from "../deps.ts";
import { readOptionFacts, sellingKey } from "../sell/keep-facts.ts";
import { type Sale, type Taken, pricedSale, usageOf } from "../sell/quote.ts";
import { type OptionFacts, type SellingFacts, occupiedUntil } from "../sell/option-policy.ts";
import { type DecidedChange, writeChange } from "./write-change.ts";

const attemptsMax = 4;

/**
 * Changes a live booking on the token that the caller has read; the token is used up even where
 * every field stays as it is. The old places are kept until the new ones are held, and on a refusal
 * nothing has changed. A second call with the token is refused with VERSION_CONFLICT.
 */
export async function updateBooking(
  deps: Deps,
  request: Request,
  input: ChangeInput,
): Promise<BookingRecord> {
  let missed: Booking | undefined;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const booking = await deps.store.getToChange(request.caller.tenantId, input.id);
    if (!booking) throw refuse("NOT_FOUND");
    // mark: measure-again-for-change
    if (isSameVersion(missed, booking)) await deps.measureTime();
    const changed = await change(deps, request, booking, input);
    if (changed) return recordOf(changed);
    missed = booking;
  }
  throw await refuseMissed(deps, missed);
}

/**
 * Undefined: the booking is not what was read any more. A refusal leaves only once it is confirmed to
 * be: another change may have taken the places or ended the hold, and what was read may be undone.
 */
async function change(
  deps: Deps,
  request: Request,
  booking: Booking,
  input: ChangeInput,
): Promise<Booking | undefined> {
  try {
    const asked = { ...input, isChannelTold: await isChannelTold(request, booking) };
    if (recomputes(input)) return await recompute(deps, request, booking, asked);
    return await changeParticipants(deps, request, booking, asked);
  } catch (error) {
    if (!isFinal(error) || (await deps.store.isStill(booking))) throw error;
    return undefined;
  }
}

/** Whether it refuses the change for what it is, and nothing of it was done. */
function isFinal(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && refusals[refusal.code].status < 500;
}

type Input = ChangeInput & { isChannelTold: boolean };

/** Whether the channel of a channel's booking hears of changes; nobody else need be asked. */
async function isChannelTold(
  request: Request,
  { sourceChannelConnectionId: channelConnectionId }: Booking,
): Promise<boolean> {
  if (channelConnectionId === null) return true;
  return (await call(request, sync.hasBookingUpdates, { channelConnectionId })).subscribed;
}

/** Changes neither price nor places. */
async function changeParticipants(
  deps: Deps,
  request: Request,
  booking: Booking,
  input: Input,
): Promise<Booking | undefined> {
  requireUnchanged(deps, booking, input);
  return writeChange(deps, request, booking, { set: participantsOf(input) });
}

function requireUnchanged(deps: Deps, booking: Booking, input: Input): void {
  const refusal = refusalOfUpdate(booking, input, deps.clock());
  if (refusal) throw refuse(refusal);
}

function participantsOf({ participants }: Input): { participants?: string } {
  return participants === undefined ? {} : { participants: JSON.stringify(participants) };
}

/** The facts are in use until the change stands: a block that has answered has let it pass. */
async function recompute(
  deps: Deps,
  request: Request,
  booking: Booking,
  input: Input,
): Promise<Booking | undefined> {
  const { optionId } = booking;
  if (!(await readOptionFacts(deps.optionFacts, request, optionId, () => true)))
    return refuseWithoutOption(deps, request, booking, input);
  return deps.optionFacts.use(request, optionId, (facts, inTime) =>
    deps.sellingFacts.use(inTime, sellingKey(facts), (selling, sooner) =>
      recomputeOn(deps, sooner, { booking, input, facts, selling }),
    ),
  );
}

/** The option is deleted: nothing of it can be sold, but other refusals come first. */
async function refuseWithoutOption(
  deps: Deps,
  request: Request,
  booking: Booking,
  input: Input,
): Promise<never> {
  const { productId } = booking;
  const { timezone } = await call(request, catalog.getProductFacts, { productId });
  const startAt = startAfter(booking, input, timezone);
  await requireResources(request, input.resourceItems ?? []);
  const refusal = refusalWithoutOption({ input, booking, startAt }, deps.clock());
  if (refusal) throw refuse(refusal);
  requireUnchanged(deps, booking, input);
  throw refuse("ARCHIVED");
}

interface Asked {
  booking: Booking;
  input: Input;
  facts: OptionFacts;
  selling: SellingFacts;
}

async function recomputeOn(
  deps: Deps,
  request: Request,
  asked: Asked,
): Promise<Booking | undefined> {
  const { booking, input, facts, selling } = asked;
  const wish = await wishOf(request, asked);
  const judgement = judgeChange(wish, facts, selling, deps.clock());
  const { sale, taken } = await requireSale(request, asked, judgement);
  requireUnchanged(deps, booking, input);
  if (judgement.refusal === undefined && judgement.conflict) throw refuse(judgement.conflict);
  const { startAt } = wish;
  if (takesTheSame(booking, taken, { facts, startAt }))
    return writeChange(deps, request, booking, changeOf(asked, { wish, sale, taken }));
  return changePlaces(deps, request, asked, { wish, sale });
}

async function wishOf(
  request: Request,
  { booking, input, facts, selling }: Asked,
): Promise<ChangeWish> {
  const { customStart, pricingReferenceStartAt: reference } = input;
  const own = booking.startAt.getTime();
  const startAt = startAfter(booking, input, facts.timezone);
  const derived = isDerived(selling, facts.timezone, startAt);
  const mustStand = startAt !== own && !derived && !customStart;
  const departure = { optionId: booking.optionId, startAt: new Date(startAt).toISOString() };
  const isManual =
    mustStand && (await call(request, availability.hasManualDeparture, departure)).found;
  const rateAt = reference === undefined ? startAt : Date.parse(reference);
  return {
    input,
    booking,
    startAt,
    isDeparture: derived || isManual || customStart !== undefined,
    makesDeparture: customStart !== undefined && startAt !== own && !derived,
    rateAt,
    isRateDerived: isDerived(selling, facts.timezone, rateAt),
  };
}

/** Where the booking is to start. Refuses a start that cannot be answered. */
function startAfter(booking: Booking, input: Input, timezone: string): number {
  const { startAt, customStart } = input;
  const isGiven = startAt !== undefined || customStart !== undefined;
  const after = isGiven ? startOf({ startAt, customStart }, timezone) : booking.startAt.getTime();
  refuseUnanswerable(booking, input, after);
  return after;
}

/** The end shifts with the start, and may come to lie beyond the calendar before it does. */
function refuseUnanswerable(
  { startAt: ownStart, endAt }: Booking,
  { customStart }: ChangeInput,
  startAt: number,
): void {
  const end = endAt ? endAt.getTime() + startAt - ownStart.getTime() : startAt;
  if (isAnswerable(startAt) && isAnswerable(end)) return;
  const field = customStart ? "customStart" : "startAt";
  throw refuseField(field, "must lie, with the end, in years 0 to 9999 UTC");
}

/** The sale and what it would take, or the first refusal of those that concern the request. */
async function requireSale(
  request: Request,
  { booking, input: { resourceItems } }: Asked,
  judgement: ChangeJudgement,
): Promise<{ sale: Sale; taken: Taken }> {
  if (!judgement.demand) {
    await requireResources(request, resourceItems ?? []);
    throw refusalNamed(judgement.refusal);
  }
  const taken = await checkTaken(request, booking, judgement.demand, resourceItems);
  if (judgement.refusal !== undefined) throw refusalNamed(judgement.refusal);
  return { sale: judgement.sale, taken };
}

interface Recomputed {
  wish: ChangeWish;
  sale: Sale;
  taken: Taken;
}

/** What the change sets. Refuses a total that is too big, which a RESOURCE price may show only here. */
function changeOf(
  { booking, input, facts }: Asked,
  { wish, sale, taken }: Recomputed,
): DecidedChange {
  const pricingSnapshot = pricedSale(sale, facts, taken);
  if (pricingSnapshot === "TOO_BIG") throw refusalNamed("TOTAL_TOO_BIG");
  const { startAt } = wish;
  const shift = startAt - booking.startAt.getTime();
  return {
    set: {
      startAt: new Date(startAt),
      endAt: booking.endAt && new Date(booking.endAt.getTime() + shift),
      occupiedUntil: new Date(occupiedUntil(facts, startAt)),
      pricingSnapshot,
      resourceUsageSnapshot: usageOf(taken),
      unitItems: unitItemsOf(booking, sale),
      resourceItems: itemsAfter(booking, input),
      ...participantsOf(input),
    },
    makesDeparture: wish.makesDeparture,
  };
}

/** A unit that stays keeps its item. */
function unitItemsOf({ unitItems, updatedAt }: Booking, { party }: Sale): UnitItem[] {
  return party.lines.map(({ unit, quantity }) => ({
    id: unitItems.find(({ unitId }) => unitId === unit.id)?.id ?? newId("itm", updatedAt.getTime()),
    unitId: unit.id,
    quantity,
  }));
}

/** Other places: claimed in place of the present ones, then named by one conditional write. */
async function changePlaces(
  deps: Deps,
  request: Request,
  asked: Asked,
  { wish, sale }: Pick<Recomputed, "wish" | "sale">,
): Promise<Booking | undefined> {
  const { booking, facts } = asked;
  const { durationMinutes } = facts.option;
  const place = { startAt: wish.startAt, durationMinutes, demand: sale.demand };
  const claimed = await claimInPlace(deps, request, booking, place);
  let decided: DecidedChange;
  try {
    decided = changeOf(asked, { wish, sale, taken: claimed.taken });
  } catch (error) {
    // Nothing was written that names them.
    await giveBackClaims(deps, request, booking, claimed.claims);
    throw error;
  }
  return writeChange(deps, request, booking, { ...decided, claims: claimed.claims });
}
