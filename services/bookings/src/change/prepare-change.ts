/** The part of a change before its claim and its write. A change and its quote run this same code. */
import {
  type Request,
  call,
  isRefusal,
  pointAtField,
  refuse,
  refuseUnknown,
} from "@slipway/broker";
import { catalog, resourcesCapacity, sync } from "@slipway/contracts";
import { isDepartureTime } from "@slipway/departures";
import { placeKey } from "@slipway/reference-cache";
import { newId } from "@slipway/store";
import { type Booking, type UnitItem, refusalOfUpdate, shownStatus } from "../record/booking.ts";
import {
  type ChangeInput,
  type ChangeEvaluation,
  type ChangeRequest,
  itemsAfter,
  evaluateChange,
  recomputes,
  refusalWithoutOption,
  asHeld,
  takesTheSame,
} from "./change-quote.ts";
import {
  knowingResources,
  refusalNamed,
  refuseChange,
  refuseField,
  requireResources,
} from "../offer/answer-refusal.ts";
import { isAnswerable, isDerived, startOf } from "../offer/departure.ts";
import type { SellDeps } from "../sell/deps.ts";
import { issueTicketNames } from "../record/issue-ticket-names.ts";
import { lossOfRedeemed, redemptionOf } from "../record/redemption.ts";
import { type Ticket, ticketsMax, ticketsOfLines } from "../record/tickets.ts";
import { requireBounded, requireOwnCurrency } from "../sell/join-order.ts";
import { hasManualDeparture } from "../sell/prepare-order.ts";
import { type Quote, type Taken, pricedQuote, usageSnapshotOf } from "../offer/quote.ts";
import { type OptionFacts, type SellingFacts, occupiedUntil } from "../offer/option-policy.ts";
import type { ChangedPlaces, DecidedChange } from "./update-booking-saga.ts";

/** An allowed change: it keeps its claims, or it is decided on what a new claim takes. */
export type PreparedChange = { decided: DecidedChange } | ChangedPlaces;

type Work<Result> = (change: PreparedChange, inTime: Request) => Promise<Result>;

/** Runs `work` on what a request does to a booking, or throws its first refusal. `work` commits nothing past its deadline. */
export async function prepareChange<Result>(
  deps: SellDeps,
  request: Request,
  { booking, input: sent }: { booking: Booking; input: ChangeInput },
  work: Work<Result>,
): Promise<Result> {
  if (sent.optionId !== undefined) requireDeparture(sent);
  const isOwnChange = sent.channelChange !== undefined;
  const isSubscribed = isOwnChange || (await isChannelSubscribed(request, booking));
  const input = { ...sent, isChannelSubscribed: isSubscribed };
  if (recomputes(sent)) return recompute(deps, request, { booking, input }, work);
  requireUnchanged(deps, booking, input);
  // It changes neither price nor places.
  return work({ decided: { set: participantsOf(input) } }, request);
}

/** The start and the units of another option stand in the change, because those of the present one mean nothing there. */
function requireDeparture(input: ChangeInput): void {
  for (const field of ["startAt", "unitItems"] as const)
    if (input[field] === undefined)
      throw refuseField(field, "is required with another option", "REQUIRED");
}

type CheckedInput = ChangeInput & { isChannelSubscribed: boolean };

/** Whether the booking's channel receives updates; true without a channel. */
async function isChannelSubscribed(
  request: Request,
  { sourceChannelConnectionId: channelConnectionId, supplierId, tickets }: Booking,
): Promise<boolean> {
  if (channelConnectionId === null) return true;
  // Subscriptions over OCTO are notified of bookings with tickets alone: OCTO shows no others.
  const asked = { channelConnectionId, ...(tickets.length > 0 && { octoSupplierId: supplierId }) };
  return (await call(request, sync.hasBookingUpdates, asked)).subscribed;
}

function requireUnchanged(deps: SellDeps, booking: Booking, input: CheckedInput): void {
  const now = deps.clock();
  const refusal = refusalOfUpdate(booking, input, now);
  if (refusal) throw refuseChange(booking, refusal, now);
}

