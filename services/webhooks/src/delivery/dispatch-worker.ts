/** Finds subscriptions with something to deliver, and has each worked on by one replica at a time. */
import { setTimeout as pause } from "node:timers/promises";
import { inSpan } from "@slipway/telemetry";
import { leaseMs, stopMs } from "../constants.ts";
import type { DeliveryDeps } from "./deps.ts";
import type { Due } from "../record/due-store.ts";
import { Wake, type WorkerOptions, workOn } from "./subscription-worker.ts";

export interface Dispatcher {
  /** Has these worked on now, instead of at the next look. */
  wake(due: readonly Due[]): void;
  /** Begins what is due; answers how much that was. */
  look(): Promise<number>;
  /** Begins nothing more; resolves when attempts under way have ended. */
  stop(): Promise<void>;
  /** Resolves when nothing is due. */
  settle(): Promise<void>;
}

const foundMax = 200;

/** @param holder unique to this process: the name by which it holds leases. */
export function createDispatcher(deps: DeliveryDeps, holder: string): Dispatcher {
  const working = new Map<string, { work: Promise<void>; wake: Wake }>();
  let isStopped = false;
  const options = { deps, holder, isStopped: () => isStopped };

  function begin(due: Due): void {
    const { _id: id } = due;
    const at = working.get(id);
    if (at) return at.wake.give();
    if (isStopped) return;
    const wake = new Wake();
    const work = inSpan(undefined, () => takeAndWork(options, due, wake))
      .catch((error: unknown) => deps.warn(`deliveries of ${id}: ${String(error)}`))
      .finally(() => {
        working.delete(id);
        // It came when the work had ended but for its last write.
        if (wake.isGiven) begin(due);
      });
    working.set(id, { work, wake });
  }

  const worked = (): Promise<unknown> => Promise.all([...working.values()].map(({ work }) => work));

  async function look(): Promise<number> {
    const found = await deps.due.listDue(new Date(deps.clock()), foundMax);
    for (const due of found) begin(due);
    return found.length;
  }

  return {
    wake: (woken) => woken.forEach(begin),
    look,
    async stop() {
      isStopped = true;
      for (const { wake } of working.values()) wake.give();
      await Promise.race([worked(), pause(stopMs, undefined, { ref: false })]);
      // Attempts that are still under way are cut off. They are not written, so the next replica makes them again.
      await deps.sender.close();
      await worked();
    },
    async settle() {
      while ((await look()) > 0 || working.size > 0) await worked();
    },
  };
}

/** Works on a subscription if the lease on it is free. */
async function takeAndWork(options: WorkerOptions, due: Due, wake: Wake): Promise<void> {
  const { deps, holder } = options;
  const taken = await deps.inTurn(due.tenantId, () => {
    const now = deps.clock();
    return deps.due.takeLease(due._id, holder, new Date(now), new Date(now + leaseMs));
  });
  if (taken) await workOn(options, due, wake);
}
