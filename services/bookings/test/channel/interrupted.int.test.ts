/** Faults and changes between the two halves of a channel key's request, and the race for the code of a ticket. */
import { describe, expect, it } from "@jest/globals";
import { type Request, call, refuse } from "@slipway/broker";
import { channelBookings } from "@slipway/contracts";
import { codeOf } from "@slipway/dev/testing-request";
import { duplicateKey } from "@slipway/store";
import type { BookingRecord } from "../../src/record/booking.ts";
import { iso, seatsTaken, benchForFile, tenant } from "../bench.ts";
import { startAt } from "../builders.ts";

const bench = benchForFile(import.meta.url);

const asKey = (tenantId = tenant): Request =>
  bench.as(tenantId, {
    source: "reseller",
    channel: { channelConnectionId: "chn" },
    restrictions: { supplierId: "sup", overrides: false },
  });
const adults = (count: number) => Array.from({ length: count }, () => ({ unitId: "adult" }));
const externalId = "33333333-3333-4333-8333-333333333333";

async function hold(count: number, request = asKey(), name = externalId): Promise<BookingRecord> {
  const place = { externalId: name, optionId: "opt", startAt: iso(startAt) };
  const asked = { ...place, tickets: adults(count) };
  return (await call(request, channelBookings.holdChannelBooking, asked)).booking;
}
const confirm = (count: number, customer = { fullName: "Marta" }) =>
  call(asKey(), channelBookings.confirmChannelBooking, {
    externalId,
    customer,
    tickets: adults(count),
  });
const get = (): Promise<BookingRecord> =>
  call(asKey(), channelBookings.getChannelBooking, { externalId });
const codesOf = ({ tickets }: BookingRecord): string[] => tickets.map(({ code }) => code);

describe("a confirmation with other places", () => {
  it("that is cut off after the change leaves a hold with the changed places, and a repeat confirms it", async () => {
    await hold(2);
    bench.before["resourcesCapacity.confirmClaims"] = () => Promise.reject(refuse("OVERLOADED"));
    expect(await codeOf(confirm(3))).toBe("OUTCOME_UNKNOWN");
    // Now it finds nothing to change, so that nothing is done indeed.
    expect(await codeOf(confirm(3))).toBe("OVERLOADED");
    await bench.restart();
    const between = await get();
    expect(between).toMatchObject({
      status: "ON_HOLD",
      customer: null,
      unitItems: [{ quantity: 3 }],
    });
    expect(seatsTaken(bench)).toBe(3);
    bench.before = {};
    const confirmed = await confirm(3);
    expect(confirmed).toMatchObject({ status: "CONFIRMED", customer: { fullName: "Marta" } });
    // The tickets are those of the first attempt.
    expect(codesOf(confirmed)).toEqual(codesOf(between));
    expect(seatsTaken(bench)).toBe(3);
  });

  it("of a hold that runs out in between loses no place and confirms nothing", async () => {
    const { expiresAt } = await hold(2);
    bench.before["resourcesCapacity.confirmClaims"] = () => {
      bench.now = Date.parse(expiresAt ?? "");
      return Promise.resolve();
    };
    expect(await codeOf(confirm(3))).toBe("HOLD_EXPIRED");
    expect(await get()).toMatchObject({ status: "EXPIRED", unitItems: [{ quantity: 3 }] });
    expect(seatsTaken(bench)).toBe(0);
  });

  it("changes them again where another request has changed them since", async () => {
    await hold(2);
    let changes = 0;
    bench.before["catalog.getOptionFacts"] = async () => {
      // The first confirmation has changed the places, and reads the option's approval.
      if ((await get()).tickets.length !== 3 || changes++ > 0) return;
      const change = { externalId, tickets: adults(5) };
      await call(asKey(), channelBookings.updateChannelBooking, change);
    };
    const confirmed = await confirm(3);
    expect(confirmed).toMatchObject({ status: "CONFIRMED", unitItems: [{ quantity: 3 }] });
    expect(seatsTaken(bench)).toBe(3);
  });
});

it("a change whose hold is not extended is done, and only then its outcome is unknown", async () => {
  const { expiresAt } = await hold(2);
  bench.before["resourcesCapacity.extendClaims"] = () => Promise.reject(refuse("OVERLOADED"));
  const change = (notes: string) =>
    call(asKey(), channelBookings.updateChannelBooking, { externalId, notes, holdMinutes: 90 });
  expect(await codeOf(change("late"))).toBe("OUTCOME_UNKNOWN");
  expect(await get()).toMatchObject({ notes: "late", expiresAt });
  expect(await codeOf(change("late"))).toBe("OVERLOADED");
  bench.before = {};
  expect((await change("late")).expiresAt).toBe(iso(bench.now + 90 * 60_000));
});

it("lets the unique index decide who has the code of a ticket, in each tenant", async () => {
  const [code] = codesOf(await hold(1));
  const { _id, ...stored } = (await bench.collection.findOne({}))!;
  const { channelKey: _key, ...other } = { ...stored, reference: "OTHER", outbox: [] };
  const twice = bench.collection.insertOne({ ...other, _id: "bkg_other" });
  const refused = await twice.catch((error: unknown) => duplicateKey(error));
  expect(refused).toEqual({ tenantId: 1, "tickets.code": 1 });
  const elsewhere = { ...other, _id: "bkg_elsewhere", tenantId: "other" };
  expect(await bench.collection.insertOne(elsewhere)).toMatchObject({ acknowledged: true });
  expect(code).toBe(stored.tickets?.[0]?.code);
});