function participantsOf({ participants }: CheckedInput): { participants?: string } {
  return participants === undefined ? {} : { participants: JSON.stringify(participants) };
}

/** The facts stay in use until `work` ends: a block that answers later has waited for the change. */
async function recompute<Result>(
  deps: SellDeps,
  request: Request,
  { booking, input }: Pick<Asked, "booking" | "input">,
  work: Work<Result>,
): Promise<Result> {
  const { optionId = booking.optionId } = input;
  let isThere = false;
  const worked = deps.optionFacts.use(request, optionId, (facts, inTime) => {
    isThere = true;
    return deps.sellingFacts.use(inTime, placeKey(facts), async (selling, sooner) =>
      work(await recomputeOn(deps, sooner, { booking, input, facts, selling }), sooner),
    );
  });
  if (optionId !== booking.optionId) return pointAtField("optionId", worked);
  try {
    return await worked;
  } catch (error) {
    if (isThere || !isRefusal(error, "NOT_FOUND")) throw error;
    return refuseWithoutOption(deps, request, booking, input);
  }
}

/** The option is deleted: answers ARCHIVED, unless another refusal comes first. */
async function refuseWithoutOption(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  input: CheckedInput,
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
  input: CheckedInput;
  facts: OptionFacts;
  selling: SellingFacts;
}

async function recomputeOn(
  deps: SellDeps,
  request: Request,
  asked: Asked,
): Promise<PreparedChange> {
  const { booking, input, facts, selling } = asked;
  // An option of another supplier is as unknown to the booking as one of another tenant.
  if (facts.supplierId !== booking.supplierId) throw refuseUnknown("optionId");
  const changeRequest = await changeRequestOf(request, asked);
  const evaluation = evaluateChange(changeRequest, facts, selling, deps.clock());
  const { quote, taken } = await requireQuote(request, asked, evaluation);
  requireUnchanged(deps, booking, input);
  if (evaluation.refusal === undefined && evaluation.conflict)
    throw refuseChange(booking, evaluation.conflict, deps.clock());
  await requireOwnCurrency(deps, booking, facts.currency);
  // Who has come stays in the party: else the tickets that are left would admit others in their place.
  const detail = booking.redemptions && lossOfRedeemed(booking, partyAfter(booking, input, quote));
  if (detail)
    throw refuse("INVALID_STATE", { bookingStatus: shownStatus(booking, deps.clock()), detail });
  const { startAt } = changeRequest;
  if (takesTheSame(booking, taken, { facts, startAt })) {
    /* mark: margins-as-held */ const held = asHeld(booking, taken);
    return { decided: changeOf(asked, { changeRequest, quote, taken: held }) };
  }
  return {
    startAt,
    durationMinutes: facts.option.durationMinutes,
    demand: quote.demand,
    decide: (claimed) => changeOf(asked, { changeRequest, quote, taken: claimed }),
  };
}

async function changeRequestOf(
  request: Request,
  { booking, input, facts, selling }: Asked,
): Promise<ChangeRequest> {
  const { customStart, pricingReferenceStartAt: reference } = input;
  const optionId = facts.option.id;
  const startAt = startAfter(booking, input, facts.timezone);
  const isOwn = optionId === booking.optionId && startAt === booking.startAt.getTime();
  const derived = isDerived(selling, facts.timezone, startAt);
  const mustStand = !isOwn && !derived && !customStart;
  const isManual = mustStand && (await hasManualDeparture(request, facts, startAt));
  const rateAt = reference === undefined ? startAt : Date.parse(reference);
  return {
    input,
    booking,
    optionId,
    startAt,
    isDeparture: derived || isManual || customStart !== undefined,
    makesDeparture: customStart !== undefined && !isOwn && !derived,
    rateAt,
    isRateDerived: isDerived(selling, facts.timezone, rateAt),
  };
}

/** The new start. Refuses one that the API cannot answer. */
function startAfter(booking: Booking, input: CheckedInput, timezone: string): number {
  const { startAt, customStart } = input;
  const isGiven = startAt !== undefined || customStart !== undefined;
  const after = isGiven ? startOf({ startAt, customStart }, timezone) : booking.startAt.getTime();
  if (isGiven) refuseUnanswerable(booking, input, after);
  return after;
}

