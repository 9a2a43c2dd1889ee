import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { referenceCache } from "@slipway/contracts";
import type { ServiceBroker } from "moleculer";
import {
  type ServiceOptions,
  type ServiceStore,
  call,
  createBroker,
  defineService,
  ownRequest,
} from "../src/index.ts";

let broker: ServiceBroker;
let happened: string[];
/** The database, as far as a test needs one. */
let database: { isThere: boolean; isUp: boolean };

beforeEach(async () => {
  broker = createBroker({ nodeId: "one" });
  happened = [];
  database = { isThere: true, isUp: true };
  await broker.start();
});
afterEach(() => broker.stop());

interface Deps {
  readonly keys: string[];
}

function invalidateCache(deps: Deps, _request: unknown, { keys }: { keys: string[] }) {
  deps.keys.push(...keys);
  return {};
}

const definition = {
  name: "bookings",
  contracts: { invalidateCache: referenceCache.invalidateInBookings },
  config: () => ({}),
  async store(): Promise<ServiceStore<string>> {
    if (!database.isThere) throw new Error("no database");
    happened.push("opened");
    return {
      lacks: () => (database.isUp ? undefined : "database"),
      failureOf: () => "fault",
      noteUnreadable: (id, reason) => void happened.push(`${id} ${reason}`),
      jobs: [],
      start: (consumers) => void happened.push(`deliver to ${consumers.join()}`),
      settle: async () => void happened.push("delivered"),
      close: async () => void happened.push("closed"),
    };
  },
  deps: (): Deps => ({ keys: [] }),
  actions: { invalidateCache },
  consumers: () => ["audit"],
  jobs: () => [
    {
      name: "sweep-things",
      everyMs: 60_000,
      atStart: true,
      run: async () => void happened.push("job ran"),
    },
  ],
  parts: () => [
    {
      start: () => void happened.push("part started"),
      stop: async () => void happened.push("part stopped"),
      settle: async () => void happened.push("part settled"),
    },
  ],
} as const;

function aService() {
  const options = { broker, mongodbUri: "", databasePrefix: "", log: () => undefined };
  return defineService(definition)(options satisfies ServiceOptions);
}

const invalidate = () =>
  call(ownRequest(broker, "ten_1"), referenceCache.invalidateInBookings, { keys: ["opt_1"] }).catch(
    ({ type }: { type: string }) => type,
  );

describe("a service made of a table", () => {
  it("is on the bus once its database is open, and begins its own work", async () => {
    const service = aService();
    expect(service.lacks()).toBe("database");
    expect(await invalidate()).toBe("SERVICE_NOT_FOUND");
    await service.start();
    await broker.waitForServices("bookings", 0, 5);
    expect(await invalidate()).toEqual({});
    expect(service.lacks()).toBeUndefined();
    expect(happened).toEqual(["opened", "deliver to audit", "part started", "job ran"]);
  });

  it("is what Moleculer's createService takes", async () => {
    broker.createService(aService().schema);
    await broker.waitForServices("bookings", 0, 5);
    expect(await invalidate()).toEqual({});
  });

  it("leaves nothing behind where its start fails, and starts when it is repeated", async () => {
    database.isThere = false;
    const service = aService();
    await expect(service.start()).rejects.toThrow("no database");
    expect(broker.getLocalService("bookings")).toBeUndefined();
    expect(await invalidate()).toBe("SERVICE_NOT_FOUND");
    database.isThere = true;
    await service.start();
    await broker.waitForServices("bookings", 0, 5);
    expect(await invalidate()).toEqual({});
  });

  it("closes its database where its dependencies cannot be made", async () => {
    const deps = (): Deps => {
      throw new Error("a setting is missing");
    };
    const options = { broker, mongodbUri: "", databasePrefix: "", log: () => undefined };
    const service = defineService({ ...definition, deps })(options);
    await expect(service.start()).rejects.toThrow("a setting is missing");
    expect(happened).toEqual(["opened", "closed"]);
  });

  it("refuses calls while its database is away", async () => {
    const service = aService();
    await service.start();
    await broker.waitForServices("bookings", 0, 5);
    database.isUp = false;
    expect([service.lacks(), await invalidate()]).toEqual(["database", "SERVICE_UNAVAILABLE"]);
  });

  it("answers calls once another primary takes writes", async () => {
    const service = aService();
    await service.start();
    await broker.waitForServices("bookings", 0, 5);
    database.isUp = false;
    const answer = invalidate();
    await new Promise((resume) => setTimeout(resume, 100));
    database.isUp = true;
    expect(await answer).not.toBe("SERVICE_UNAVAILABLE");
  });

  it("answers other services of the process until its database is closed", async () => {
    const { promise: mayStop, resolve: stopParts } = Promise.withResolvers<void>();
    const parts = () => [{ stop: () => mayStop }];
    const options = { broker, mongodbUri: "", databasePrefix: "", log: () => undefined };
    const service = defineService({ ...definition, parts })(options);
    await service.start();
    const stopped = service.stop();
    expect(service.lacks()).toBeUndefined();
    stopParts();
    await stopped;
    expect([service.lacks(), happened.at(-1)]).toEqual(["database", "closed"]);
  });

  it("closes its database where a part cannot be stopped, and says so", async () => {
    const lines: string[] = [];
    const parts = () => [{ stop: () => Promise.reject(new Error("stuck")) }];
    const log = (_level: string, line: string): void => void lines.push(line);
    const options = { broker, mongodbUri: "", databasePrefix: "", log };
    const service = defineService({ ...definition, parts })(options);
    await service.start();
    await service.stop();
    expect(happened.at(-1)).toBe("closed");
    expect(lines).toEqual(["a part of the service could not be stopped: Error: stuck"]);
  });

  it("ends its parts, then its database, with the broker or by itself", async () => {
    for (const stop of [
      (service: ReturnType<typeof aService>) => service.stop(),
      () => broker.stop(),
    ]) {
      const service = aService();
      await service.start();
      happened = [];
      await stop(service);
      expect(happened).toEqual(["part stopped", "closed"]);
      await service.stop();
      expect(service.lacks()).toBe("database");
    }
  });

  it("settles its parts, then the deliveries to its consumers", async () => {
    const service = aService();
    await service.start();
    happened = [];
    await service.settle();
    expect(happened).toEqual(["part settled", "delivered"]);
  });

  it("is refused where a contract names another action", () => {
    const contracts = { invalidateCache: referenceCache.invalidateInGateway };
    const make = defineService({ ...definition, contracts });
    const options = { broker, mongodbUri: "", databasePrefix: "", log: () => undefined };
    expect(() => make(options)).toThrow("bookings.invalidateCache has no contract");
  });
});
