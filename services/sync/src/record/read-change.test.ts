import { describe, expect, it } from "@jest/globals";
import { readChange } from "./read-change.ts";

const booking = {
  id: "bkg_1",
  tenantId: "ten_1",
  optionId: "opt_1",
  sourceChannelConnectionId: null,
  reference: "7K3M9QXA",
  resellerReference: null,
  tickets: [],
  status: "CONFIRMED",
  startAt: "2027-07-01T08:00:00.000Z",
  occupiedUntil: "2027-07-01T09:00:00.000Z",
  resourceUsageSnapshot: { items: [{ resourceId: "res_1", capacityPlaces: 2 }] },
};

/** The change in an event. */
function changeFor(type: string, before: object | null, after: object | null) {
  return readChange({
    id: "aud_1",
    type,
    tenantId: "ten_1",
    at: "2027-06-01T00:00:00.000Z",
    entityId: "ent_1",
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
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
  const margins = { prepareMinutes: 15, turnaroundMinutes: 90 };
  const cleaned = {
    ...booking,
    resourceUsageSnapshot: { items: [{ resourceId: "res_1", capacityPlaces: 2, ...margins }] },
  };
  const occupied = {
    startAt: "2027-07-01T07:45:00.000Z",
    occupiedUntil: "2027-07-01T10:30:00.000Z",
  };
  const block = { productId: "prd_1", startAt: "a", endAt: "b" };
  const departure = { optionId: "opt_1", productId: "prd_1", startAt: "2027-07-01T08:00:00.000Z" };
  const calledOff = {
    productId: "prd_1",
    startAt: "2027-07-01T08:00:00.000Z",
    endAt: "2027-07-01T08:00:00.001Z",
  };
  const boat = { quantity: 1, capacityPerResource: 10, name: "Boat" };

  it.each<[string, object | null, object | null, unknown]>([
    ["booking.created", null, booking, [places()]],
    ["booking.created", null, cleaned, [places(occupied)]],
    ["booking.updated", booking, cleaned, [places(), places(occupied)]],
    ["booking.cancelled", booking, { ...booking, status: "CANCELLED" }, [places()]],
    ["booking.expired", booking, { ...booking, status: "EXPIRED" }, [places()]],
    ["booking.rejected", booking, { ...booking, status: "REJECTED" }, [places()]],
    ["booking.updated", booking, moved, [places(), places(moved)]],
    ["booking.updated", booking, longer, [places(), places(longer)]],
    ["booking.updated", booking, bigger, [places(), places()]],
    ["booking.updated", booking, ofOther, [places(), places(ofOther)]],
    ["booking.updated", booking, { ...booking, participants: {} }, undefined],
    ["booking.detailsUpdated", booking, { ...booking, notes: "late" }, undefined],
    ["booking.created", null, { ...booking, resourceUsageSnapshot: null }, undefined],
    ["availabilityBlock.created", null, block, [{ by: "block", ...block }]],
    ["availabilityBlock.deleted", block, null, [{ by: "block", ...block }]],
    ["departure.calledOff", departure, departure, [{ by: "block", ...calledOff }]],
    ["departure.reopened", departure, departure, [{ by: "block", ...calledOff }]],
    ["resource.updated", boat, { ...boat, quantity: 2 }, [{ by: "resource", resourceId: "ent_1" }]],
    ["resource.updated", boat, { ...boat, name: "Ship" }, undefined],
    [
      "resourceRequirement.deleted",
      { optionId: "opt_1" },
      null,
      [{ by: "requirement", optionId: "opt_1" }],
    ],
  ])("%s", (type, before, after, touched) => {
    expect(changeFor(type, before, after)?.touched).toEqual(touched);
  });
});

it.each<[string, object | null, object | null, unknown]>([
  ["product.created", null, { id: "prd_1", supplierId: "sup_1" }, ["prd_1", "sup_1"]],
  ["product.deleted", { id: "prd_1", supplierId: "sup_1" }, null, ["prd_1", "sup_1"]],
  ["option.updated", { productId: "prd_1" }, { productId: "prd_1" }, ["prd_1", undefined]],
  ["option.deleted", { productId: "prd_1" }, null, ["prd_1", undefined]],
  ["option.repriced", { pricingPer: null }, { pricingPer: "UNIT" }, "ent_1"],
  [
    "option.updated",
    { productId: "prd_1", cancellationPolicy: null },
    { productId: "prd_1", cancellationPolicy: [{ untilMinutes: 60, refundPercent: 50 }] },
    ["prd_1", undefined],
  ],
  ["option.charged", { charges: [] }, { charges: [{ name: "Port" }] }, "ent_1"],
  ["product.photosOrdered", { photoIds: [] }, { photoIds: [] }, ["ent_1", undefined]],
  ["photo.created", null, { id: "pho_1", productId: "prd_1" }, ["prd_1", undefined]],
  ["photo.updated", { productId: "prd_1" }, { productId: "prd_1" }, ["prd_1", undefined]],
  ["photo.deleted", { id: "pho_1", productId: "prd_1" }, null, ["prd_1", undefined]],
  ["option.unitsOrdered", { unitIds: ["a", "b"] }, { unitIds: ["b", "a"] }, "ent_1"],
  ["unit.deleted", { optionId: "opt_1" }, null, "opt_1"],
  ["availabilityPeriod.created", null, { optionId: "opt_1" }, "opt_1"],
])("%s changes the product that resellers see", (type, before, after, of) => {
  const expected = Array.isArray(of) ? { productId: of[0], supplierId: of[1] } : { optionId: of };
  const change = changeFor(type, before, after);
  expect([change?.touched, change?.products]).toEqual([[], [expected]]);
});

it("knows no product of a photo that an earlier release has recorded", () => {
  expect(changeFor("photo.created", null, { id: "pho_1" })?.products).toEqual([]);
});

it("names a booking as OCTO shows it, where it has tickets", () => {
  const ofChannel = { ...booking, sourceChannelConnectionId: "chn_1", externalId: "0f3a" };
  const own = { ...ofChannel, supplierId: "sup_1", tickets: [{ code: "A" }] };
  const named = (record: object) => changeFor("booking.confirmed", record, record)?.booking;
  expect(named(own)).toMatchObject({ octoUuid: "0f3a", supplierId: "sup_1" });
  for (const hidden of [ofChannel, { ...own, tickets: [] }])
    expect(named(hidden)).not.toHaveProperty("octoUuid");
});

it.each([
  ["booking.created", "CREATED"],
  ["booking.confirmed", "CONFIRMED"],
  ["booking.extended", "UPDATED"],
  ["booking.detailsUpdated", "UPDATED"],
  ["booking.approved", "APPROVED"],
])("%s of a channel's booking reaches the channel as %s", (type, shown) => {
  const ofChannel = { ...booking, sourceChannelConnectionId: "chn_1", externalId: "V-1" };
  const change = changeFor(type, null, ofChannel);
  expect(change?.booking).toMatchObject({ channelConnectionId: "chn_1", bookingId: "bkg_1" });
  expect(JSON.parse(change?.booking?.body ?? "")).toMatchObject({
    data: { action: shown, reference: "7K3M9QXA", resellerReference: null },
  });
});
