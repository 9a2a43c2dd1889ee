import { type Request, call, isRepeat, keysAfter, refusalOf, refuse } from "@slipway/broker";
import { type Caller, type InputOf, catalog, type resourcesCapacity } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { OutboxEvent } from "@slipway/store";
import type { DepartureDeps } from "./deps.ts";
import { type LedgerAddress, startMinuteOf } from "../ledger/day.ts";
import { departureKey } from "../ledger/departure-index.ts";
import type { DepartureRuns, Ledger } from "../ledger/ledger.ts";
import { addressOfStart, listLiveClaims } from "./get-runs.ts";
import { rereadsMax } from "../constants.ts";

type Asked = InputOf<typeof resourcesCapacity.setRuns>;
type Decided = Omit<Asked, "endsAt" | "redeemed">;

/**
 * Decides whether a departure runs, by one write of the ledger of its day: the point of no return. The same write adds
 * the event, by which the bookings follow. Repeatable. Refuses IN_THE_PAST, ARCHIVED and INVALID_STATE.
 */
export async function setRuns(
  deps: DepartureDeps,
  request: Request,
  asked: Asked,
): Promise<Record<string, never>> {
  const address = await addressOf(deps, request, asked);
  await deps.actors.at(address).runExclusive(async () => {
    for (let reading = 0; reading < rereadsMax; reading++)
      if (await setOnce(deps, request, address, asked)) return;
    throw refuse("SERVICE_UNAVAILABLE");
  });
  return {};
}

/**
 * False: another write of the ledger came first. A refusal leaves only once the version that it rests on is confirmed: a
 * crash or a fail-over may undo what was read.
 */
async function setOnce(
  deps: DepartureDeps,
  request: Request,
  address: LedgerAddress,
  asked: Asked,
): Promise<boolean> {
  const ledger = await deps.ledgers.read(address, deps.clock());
  try {
    return await setOn(deps, request, ledger, asked);
  } catch (error) {
    if (refusalOf(error) && !(await deps.ledgers.confirmUnchanged(ledger))) return false;
    throw error;
  }
}

/**
 * The write that decides adds the key of the request, on the version that was read. Race: of two requests with one key the
 * later one finds it, also if the departure was decided otherwise meanwhile.
 */
async function setOn(
  deps: DepartureDeps,
  request: Request,
  ledger: Ledger,
  asked: Asked,
): Promise<boolean> {
  const { endsAt: _ends, redeemed: _redeemed, ...decided } = asked;
  const { optionId, startAt, runs, reason } = decided;
  const now = deps.clock();
  const departure = departureKey(optionId, Date.parse(startAt));
  const before = ledger.runs[departure];
  const isKnown = isRepeat(request, before?.usedKeys, now);
  const keys = request.repeat && keysAfter(request.repeat, before?.usedKeys, now);
  const isDecided = isKnown || (before?.state ?? "OPEN") === runs;
  if (!isDecided && runs === "CALLED_OFF") requireRunning(asked, now);
  if (ledger.isClosed) throw refuse("ARCHIVED");
  if (isDecided)
    // Nothing is decided, but the key is kept beside what was: repeated later, the request might decide something.
    return isKnown || !keys || !before
      ? deps.ledgers.confirmUnchanged(ledger)
      : deps.ledgers.setRuns(ledger, { departure, runs: { ...before, ...keys } });
  // mark: reopen-settled
  if (runs === "OPEN") await requireSettled(deps, ledger, asked);
  const event = decisionEvent(request.caller, now, { decided, before });
  const decidedRuns = { ...before, state: runs, reason, ...keys };
  return deps.ledgers.setRuns(ledger, { departure, runs: decidedRuns }, event);
}

/** Refuses IN_THE_PAST to call a departure off that has ended. */
function requireRunning({ endsAt }: Asked, now: number): void {
  if (Date.parse(endsAt) <= now) throw refuse("IN_THE_PAST", { detail: "The departure has ended" });
}

/**
 * Refuses INVALID_STATE to reopen a departure with live claims: their bookings are from before it was called off, and are
 * still being cancelled. Those that were redeemed stay.
 */
async function requireSettled(
  deps: DepartureDeps,
  ledger: Ledger,
  { optionId, startAt, redeemed }: Asked,
): Promise<void> {
  const departure = departureKey(optionId, Date.parse(startAt));
  const live = await listLiveClaims(deps, ledger, departure);
  if (live.some(({ bookingId }) => !redeemed.includes(bookingId)))
    throw refuse("INVALID_STATE", {
      detail: "Bookings of the departure are still being cancelled",
    });
}

function decisionEvent(
  caller: Caller,
  now: number,
  { decided, before }: { decided: Decided; before: DepartureRuns | undefined },
): OutboxEvent {
  const reopened = { type: "departure.reopened" } as const;
  const calledOff = { type: "departure.calledOff" } as const;
  return eventOf(caller, now, {
    ...(decided.runs === "OPEN" ? reopened : calledOff),
    entityId: `${decided.optionId}/${decided.startAt}`,
    before: { ...decided, runs: before?.state ?? null, reason: before?.reason ?? null },
    after: decided,
  });
}

/**
 * The ledger of the day on which a departure starts. A supplier without any resource gets its days here: so every
 * departure has a ledger that decides, and each later claim of this supplier asks it.
 */
async function addressOf(
  { days, clock }: DepartureDeps,
  request: Request,
  { supplierId, startAt }: Decided,
): Promise<LedgerAddress> {
  const { tenantId } = request.caller;
  if ((await days.getStartMinute(tenantId, supplierId)) === undefined) {
    const { timezone } = await call(request, catalog.getSupplierFacts, { supplierId });
    await days.fix(tenantId, supplierId, startMinuteOf(timezone, clock()));
  }
  const startMinute = await days.getStartMinute(tenantId, supplierId);
  if (startMinute === undefined) throw refuse("SERVICE_UNAVAILABLE");
  return addressOfStart({ tenantId, supplierId, startMinute }, startAt);
}