/** The end shifts with the start and may leave the calendar first. */
function refuseUnanswerable(
  { startAt: ownStart, endAt }: Booking,
  { customStart }: ChangeInput,
  startAt: number,
): void {
  const end = endAt ? endAt.getTime() + startAt - ownStart.getTime() : startAt;
  if (isDepartureTime(startAt) && isAnswerable(end)) return;
  const field = customStart ? "customStart" : "startAt";
  throw refuseField(field, "must lie in years 1 to 9998 UTC, and the end in 0 to 9999");
}

/**
 * The quote, and the places that capacity says it would take now; or the first refusal of the request. Throws
 * capacity's refusals, and NOT_FOUND for unknown resources.
 */
async function requireQuote(
  request: Request,
  { booking: { supplierId }, input: { resourceItems = [] } }: Asked,
  evaluation: ChangeEvaluation,
): Promise<{ quote: Quote; taken: Taken }> {
  const { demand } = evaluation;
  if (!demand) {
    await requireResources(request, resourceItems);
    throw refusalNamed(evaluation);
  }
  const asked = call(request, resourcesCapacity.checkDemand, { supplierId, demand });
  const { taken } = await knowingResources(request, resourceItems, asked);
  if (evaluation.refusal !== undefined) throw refusalNamed(evaluation);
  return { quote: evaluation.quote, taken };
}

/** The fields that the change sets. Refuses a RESOURCE price that turns out too big only here, and one too big for an order. */
function changeOf(
  { booking, input, facts }: Asked,
  { changeRequest, quote, taken }: { changeRequest: ChangeRequest; quote: Quote; taken: Taken },
): DecidedChange {
  const pricingSnapshot = pricedQuote(quote, facts, taken);
  if (pricingSnapshot === "TOO_BIG") throw refusalNamed({ refusal: "TOTAL_TOO_BIG" });
  if (booking.orderId !== undefined) requireBounded(pricingSnapshot);
  const { startAt } = changeRequest;
  const shift = startAt - booking.startAt.getTime();
  return {
    set: {
      productId: facts.productId,
      optionId: facts.option.id,
      startAt: new Date(startAt),
      endAt: booking.endAt && new Date(booking.endAt.getTime() + shift),
      occupiedUntil: new Date(occupiedUntil(facts, startAt)),
      pricingSnapshot,
      cancellationPolicy: facts.option.cancellationPolicy,
      resourceUsageSnapshot: usageSnapshotOf(taken),
      ...partyAfter(booking, input, quote),
      resourceItems: itemsAfter(booking, input),
      ...participantsOf(input),
    },
    makesDeparture: changeRequest.makesDeparture,
  };
}

function partyAfter(booking: Booking, { channelChange }: CheckedInput, quote: Quote) {
  return {
    unitItems: unitItemsOf(booking, quote),
    ...ticketsOf(booking, quote),
    ...channelChange?.set,
  };
}

/** A booking with tickets has one for each unit. */
function ticketsOf(booking: Booking, { travellers }: Quote): { tickets?: Ticket[] } {
  const { tickets } = booking;
  if (tickets.length === 0) return {};
  const { quantity, unitCounts } = travellers;
  if (quantity > ticketsMax)
    throw refuseField("unitItems", `must be at most ${ticketsMax} units with tickets`, "TOO_BIG");
  const lines = unitCounts.map(({ unit, quantity: each }) => ({ unitId: unit.id, quantity: each }));
  const names = issueTicketNames(quantity);
  const hasCome = ({ uuid: key }: Ticket): boolean => redemptionOf(booking, { key }) !== undefined;
  return { tickets: ticketsOfLines(tickets, lines, { names, hasCome }) };
}

/** A unit that stays keeps its item. */
function unitItemsOf({ unitItems, updatedAt }: Booking, { travellers }: Quote): UnitItem[] {
  return travellers.unitCounts.map(({ unit, quantity }) => ({
    id: unitItems.find(({ unitId }) => unitId === unit.id)?.id ?? newId("itm", updatedAt.getTime()),
    unitId: unit.id,
    quantity,
  }));
}
