import { type Request, isRepeat } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";
import { claimsOf } from "../ledger/claim-steps.ts";
import { type LedgerAddress, addressesOf, windowFrom } from "../ledger/day.ts";
import { departureKey, departureOf } from "../ledger/departure-index.ts";
import { isLive } from "../ledger/examination.ts";
import type { Claim, Ledger } from "../ledger/ledger.ts";

/**
 * Why a departure is called off, and which claims are live on it. It promises nothing: a claim may come at once. Of a
 * request with a key it says too whether that has decided about the departure.
 */
export async function getRuns(
  deps: DepartureDeps,
  request: Request,
  asked: InputOf<typeof resourcesCapacity.getRuns>,
): Promise<OutputOf<typeof resourcesCapacity.getRuns>> {
  const { ledger, departure, calledOff } = await readRuns(deps, request, asked);
  isRepeat(request, ledger?.runs[departure]?.usedKeys, deps.clock());
  const live = ledger ? await listLiveClaims(deps, ledger, departure) : [];
  const bookingIds = [...new Set(live.map(({ bookingId }) => bookingId))];
  return { calledOff, claims: live.length, bookingIds };
}

/** The decision on a departure, without its claims. */
export async function readRuns(
  deps: Pick<DepartureDeps, "days" | "ledgers">,
  { caller: { tenantId } }: Request,
  { supplierId, optionId, startAt }: InputOf<typeof resourcesCapacity.getRuns>,
) {
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  const address =
    startMinute === undefined
      ? undefined
      : addressOfStart({ tenantId, supplierId, startMinute }, startAt);
  const ledger = address && (await deps.ledgers.peek(address));
  const departure = departureKey(optionId, Date.parse(startAt));
  const { state, reason = null } = ledger?.runs[departure] ?? {};
  return { ledger, departure, calledOff: state === "CALLED_OFF" ? { reason } : null };
}

/** The ledger of the day on which a departure starts. */
export function addressOfStart(
  supplier: Parameters<typeof addressesOf>[0],
  startAt: string,
): LedgerAddress {
  return addressesOf(supplier, windowFrom(Date.parse(startAt), 0))[0] as LedgerAddress;
}

/** Claims of a departure that hold places, whether a booking names them yet or not. */
export async function listLiveClaims(
  { claims, clock }: Pick<DepartureDeps, "claims" | "clock">,
  ledger: Ledger,
  departure: string,
): Promise<Claim[]> {
  const found = claimsOf(ledger, await claims.listOf(ledger.address.id)).values();
  const now = Math.max(clock(), ledger.at);
  return [...found].filter((claim) => departureOf(claim.line) === departure && isLive(claim, now));
}
