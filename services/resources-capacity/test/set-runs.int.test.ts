/** Decisions on departures: which are refused, and what a repeat by a key answers. */
import { afterEach, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { forThisFile } from "@slipway/dev/testing-file";
import { codeOf } from "@slipway/dev/testing-request";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const startAt = "2027-07-02T08:00:00.000Z";
const endsAt = "2027-07-02T09:00:00.000Z";

const platform = forThisFile(() => capacityPlatform(import.meta.url));
const begin = Date.parse("2027-07-01T12:00:00.000Z");
afterEach(() => {
  platform.time.now = begin;
});

async function aDeparture() {
  const supplier = aSupplier(platform);
  const optionId = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(optionId, boat.id);
  const { supplierId } = supplier;
  const named = { optionId, productId: "prd", supplierId, startAt, endsAt };
  return {
    claim: (bookingId: string) => supplier.claim(optionId, 1, { bookingId }),
    async set(runs: "OPEN" | "CALLED_OFF", redeemed: string[] = [], key?: string) {
      const repeat = key === undefined ? undefined : { key, of: runs, isReplayed: false };
      const input = { ...named, runs, reason: null, redeemed };
      const code = await codeOf(call(supplier.request(), contracts.setRuns, input, { repeat }));
      return code === "done" && repeat ? repeat.isReplayed : code;
    },
  };
}

it("calls a departure off until it ends; then a repeat is still one", async () => {
  const { set } = await aDeparture();
  platform.time.now = Date.parse(endsAt) - 1;
  expect(await set("CALLED_OFF", [], "storm")).toBe(false);
  platform.time.now = Date.parse(endsAt);
  expect(await set("CALLED_OFF", [], "storm")).toBe(true);
  expect(await set("CALLED_OFF")).toBe("done");
  expect(await (await aDeparture()).set("CALLED_OFF")).toBe("IN_THE_PAST");
});

it("reopens a departure beside claims of those that have come, and of nobody else", async () => {
  const { claim, set } = await aDeparture();
  for (const bookingId of ["bkg_come", "bkg_left"]) await claim(bookingId);
  await set("CALLED_OFF");
  expect(await set("OPEN", ["bkg_come"])).toBe("INVALID_STATE");
  expect(await set("OPEN", ["bkg_come", "bkg_left"])).toBe("done");
});
