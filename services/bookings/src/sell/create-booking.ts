import { randomUUID } from "node:crypto";
import { type Request, call, pointAtField, refusalOf, refuse } from "@slipway/broker";
import { type OutputOf, availability, type bookings } from "@slipway/contracts";
import { shownRecord } from "../booking-record.ts";
import type { Deps } from "../deps.ts";
import { isAnswerable, isDerived, startOf } from "./departure.ts";
import { sellingKey } from "./keep-facts.ts";
import { answerRefusal, refuseField } from "./answer-refusal.ts";
import type { BookingInput as Input } from "./build-booking.ts";
import { type Made, claimAndInsert, finishCreation } from "./create-booking-saga.ts";
import { evaluate } from "./quote.ts";
import type { OptionFacts, SellingFacts } from "./option-policy.ts";

type Created = OutputOf<typeof bookings.createBooking>;
type Wanted = Omit<Input, "uuid"> & { uuid?: string | undefined };

/**
 * Books places on one departure, all or none. With an idempotencyKey a repeat answers the booking
 * of the first; a refused attempt does not use the key up.
 */
export async function createBooking(
  deps: Deps,
  request: Request,
  wanted: Wanted,
): Promise<Created> {
  const input = { ...wanted, uuid: wanted.uuid ?? randomUUID() };
  const { tenantId, actorType } = request.caller;
  if (input.backdated && actorType !== "USER")
    throw refuse("SESSION_REQUIRED", {
      detail: "Only a user session may book a start in the past.",
    });
  const key = input.idempotencyKey;
  if (key === undefined) return sell(deps, request, input);
  return deps.oncePerKey(`${tenantId}|${key}`, async (previous) => {
    if (previous) return answerTo(input, previous.booking);
    return (await replay(deps, request, input, key)) ?? sellOrReplay(deps, request, input, key);
  });
}

/** Replayed: another request made the booking. A request knows its own booking by the uuid, even if the insert's reply was lost. */
function answerTo({ uuid }: Input, booking: Created["booking"]): Created {
  return { booking, replayed: booking.uuid !== uuid };
}

/** The current booking of the key, or undefined if there is none. */
async function replay(
  deps: Deps,
  request: Request,
  input: Input,
  key: string,
): Promise<Created | undefined> {
  const booking = await deps.store.findByKey(request.caller.tenantId, key);
  return booking ? answerTo(input, shownRecord(booking, deps.clock())) : undefined;
}

/** An equal request on another replica may have caused the refusal: the key is looked up again. */
async function sellOrReplay(
  deps: Deps,
  request: Request,
  input: Input,
  key: string,
): Promise<Created> {
  try {
    return await sell(deps, request, input);
  } catch (error) {
    if (!refusalOf(error)) throw error;
    const winner = await replay(deps, request, input, key);
    if (winner) return winner;
    throw error;
  }
}

async function sell(deps: Deps, request: Request, input: Input): Promise<Created> {
  // The facts stay in use until the booking is written: a block that answers later has waited for it.
  const { booking, event } = await pointAtField(
    "optionId",
    deps.optionFacts.use(request, input.optionId, (facts, inTime) =>
      deps.sellingFacts.use(inTime, sellingKey(facts), (selling, sooner) =>
        sellOn(deps, sooner, input, { facts, selling }),
      ),
    ),
  );
  if (event) await finishCreation(deps, request, booking, event);
  return answerTo(input, shownRecord(booking, deps.clock()));
}

async function sellOn(
  deps: Deps,
  request: Request,
  input: Input,
  { facts, selling }: { facts: OptionFacts; selling: SellingFacts },
): Promise<Made> {
  if (input.supplierId !== undefined && input.supplierId !== facts.supplierId)
    throw refuse("SUPPLIER_MISMATCH");
  const startAt = startOf(input, facts.timezone);
  if (!isAnswerable(startAt))
    throw refuseField("customStart", "must be a time of years 0 to 9999 UTC");
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
  const { quote } = evaluation;
  return claimAndInsert(deps, request, { input, facts, quote, startAt, makesDeparture });
}

async function hasManualDeparture(
  request: Request,
  { option }: OptionFacts,
  startAt: number,
): Promise<boolean> {
  const departure = { optionId: option.id, startAt: new Date(startAt).toISOString() };
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
function refuseBadEnd({ endAt }: Input, startAt: number): void {
  if (endAt === undefined || Date.parse(endAt) > startAt) return;
  throw refuseField("endAt", "must be after the start");
}
