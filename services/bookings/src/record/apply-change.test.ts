import { expect, it, jest } from "@jest/globals";
import { type Request, refuse } from "@slipway/broker";
import { aBooking } from "../../test/builders.ts";
import { applyChange, ifStill } from "./apply-change.ts";
import type { Booking } from "./booking.ts";
import type { RecordDeps } from "./deps.ts";

const request = { caller: { tenantId: "ten_1" } } as Request;
const first = aBooking({ revision: 1 });
const second = aBooking({ revision: 2 });

/** A store in which the booking has these versions, one for each read; the last one stays. */
function storeOf(...versions: (Booking | null)[]) {
  let newest: Booking | null = null;
  const measureTime = jest.fn(() => Promise.resolve());
  const store = {
    getToChange: () => Promise.resolve((newest = versions.shift() ?? newest)),
    isStill: (read: Booking) => Promise.resolve(read === newest && versions.length === 0),
    hasToken: (read: Booking) =>
      Promise.resolve(read.updatedAt.getTime() === (versions[0] ?? newest)?.updatedAt.getTime()),
  };
  return { deps: { store, measureTime } as unknown as RecordDeps, measureTime };
}

const fail = (): never => {
  throw new Error("is not called");
};

it("changes the version that it has read", async () => {
  const { deps } = storeOf(first);
  const changed = aBooking({ revision: 2 });
  expect(await applyChange(deps, request, first._id, () => Promise.resolve(changed))).toBe(changed);
});

it("refuses what is not there", async () => {
  const { deps } = storeOf(null);
  await expect(applyChange(deps, request, "bkg_none", fail)).rejects.toMatchObject({
    type: "NOT_FOUND",
  });
});

it("refuses nothing on a version that is gone", async () => {
  const { deps } = storeOf(first, second);
  const change = (read: Booking): Promise<Booking> =>
    read === first ? Promise.reject(refuse("CAPACITY_EXHAUSTED")) : Promise.resolve(read);
  expect(await applyChange(deps, request, first._id, change)).toBe(second);
});

it("answers a refusal once the version is confirmed", async () => {
  const { deps } = storeOf(first);
  const change = (): Promise<never> => Promise.reject(refuse("CAPACITY_EXHAUSTED"));
  await expect(applyChange(deps, request, first._id, change)).rejects.toMatchObject({
    type: "CAPACITY_EXHAUSTED",
  });
});

it("leaves nothing unchanged because of a version that is gone", async () => {
  const { deps } = storeOf(first, second);
  const seen: number[] = [];
  const change = (read: Booking): Promise<Booking | undefined> => {
    seen.push(read.revision);
    return ifStill(deps, read);
  };
  expect(await applyChange(deps, request, first._id, change)).toBe(second);
  expect(seen).toEqual([1, 2]);
});

it("reads the database's clock where a write misses a version that stays, and calls that no conflict", async () => {
  const { deps, measureTime } = storeOf(first);
  await expect(
    applyChange(deps, request, first._id, () => Promise.resolve(undefined)),
  ).rejects.toMatchObject({ type: "SERVICE_UNAVAILABLE" });
  expect(measureTime).toHaveBeenCalled();
});

it("calls it no conflict where only its order has marked the booking meanwhile", async () => {
  const { deps } = storeOf(...[1, 2, 3, 4, 5].map((revision) => aBooking({ revision })));
  await expect(
    applyChange(deps, request, first._id, () => Promise.resolve(undefined)),
  ).rejects.toMatchObject({ type: "SERVICE_UNAVAILABLE" });
});

it("tries four versions, and then calls it a conflict without a look at the clock", async () => {
  const versions = Array.from({ length: 5 }, (_, index) =>
    aBooking({ revision: index, updatedAt: new Date(index) }),
  );
  const { deps, measureTime } = storeOf(...versions);
  const change = jest.fn(() => Promise.resolve(undefined));
  await expect(applyChange(deps, request, first._id, change)).rejects.toMatchObject({
    type: "VERSION_CONFLICT",
  });
  expect(change).toHaveBeenCalledTimes(4);
  expect(measureTime).not.toHaveBeenCalled();
});

it("answers and refuses by a confirmed key, however many others change the booking meanwhile", async () => {
  const keyed = { usedKeys: [{ key: "k", of: "op", at: new Date() }] };
  const [kept, ...versions] = [1, 2, 3, 4, 5, 6].map((revision) =>
    aBooking({ revision, ...keyed }),
  );
  const { deps } = storeOf(...versions);
  Object.assign(deps, { clock: Date.now });
  Object.assign(deps.store, { findKept: () => Promise.resolve(kept) });
  const repeat = { key: "k", of: "op", isReplayed: false };
  expect(await applyChange(deps, { ...request, repeat }, first._id, fail)).toBe(kept);
  const refused = () => Promise.reject(refuse("IDEMPOTENCY_KEY_REUSED"));
  Object.assign(deps.store, { findKept: refused, isStill: fail });
  await expect(applyChange(deps, { ...request, repeat }, first._id, fail)).rejects.toMatchObject({
    type: "IDEMPOTENCY_KEY_REUSED",
  });
});

it("does not try again what may have been done", async () => {
  const { deps } = storeOf(first, second);
  const change = jest.fn(() => Promise.reject(refuse("OUTCOME_UNKNOWN")));
  await expect(applyChange(deps, request, first._id, change)).rejects.toMatchObject({
    type: "OUTCOME_UNKNOWN",
  });
  expect(change).toHaveBeenCalledTimes(1);
});
