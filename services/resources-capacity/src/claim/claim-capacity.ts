import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { type LedgerAddress, type Supplier, addressesOf, windowOf } from "../ledger/day.ts";
import { wishesOf } from "../ledger/demand.ts";
import type { Claim, ClaimCommand } from "../ledger/ledger.ts";

type Input = InputOf<typeof resourcesCapacity.claimCapacity>;
type Output = OutputOf<typeof resourcesCapacity.claimCapacity>;

/**
 * Takes all resources of a departure or none, in place of other claims of the booking where it
 * names them: then no places count twice while it has both. A departure across the boundary of the supplier's
 * day has a claim in both days' ledgers; when the second is refused the first is given back, which
 * is safe: the booking that could name it is inserted by the caller, after this has answered.
 */
export async function claimCapacity(deps: Deps, request: Request, input: Input): Promise<Output> {
  const { tenantId } = request.caller;
  const { supplierId } = input;
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  if (startMinute === undefined) return claimNothing(input);

  const { until, ...asked } = input;
  const window = windowOf(input.startAt, input.durationMinutes);
  const supplier = { tenantId, supplierId, startMinute };
  const order = { ...asked, supplier, window, until: until === null ? null : secondsOf(until) };
  return claimOnDays(deps, request, order);
}

/** What is to be claimed, on one ledger or on two. */
export interface Order
  extends Pick<ClaimCommand, "bookingId" | "window" | "demand" | "asTaken" | "until" | "expand"> {
  readonly supplier: Supplier;
  readonly attempt: string;
  readonly inPlaceOf: Input["inPlaceOf"];
  readonly fresh: boolean;
}

/** Takes all resources on every day that the window touches, or none. */
export async function claimOnDays(deps: Deps, request: Request, order: Order): Promise<Output> {
  const addresses = addressesOf(order.supplier, order.window);
  const claimed: { address: LedgerAddress; claim: Claim }[] = [];
  try {
    for (const [index, address] of addresses.entries()) {
      const earlier = claimed.flatMap(({ claim }) => claim.expanded ?? []);
      const isLast = index === addresses.length - 1;
      const place = { order, index, address, earlier, isLast };
      const command = commandOf(deps, request, place);
      const claim = await deps.actors.at(address).submit(command, request.deadline);
      if (claim) claimed.push({ address, claim });
    }
    if (!agree(claimed, addresses.length)) throw refuse("SERVICE_UNAVAILABLE");
  } catch (error) {
    // mark: give-back-first-day
    await giveBack(deps, request, claimed);
    throw error;
  }
  return {
    claims: claimed.map(({ address, claim }) => ({ claimId: claim.id, ledger: address.id })),
    taken: (claimed[0]?.claim.use ?? []).map((use) => ({ ...use })),
  };
}

/** A supplier that never had a resource: the demand alone decides. */
function claimNothing({ demand }: Input): Output {
  const wished = wishesOf(demand, []);
  if (!wished.ok) throw refuse(wished.code);
  return { claims: [], taken: [] };
}

interface Place {
  order: Order;
  index: number;
  address: LedgerAddress;
  earlier: ClaimCommand["earlier"];
  isLast: boolean;
}

/** Buckets are whole seconds: a hold never ends before it was promised to. */
export function secondsOf(instant: string): number {
  return Math.ceil(Date.parse(instant) / 1000);
}

function commandOf(
  deps: Deps,
  request: Request,
  { order, index, address, earlier, isLast }: Place,
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
    earlier,
    isLast,
    confirmBy: deps.clock() + deps.config.confirmMs,
    caller: request.caller,
    // A departure across a day's boundary holds its places in each of the two days by itself.
    inPlaceOf: inPlaceOf
      .filter(({ ledger }) => ledger === address.id)
      .map(({ claimId }) => claimId),
    isFresh: fresh,
  };
}

/**
 * A resize between the two may have made other units of the same wish, a requirement that came or
 * went between them a claim on one of the days alone.
 */
function agree(claimed: readonly { claim: Claim }[], days: number): boolean {
  if (claimed.length > 0 && claimed.length < days) return false;
  const amounts = claimed.map(({ claim }) =>
    claim.use.map(({ resourceId, places, units }) => `${resourceId} ${places} ${units}`).join(),
  );
  return new Set(amounts).size <= 1;
}

/** What stays held here is given back by recovery: no booking will ever name it. */
async function giveBack(
  deps: Deps,
  request: Request,
  claimed: readonly { address: LedgerAddress; claim: Claim }[],
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
