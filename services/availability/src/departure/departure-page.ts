import { firstThatFit } from "@slipway/contracts";
import type { Departure } from "./entry.ts";

/** About what each part of an entry has as JSON: measuring it would cost as much as sending it. */
const bytesOf = { entry: 480, resource: 90, prices: 120, unit: 80 };

export function fitting(departures: readonly Departure[]): readonly Departure[] {
  return firstThatFit(departures, bytesOfEntry);
}

function bytesOfEntry({ resources, prices }: Departure): number {
  const ofPrices = prices ? bytesOf.prices + prices.units.length * bytesOf.unit : 0;
  return bytesOf.entry + resources.length * bytesOf.resource + ofPrices;
}
