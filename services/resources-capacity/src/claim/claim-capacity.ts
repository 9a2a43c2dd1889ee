import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { ClaimDeps } from "./deps.ts";
import { type LedgerAddress, type Supplier, addressesOf, windowFrom } from "../ledger/day.ts";
import { requestedUsesOf } from "../ledger/demand.ts";
import type { Claim, ClaimCommand } from "../ledger/ledger.ts";
import { lackOf } from "../ledger/other-day.ts";

type ClaimCapacityInput = InputOf<typeof resourcesCapacity.claimCapacity>;
type Output = OutputOf<typeof resourcesCapacity.claimCapacity>;

/**
 * Claims all resources of a departure or none, in place of the booking's other claims if it names them:
 * then no place counts twice while it has both. A departure that crosses a day boundary gets a claim in
 * each of the two ledgers. If the second is refused, the first is released. That is safe, since the
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

/** The places that a booking wants to claim, on one ledger or on two. */
export interface Order
  extends Pick<ClaimCommand, "bookingId" | "window" | "demand" | "asTaken" | "until" | "expand"> {
  readonly supplier: Supplier;
  readonly attempt: string;
  readonly inPlaceOf: ClaimCapacityInput["inPlaceOf"];
  readonly fresh: boolean;
}

/** Claims all resources on every day that the window touches, or none. */
export async function claimOnDays(
  deps: ClaimDeps,
  request: Request,
  order: Order,
): Promise<Output> {
  const addresses = addressesOf(order.supplier, order.window);
  const claimed: Claimed[] = [];
  try {
    for (const [index, address] of addresses.entries()) {
      const otherDay = claimed.flatMap(({ claim }) => claim.expanded ?? []);
      const isLast = index === addresses.length - 1;
      const place = { order, index, address, otherDay, isLast };
      const command = commandOf(deps, request, place);
      const claim = await deps.actors.at(address).submit(command, request.deadline);
      if (claim) claimed.push({ address, claim });
    }
    if (addresses.length > 1) {
      if (!agree(claimed, addresses.length)) throw refuse("SERVICE_UNAVAILABLE");
      // mark: level-expansions
      await levelExpansions(deps, request, order, claimed);
    }
  } catch (error) {
    // A booking may have named the claims of a repeat: recovery asks.
    // mark: release-first-day
    if (/* mark: release-unnamed-only */ order.fresh) await releaseAll(deps, request, claimed);
    throw error;
  }
  return {
    claims: claimed.map(({ address, claim }) => ({ claimId: claim.id, ledger: address.id })),
    taken: (claimed[0]?.claim.use ?? []).map((use) => ({ ...use })),
  };
}

/**
 * Repeats the first day's claim where the second day's has added more, so that it adds as much. If that fails, both
 * claims are released, and recovery releases those that a crash leaves: no booking names them yet.
 */
async function levelExpansions(
  deps: ClaimDeps,
  request: Request,
  order: Order,
  [first, last]: readonly Claimed[],
): Promise<void> {
  const otherDay = last?.claim.expanded ?? [];
  const has = new Map(first?.claim.expanded?.map((each) => [each.resourceId, each]));
  const isLevel = otherDay.every((each) => {
    const { resourceId: id, epoch } = each;
    return !lackOf(has.get(id), otherDay, { id, epoch });
  });
  if (!first || isLevel) return;
  const place = { order, index: 0, address: first.address, otherDay, isLast: false };
  const command = { ...commandOf(deps, request, place), isFresh: false };
  await deps.actors.at(first.address).submit(command, request.deadline);
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

/** The command of an order to the ledger of one of its days. */
export function commandOf(
  deps: ClaimDeps,
  request: Request,
  { order, index, address, otherDay, isLast }: Place,
): ClaimCommand {
  const { bookingId, attempt, window, demand, asTaken, until, expand, fresh, inPlaceOf } = order;
  return {
    kind: "claim",
    claimId: `${bookingId}.${attempt}${"ab".charAt(index)}`,
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
    isFresh: fresh,
  };
}

/**
 * Whether both days took the same. Between the two claims a resize may change the number of units, and
 * a requirement may come or go.
 */
function agree(claimed: readonly Claimed[], days: number): boolean {
  if (claimed.length > 0 && claimed.length < days) return false;
  const amounts = claimed.map(({ claim }) =>
    claim.use.map(({ resourceId, places, units }) => `${resourceId} ${places} ${units}`).join(),
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
