/** Delivers what is due for one subscription, as long as this replica has the lease on it. */
import type { Release } from "@slipway/delivery";
import { leaseMs, renewMs } from "../constants.ts";
import type { DeliveryDeps } from "./deps.ts";
import type { Due } from "../record/due-store.ts";
import { type Subscription, concurrencyOf, never } from "../record/subscription.ts";
import { deliverOne, slotsOf } from "./deliver-one.ts";

/** Says to a worker that something may have become due. */
export class Wake {
  isGiven = false;
  #notice: () => void = () => {};

  give(): void {
    this.isGiven = true;
    this.#notice();
  }

  /** Resolves when it is given, or after this time. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resume) => {
      const timer = setTimeout(resume, milliseconds).unref();
      this.#notice = () => {
        clearTimeout(timer);
        resume();
      };
      if (this.isGiven) this.#notice();
    });
  }
}

export interface WorkerOptions {
  readonly deps: DeliveryDeps;
  /** Unique to this process. */
  readonly holder: string;
  readonly isStopped: () => boolean;
}

/**
 * Works until nothing is due, the subscription does not want it any more, or the lease is lost. It
 * is read anew before each round of attempts, so that a change of it counts from then on.
 */
export async function workOn(options: WorkerOptions, due: Due, wake: Wake): Promise<void> {
  const { deps, holder } = options;
  const { _id: id, tenantId } = due;
  const underWay = new Map<string, Promise<void>>();
  const inTurn = <Result>(step: () => Promise<Result>): Promise<Result> =>
    deps.inTurn(tenantId, step);
  let renewedAt = deps.clock();
  let turn: Release | undefined;
  try {
    while (!options.isStopped()) {
      if (deps.clock() - renewedAt > renewMs) {
        await inTurn(() => {
          renewedAt = deps.clock();
          const until = new Date(renewedAt + leaseMs);
          return deps.due.takeLease(id, holder, new Date(renewedAt), until);
        });
      }
      // The reads below may miss a delivery that becomes due from here on.
      wake.isGiven = false;
      const subscription = await inTurn(() => deps.due.readLeased(id, holder));
      if (subscription?.status !== "ACTIVE") return;
      const round = { underWay, slot: turn };
      turn = undefined;
      if (!(await inTurn(() => begin(deps, subscription, round))))
        turn = await slotsOf(deps, subscription).wait(tenantId, renewMs);
      else if (underWay.size > 0) await Promise.race([...underWay.values(), wake.wait(renewMs)]);
      else if (await inTurn(() => rest(options, subscription))) return;
    }
  } finally {
    turn?.();
    await Promise.all(underWay.values());
    await inTurn(() => deps.due.leave(id, holder));
  }
}

interface Round {
  readonly underWay: Map<string, Promise<void>>;
  /** A slot that the tenant holds already; begin uses it or gives it back. */
  slot: Release | undefined;
}

/** Begins what is due, as far as the tenant has slots; false where it lacks one. */
async function begin(
  deps: DeliveryDeps,
  subscription: Subscription,
  round: Round,
): Promise<boolean> {
  const { underWay } = round;
  const { _id, tenantId } = subscription;
  const slots = slotsOf(deps, subscription);
  try {
    const limit = concurrencyOf(subscription) - underWay.size;
    if (limit <= 0) return true;
    const page = { without: [...underWay.keys()], limit };
    for (const delivery of await deps.deliveries.listDue(_id, new Date(deps.clock()), page)) {
      const release = round.slot ?? slots.take(tenantId);
      round.slot = undefined;
      if (!release) return false;
      const attempt = deliverOne(deps, { subscription, delivery })
        .then(() => undefined)
        .catch((error: unknown) => deps.warn(`delivery ${delivery._id}: ${String(error)}`))
        .finally(() => {
          release();
          underWay.delete(delivery._id);
        });
      underWay.set(delivery._id, attempt);
    }
    return true;
  } finally {
    round.slot?.();
  }
}

async function rest({ deps, holder }: WorkerOptions, read: Subscription): Promise<boolean> {
  const next = await deps.deliveries.nextDueAt(read._id);
  return deps.due.rest(read, holder, next ?? never);
}
