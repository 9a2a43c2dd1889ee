/** Delivers what is due for one subscription, as long as this replica has the lease on it. */
import type { Deps } from "../deps.ts";
import {
  type Subscription,
  concurrencyOf,
  isFailing,
  never,
} from "../subscription/subscription.ts";
import { deliverOne } from "./deliver-one.ts";
import type { Slots } from "./slots.ts";

export const leaseMs = 20_000;
const renewMs = 5_000;
const noRoomMs = 100;

/** Says to a worker that something may have become due. */
export class Nudge {
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
  readonly deps: Deps;
  /** Unique to this process. */
  readonly holder: string;
  readonly slots: Slots;
  readonly isStopped: () => boolean;
}

/**
 * Works until nothing is due, the subscription does not want it any more, or the lease is lost. It
 * is read anew before each round of attempts, so that a change of it counts from then on.
 */
export async function workOn(options: WorkerOptions, id: string, nudge: Nudge): Promise<void> {
  const { due, clock } = options.deps;
  const underWay = new Map<string, Promise<void>>();
  let renewedAt = clock();
  try {
    while (!options.isStopped()) {
      if (clock() - renewedAt > renewMs) {
        renewedAt = clock();
        const until = new Date(renewedAt + leaseMs);
        await due.takeLease(id, options.holder, new Date(renewedAt), until);
      }
      // What is nudged for from here on may not be found below.
      nudge.isGiven = false;
      const subscription = await due.readLeased(id, options.holder);
      if (subscription?.status !== "ACTIVE") return;
      const hadRoom = await begin(options, subscription, underWay);
      if (underWay.size > 0)
        await Promise.race([...underWay.values(), nudge.wait(hadRoom ? renewMs : noRoomMs)]);
      else if (!hadRoom) await nudge.wait(noRoomMs);
      else if (await rest(options, subscription)) return;
    }
  } finally {
    await Promise.all(underWay.values());
    await due.leave(id, options.holder);
  }
}

/** Begins what is due, as far as there is room; false where this process has none. */
async function begin(
  { deps, slots }: WorkerOptions,
  subscription: Subscription,
  underWay: Map<string, Promise<void>>,
): Promise<boolean> {
  const failing = isFailing(subscription);
  const wanted = concurrencyOf(subscription) - underWay.size;
  if (wanted <= 0) return true;
  const limit = Math.min(wanted, slots.free(failing));
  if (limit <= 0) return false;
  const page = { without: [...underWay.keys()], limit };
  const due = await deps.deliveries.listDue(subscription._id, new Date(deps.clock()), page);
  for (const delivery of due) {
    const release = slots.take(failing);
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
}

async function rest({ deps, holder }: WorkerOptions, read: Subscription): Promise<boolean> {
  const next = await deps.deliveries.nextDueAt(read._id);
  return deps.due.rest(read, holder, next ?? never);
}
