/** The effects of time and crashes on places, by a clock that the test holds. */
import { beforeEach, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { availability, bookings } from "@slipway/contracts";
import { type Ferry, aFerry } from "@slipway/dev/testing-ferry";
import { until } from "@slipway/dev/testing-until";
import { ferryPlatform, startAt } from "../ferry.ts";

let tenantId: string;
let now = Date.parse("2031-06-01T10:00:00.000Z");
const platform = forThisFile(() =>
  ferryPlatform(import.meta.url, {
    settings: { HOLD_SWEEP_SECONDS: "0.05" },
    clock: () => now,
  }),
);
beforeEach(async () => {
  tenantId = await platform.aTenant();
});

const as = () => platform.as(tenantId);

function post(ferry: Ferry, input: object = {}) {
  const unitItems = [{ unitId: ferry.unitId, quantity: 1 }];
  const asked = { optionId: ferry.optionId, startAt, unitItems, ...input };
  return call(as(), bookings.createBooking, asked);
}

async function vacancies({ optionId }: Ferry): Promise<number | null | undefined> {
  const range = { optionId, from: startAt, to: startAt };
  return (await call(as(), availability.listAvailability, range)).items[0]?.vacancies;
}

it("frees the places of a hold at its expiry and not a millisecond before", async () => {
  const ferry = await aFerry(as(), 1);
  const { booking } = await post(ferry, { status: "ON_HOLD" });
  const expiresAt = Date.parse(booking.expiresAt ?? "");
  now = expiresAt - 1;
  await expect(post(ferry)).rejects.toMatchObject({ type: "CAPACITY_EXHAUSTED" });
  expect(await vacancies(ferry)).toBe(0);
  now = expiresAt;
  expect((await post(ferry)).booking.status).toBe("CONFIRMED");
  const { id } = booking;
  await expect(call(as(), bookings.confirmBooking, { id })).rejects.toMatchObject({
    type: "HOLD_EXPIRED",
  });
  expect((await call(as(), bookings.getBooking, { id })).status).toBe("EXPIRED");
});

it("keeps the places of a booking whose claim is not confirmed", async () => {
  const ferry = await aFerry(as(), 1);
  const { broker } = platform;
  const passOn = broker.call.bind(broker);
  const settled: unknown[] = [];
  broker.call = async (name: string, ...rest: unknown[]) => {
    if (name === "resourcesCapacity.attachClaims") throw new Error("lost");
    const answer: unknown = await passOn(name, ...(rest as []));
    if (name === "bookings.settleClaims") settled.push(answer);
    return answer as never;
  };
  const { booking } = await post(ferry);
  await platform.settle();
  now += 61_000;
  const named = { named: [`${booking.id}.0a`], never: [], ended: [] };
  await until(() => settled.length > 0);
  broker.call = passOn;
  expect(settled[0]).toEqual(named);
  expect(await vacancies(ferry)).toBe(0);
});
