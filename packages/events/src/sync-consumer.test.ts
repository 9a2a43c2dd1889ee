import { describe, expect, it } from "@jest/globals";
import { type StoredEvent, readEvent } from "@slipway/contracts";
import { changeOf, syncTypes } from "./sync-consumer.ts";

const booking = {
  id: "bkg_1",
  tenantId: "ten_1",
  optionId: "opt_1",
  sourceChannelConnectionId: null,
  status: "CONFIRMED",
  startAt: "2027-07-01T08:00:00.000Z",
  occupiedUntil: "2027-07-01T09:00:00.000Z",
  resourceUsageSnapshot: { items: [{ resourceId: "res_1", capacityPlaces: 2 }] },
};

/** The change that the consumer makes of an event in its stored form. */
function changeFor(action: string, before: object | null, after: object | null) {
  const stored: StoredEvent = {
    id: "aud_1",
    tenantId: "ten_1",
    at: "2027-06-01T00:00:00.000Z",
    actorType: "API_KEY",
    actorId: "key_1",
    source: "api/v1",
    entityType: action.split(".")[0] as StoredEvent["entityType"],
    entityId: "ent_1",
    action,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  };
  const event = readEvent(stored, syncTypes);
  return event && changeOf(event);
}

const places = (of: Partial<typeof booking> = {}) => {
  const { optionId, startAt, occupiedUntil: endAt } = { ...booking, ...of };
  return { by: "booking", optionId, startAt, endAt, resourceIds: ["res_1"] };
};

describe("what a change touches", () => {
  const moved = { ...booking, startAt: "2027-07-02T08:00:00.000Z" };
  // Other places, though they are as many at the same time.
  const ofOther = { ...booking, optionId: "opt_2" };
  const longer = { ...booking, occupiedUntil: "2027-07-01T11:00:00.000Z" };
  const bigger = {
    ...booking,
    resourceUsageSnapshot: { items: [{ resourceId: "res_1", capacityPlaces: 3 }] },
  };
  const block = { productId: "prd_1", startAt: "a", endAt: "b" };
  const boat = { quantity: 1, capacityPerResource: 10, name: "Boat" };

  it.each<[string, object | null, object | null, unknown]>([
    ["booking.create", null, booking, [places()]],
    ["booking.cancel", booking, { ...booking, status: "CANCELLED" }, [places()]],
    ["booking.expire", booking, { ...booking, status: "EXPIRED" }, [places()]],
    ["booking.reject", booking, { ...booking, status: "REJECTED" }, [places()]],
    ["booking.update", booking, moved, [places(), places(moved)]],
    ["booking.update", booking, longer, [places(), places(longer)]],
    ["booking.update", booking, bigger, [places(), places()]],
    ["booking.update", booking, ofOther, [places(), places(ofOther)]],
    ["booking.update", booking, { ...booking, participants: {} }, undefined],
    ["booking.update-details", booking, { ...booking, notes: "late" }, undefined],
    ["booking.create", null, { ...booking, resourceUsageSnapshot: null }, undefined],
    ["availabilityBlock.create", null, block, [{ by: "block", ...block }]],
    ["availabilityBlock.delete", block, null, [{ by: "block", ...block }]],
    ["resource.update", boat, { ...boat, quantity: 2 }, [{ by: "resource", resourceId: "ent_1" }]],
    ["resource.update", boat, { ...boat, name: "Ship" }, undefined],
    [
      "resourceRequirement.delete",
      { optionId: "opt_1" },
      null,
      [{ by: "requirement", optionId: "opt_1" }],
    ],
  ])("%s", (action, before, after, touched) => {
    expect(changeFor(action, before, after)?.touched).toEqual(touched);
  });
});

it.each<[string, object | null, object | null, unknown]>([
  ["product.create", null, { id: "prd_1", supplierId: "sup_1" }, ["prd_1", "sup_1"]],
  ["product.delete", { id: "prd_1", supplierId: "sup_1" }, null, ["prd_1", "sup_1"]],
  ["option.update", { productId: "prd_1" }, { productId: "prd_1" }, ["prd_1", undefined]],
  ["option.delete", { productId: "prd_1" }, null, ["prd_1", undefined]],
  ["option.set-pricing-periods", { pricingPer: null }, { pricingPer: "UNIT" }, "ent_1"],
  ["option.set-unit-order", { unitIds: ["a", "b"] }, { unitIds: ["b", "a"] }, "ent_1"],
  ["unit.delete", { optionId: "opt_1" }, null, "opt_1"],
  ["availabilityPeriod.create", null, { optionId: "opt_1" }, "opt_1"],
])("%s changes the product that resellers see", (action, before, after, of) => {
  const expected = Array.isArray(of) ? { productId: of[0], supplierId: of[1] } : { optionId: of };
  const change = changeFor(action, before, after);
  expect([change?.touched, change?.products]).toEqual([[], [expected]]);
});

it("names a booking as OCTO shows it, where it has tickets", () => {
  const ofChannel = { ...booking, sourceChannelConnectionId: "chn_1", externalId: "0f3a" };
  const own = { ...ofChannel, supplierId: "sup_1", tickets: [{ code: "A" }] };
  const octo = (record: object) => changeFor("booking.confirm", record, record)?.booking?.octo;
  expect(octo(own)).toEqual({ uuid: "0f3a", supplierId: "sup_1" });
  expect([octo(ofChannel), octo({ ...own, tickets: [] })]).toEqual([undefined, undefined]);
});

it.each([
  ["booking.create", "CREATED"],
  ["booking.confirm", "CONFIRMED"],
  ["booking.extend", "UPDATED"],
  ["booking.update-details", "UPDATED"],
  ["booking.approve", "APPROVED"],
])("%s of a channel's booking reaches the channel as %s", (action, shown) => {
  const ofChannel = { ...booking, sourceChannelConnectionId: "chn_1", externalId: "V-1" };
  const change = changeFor(action, null, ofChannel);
  expect(change?.booking).toMatchObject({ channelConnectionId: "chn_1", bookingId: "bkg_1" });
  // The booking's record is one of an earlier release, without a reference.
  expect(JSON.parse(change?.booking?.body ?? "")).toMatchObject({
    data: { action: shown, reference: null, resellerReference: null },
  });
});
