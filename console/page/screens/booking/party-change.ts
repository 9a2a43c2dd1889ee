/** A party that changes, and the whole resources of the booking with it: a change of units alone would drop them. Pure. */
import type { Booking, ResourceLine, UnitLine, UsedResource } from "@slipway/client";
import { paxOf } from "../../parts/booking-facts.ts";
import { type Party, unitItemsOf } from "../../parts/party.ts";

type Booked = Pick<Booking, "unitItems" | "resourceUsageSnapshot" | "pricingSnapshot">;

/**
 * The resources of which the booking asked for whole ones, not for places alone. Where a price is for a resource, the server takes
 * as many as the party needs: these are left out, so that a smaller party needs fewer.
 */
export function wholeIn(booking: Booked): UsedResource[] {
  const isPerResource = booking.pricingSnapshot?.pricingPer === "RESOURCE";
  const isNeeded = ({ capacityPlaces, resourceQuantity = 0 }: UsedResource) =>
    isPerResource && capacityPlaces - capacityPlaces / resourceQuantity < paxOf(booking);
  const items = booking.resourceUsageSnapshot?.items ?? [];
  return items.filter((item) => item.resourceQuantity && !isNeeded(item));
}

/** How many of each unit, and of each whole resource: no id is of both. */
export function partyIn(booking: Booked): Party {
  return Object.fromEntries([
    ...booking.unitItems.map(({ unitId, quantity }) => [unitId, quantity] as const),
    ...wholeIn(booking).map(
      ({ resourceId, resourceQuantity = 0 }) => [resourceId, resourceQuantity] as const,
    ),
  ]);
}

interface PartyChange {
  readonly unitItems: readonly UnitLine[];
  readonly resourceItems?: readonly ResourceLine[];
}

/** A resource of which none is left is not named: the server takes what the party needs. */
export function partyChangeOf(
  party: Party,
  whole: readonly Pick<UsedResource, "resourceId">[],
): PartyChange {
  const ids = new Set(whole.map(({ resourceId }) => resourceId));
  const lines = unitItemsOf(party);
  const unitItems = lines.filter(({ unitId }) => !ids.has(unitId));
  if (ids.size === 0) return { unitItems };
  const resourceItems = lines
    .filter(({ unitId }) => ids.has(unitId))
    .map(({ unitId, quantity }) => ({ resourceId: unitId, quantity }));
  return { unitItems, resourceItems };
}
