import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { ClaimDeps } from "./deps.ts";
import {
  type LedgerAddress,
  type Supplier,
  addressesAround,
  addressesOf,
  hasMargins,
  windowFrom,
} from "../ledger/day.ts";
import { requestedUsesOf } from "../ledger/demand.ts";
import type { Claim, ClaimCommand } from "../ledger/ledger.ts";
import { usageKeyOf } from "../ledger/departure-index.ts";
import { lackOf } from "../ledger/other-day.ts";

type ClaimCapacityInput = InputOf<typeof resourcesCapacity.claimCapacity>;
type Output = OutputOf<typeof resourcesCapacity.claimCapacity>;

/**
 * Claims all resources of a departure or none, in place of the booking's other claims if it names them:
 * then no place counts twice while it has both. A departure that crosses a day boundary gets a claim in
 * each of its ledgers. If a later one is refused, the earlier ones are released. That is safe, since the
 * caller inserts the booking only after the reply.
 */
export async function claimCapacity(
  deps: ClaimDeps,
  request: Request,
  input: ClaimCapacityInput,
): Promise<Output> {
  const order = await orderOf(deps, request, input);
  return order ? claimOnDays(deps, request, order) : { claims: [], ...takeNothing(input) };
}

/** The order that a claim's input makes; undefined if the supplier never had a resource. */
export async function orderOf(
  deps: ClaimDeps,
  request: Request,
  { supplierId, until, startAt, durationMinutes, ...asked }: ClaimCapacityInput,
): Promise<Order | undefined> {
  const { tenantId } = request.caller;
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  if (startMinute === undefined) return undefined;
  const window = windowFrom(Date.parse(startAt), durationMinutes);
  const supplier = { tenantId, supplierId, startMinute };
  return { ...asked, supplier, window, until: until === null ? null : secondsOf(until) };
}

/** The places that a booking wants to claim, on one ledger or on several. */
export interface Order
  extends Pick<ClaimCommand, "bookingId" | "window" | "demand" | "asTaken" | "until" | "expand"> {
  readonly supplier: Supplier;
  readonly attempt: string;
  readonly inPlaceOf: ClaimCapacityInput["inPlaceOf"];
}

/**
 * Claims all resources on every day that the departure touches, or none. The first claim says for how long each is
 * occupied before and after the run. If a requirement changes between two claims, they do not agree.
 */
export async function claimOnDays(
  deps: ClaimDeps,
  request: Request,
  order: Order,
): Promise<Output> {
  const { supplier, window } = order;
  let addresses = addressesOf(supplier, window);
  const last = addresses.length - 1;
  const claimed: Claimed[] = [];
  try {
    for (let index = 0; index < addresses.length; index++) {
      const address = addresses[index] as LedgerAddress;
      const otherDay = claimed.at(-1)?.claim.expanded ?? [];
      const place = { order, index, address, otherDay, isLast: index === last };
      const command = commandOf(deps, request, place);
      const claim = await deps.actors.at(address).submit(command, request.deadline);
      if (!claim) continue;
      claimed.push({ address, claim });
      // mark: ledgers-of-margins
      if (index === 0 && claim.use.some(hasMargins))
        addresses = addressesAround(supplier, window, claim.use);
    }
    if (addresses.length > 1) {
      if (!agree(claimed, addresses.length)) throw refuse("SERVICE_UNAVAILABLE");
      // mark: level-expansions
      await levelExpansions(deps, request, order, claimed);
    }
  } catch (error) {
    // mark: release-first-day
    await releaseAll(deps, request, claimed);
    throw error;
  }
  return {
    claims: claimed.map(({ address, claim }) => ({ claimId: claim.id, ledger: address.id })),
    taken: (claimed[0]?.claim.use ?? []).map((use) => ({ ...use })),
  };
}

/**
 * Repeats the claims of earlier ledgers where the last one has added more, so that they add as much. If that fails, all
 * claims are released, and recovery releases those that a crash leaves: no booking names them yet.
 */
async function levelExpansions(
  deps: ClaimDeps,
  request: Request,
  order: Order,
  claimed: readonly Claimed[],
): Promise<void> {
  const otherDay = claimed.at(-1)?.claim.expanded ?? [];
  const days = addressesOf(order.supplier, order.window).length;
  for (const [index, { address, claim }] of claimed.slice(0, -1).entries()) {
    const has = new Map(claim.expanded?.map((each) => [each.resourceId, each]));
    const isLevel = otherDay.every((each) => {
      const { resourceId: id, epoch } = each;
      return !lackOf(has.get(id), otherDay, { id, epoch });
    });
    if (isLevel) continue;
    const place = { order, index, address, otherDay, isLast: index === days - 1 };
    const command = { ...commandOf(deps, request, place), isFresh: false };
    await deps.actors.at(address).submit(command, request.deadline);
  }
}

/** The supplier never had a resource, so the demand alone decides. */
export function takeNothing({ demand }: Pick<ClaimCapacityInput, "demand">): Pick<Output, "taken"> {
  const uses = requestedUsesOf(demand, []);
  if (!uses.ok) throw refuse(uses.code);
  return { taken: [] };
}

interface Claimed {
  readonly address: LedgerAddress;
  readonly claim: Claim;
}

interface Place {
  order: Order;
  index: number;
  address: LedgerAddress;
  otherDay: ClaimCommand["otherDay"];
  isLast: boolean;
}

/** Rounds up to whole seconds, in which ledgers count: a hold never ends too early. */
export function secondsOf(instant: string): number {
  return Math.ceil(Date.parse(instant) / 1000);
}

/** The command of an order to one of the ledgers that it touches. */
export function commandOf(
  deps: ClaimDeps,
  request: Request,
  { order, index, address, otherDay, isLast }: Place,
): ClaimCommand {
  const { bookingId, attempt, window, demand, asTaken, until, expand, inPlaceOf } = order;
  return {
    kind: "claim",
    claimId: `${bookingId}.${attempt}${"abcd".charAt(index)}`,
    bookingId,
    window,
    demand,
    ...(asTaken ? { asTaken } : {}),
    until,
    expand,
    otherDay,
    isLast,
    confirmBy: deps.clock() + deps.config.confirmMs,
    caller: request.caller,
    // Each of two days has its own claim, which replaces only claims of the same day.
    inPlaceOf: inPlaceOf.flatMap(({ ledger, claimId }) => (ledger === address.id ? [claimId] : [])),
    isFresh: true,
  };
}

/**
 * Whether all days took the same. Between two claims a resize may change the number of units, and a requirement may
 * come, change or go.
 */
function agree(claimed: readonly Claimed[], days: number): boolean {
  if (claimed.length > 0 && claimed.length < days) return false;
  const amounts = claimed.map(({ claim }) =>
    claim.use.map((use) => `${usageKeyOf(use.resourceId, use)} ${use.places} ${use.units}`).join(),
  );
  return new Set(amounts).size <= 1;
}

/** Releases claims that no booking will ever name; recovery releases those for which this fails. */
async function releaseAll(
  deps: ClaimDeps,
  request: Request,
  claimed: readonly Claimed[],
): Promise<void> {
  for (const { address, claim } of claimed) {
    const command = { kind: "release", claimId: claim.id, neverNamed: true } as const;
    await deps.actors
      .at(address)
      .submit(command, request.deadline)
      .catch((error: unknown) =>
        deps.warn(`claim ${claim.id}: left to recovery: ${String(error)}`),
      );
  }
}
