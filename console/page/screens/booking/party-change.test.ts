import { expect, it } from "@jest/globals";
import type { Booking } from "@slipway/client";
import { partyChangeOf, partyIn, wholeIn } from "./party-change.ts";

const pool = { resourceId: "res_pool", name: "Pool", capacityPlaces: 2 };
const boats = { resourceId: "res_boat", name: "Boat", capacityPlaces: 24, resourceQuantity: 2 };

const bookingOf = (...items: object[]) =>
  ({
    unitItems: [{ unitId: "adult", quantity: 3 }],
    resourceUsageSnapshot: { schemaVersion: 1, items },
  }) as unknown as Booking;

/** Boats with two places each. */
const boatsOf = (resourceQuantity: number) => ({
  ...boats,
  capacityPlaces: 2 * resourceQuantity,
  resourceQuantity,
});
const perBoat = (items: object) =>
  ({
    ...bookingOf(items),
    pricingSnapshot: { pricingPer: "RESOURCE", unitPricing: [] },
  }) as unknown as Booking;

it.each([
  ["whole resources stay with the party", bookingOf(pool, boats), {}, [["res_boat", 2]]],
  ["as many are taken as are typed", bookingOf(boats), { res_boat: 3 }, [["res_boat", 3]]],
  ["none: what the party needs is taken", bookingOf(boats), { res_boat: 0 }, []],
  ["places alone are not named", bookingOf(pool), {}, undefined],
  ["two boats that three need are not named", perBoat(boatsOf(2)), {}, undefined],
  ["a third boat that was asked for stays", perBoat(boatsOf(3)), {}, [["res_boat", 3]]],
  ["no resource", { ...bookingOf(), resourceUsageSnapshot: null }, {}, undefined],
] as const)("%s", (_, booking, typed, resources) => {
  const party = { ...partyIn(booking), adult: 4, child: 0, ...typed };
  expect(partyChangeOf(party, wholeIn(booking))).toEqual({
    unitItems: [{ unitId: "adult", quantity: 4 }],
    ...(resources && {
      resourceItems: resources.map(([resourceId, quantity]) => ({ resourceId, quantity })),
    }),
  });
});
