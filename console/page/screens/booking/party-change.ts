/** A party that changes, and the whole resources of the booking with it: a change of units alone would drop them. Pure. */
import type { Booking, ResourceLine, UnitLine, UsedResource } from "@slipway/client";
import { type Party, unitItemsOf } from "../../parts/party.ts";

/** The resources of which the booking takes whole ones, not places alone. */
export function wholeIn({
  resourceUsageSnapshot,
}: Pick<Booking, "resourceUsageSnapshot">): UsedResource[] {
  return resourceUsageSnapshot?.items.filter(({ resourceQuantity }) => resourceQuantity) ?? [];
}

/** How many of each unit, and of each whole resource: no id is of both. */
export function partyIn(booking: Pick<Booking, "unitItems" | "resourceUsageSnapshot">): Party {
  return Object.fromEntries([
    ...booking.unitItems.map(({ unitId, quantity }) => [unitId, quantity] as const),
    ...wholeIn(booking).map(
      ({ resourceId, resourceQuantity = 0 }) => [resourceId, resourceQuantity] as const,
    ),
  ]);
}

export interface PartyChange {
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
