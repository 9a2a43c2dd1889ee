/** Services before a replica set whose fail-overs a test aims, and a shop on them. */
import { type Request, call } from "@slipway/broker";
import { type OutputOf, bookings } from "@slipway/contracts";
import { setTimeout as pause } from "node:timers/promises";
import { testDatabase } from "@slipway/store/testing";
import {
  type Injected,
  type ReplicaSet,
  startReplicaSet,
} from "../../src/replica-set/replica-set.ts";
import type { PlatformOptions } from "@slipway/server/platform";
import { type Ferry, aFerry } from "../../src/testing-ferry.ts";
import { waitMsMax } from "../../src/testing-until.ts";
import { type TestPlatform, testPlatform } from "../../src/testing.ts";

export type Booking = OutputOf<typeof bookings.getBooking>;

export interface Rehearsed {
  readonly set: ReplicaSet;
  /** Replicas of all services, on the same databases. */
  readonly platforms: readonly TestPlatform[];
  /** A request of this test's tenant; on the first replica unless said otherwise, with so long to be answered. */
  as(options?: { replica?: number; withinMs?: number }): Request;
  /** One option that departs daily, with so many places on its one boat. */
  aFerry(places: number): Promise<Ferry>;
  book(ferry: Ferry, input?: object, request?: Request): Promise<Booking>;
  get(id: string): Promise<Booking>;
  settle(): Promise<unknown>;
  stop(): Promise<void>;
}

export const startAt = "2031-07-01T08:00:00.000Z";

export async function rehearse(
  testFileUrl: string,
  { replicas = 1, ...options }: Partial<PlatformOptions> & { replicas?: number } = {},
): Promise<Rehearsed> {
  const set = await startReplicaSet(testDatabase(testFileUrl).uri);
  const platforms: TestPlatform[] = [];
  for (let replica = 0; replica < replicas; replica++)
    platforms.push(await testPlatform(testFileUrl, { ...options, mongodbUri: set.uri }));
  const [first] = platforms as [TestPlatform];
  const tenantId = await first.aTenant();
  const as: Rehearsed["as"] = ({ replica = 0, withinMs } = {}) => {
    const request = (platforms[replica] ?? first).as(tenantId);
    return withinMs === undefined ? request : { ...request, deadline: Date.now() + withinMs };
  };
  return {
    set,
    platforms,
    as,
    // A node that has just joined NATS takes seconds for a change.
    aFerry: (places) => aFerry(as({ withinMs: 60_000 }), places),
    async book(ferry, input = {}, request = as()) {
      const unitItems = [{ unitId: ferry.unitId, quantity: 1 }];
      const wanted = { optionId: ferry.optionId, startAt, unitItems, ...input };
      return (await call(request, bookings.createBooking, wanted)).booking;
    },
    get: (id) => patiently(() => call(as(), bookings.getBooking, { id })),
    settle: () => patiently(() => Promise.all(platforms.map((platform) => platform.settle()))),
    async stop() {
      for (const platform of platforms) await platform.stop();
      await set.close();
    },
  };
}

const patienceMs = waitMsMax;

/** Asks again while the database is away; what is asked must be repeatable. */
export async function patiently<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isAway(error) || Date.now() > until) throw error;
      // A refusal of this process comes without waiting for anything: let it hear from the database.
      await pause(10);
    }
  }
}

function isAway(error: unknown): boolean {
  const { type, name } = error as { type?: unknown; name?: unknown };
  return (
    type === "SERVICE_UNAVAILABLE" || type === "OUTCOME_UNKNOWN" || String(name).startsWith("Mongo")
  );
}

/** Waits for a command that is to be let through as it is, once it was applied. */
export async function applied(
  set: ReplicaSet,
  matching: { commands: readonly string[]; database: string; collection: string; text?: string },
): Promise<void> {
  const { text = "", ...where } = matching;
  const seen: Injected = set.inject({
    ...where,
    where: (document) => JSON.stringify(document).includes(text),
    when: "after",
    effect: { hold: Promise.resolve() },
  });
  await seen.met;
  seen.remove();
}
