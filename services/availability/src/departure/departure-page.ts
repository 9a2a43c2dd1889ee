/** What fits a page of the bus. */
import { pageBytesMax } from "../constants.ts";
import type { Departure } from "./entry.ts";

const bytesOf = { entry: 480, resource: 90, prices: 120, unit: 80 };

/** The first departures, as many as fit a message of the bus; at least one. */
export function fitting(departures: readonly Departure[]): readonly Departure[] {
  let bytes = 0;
  const beyond = departures.findIndex((departure, index) => {
    bytes += bytesOfEntry(departure);
    return bytes > pageBytesMax && index > 0;
  });
  return beyond < 0 ? departures : departures.slice(0, beyond);
}

function bytesOfEntry({ resources, prices }: Departure): number {
  const ofPrices = prices ? bytesOf.prices + prices.units.length * bytesOf.unit : 0;
  return bytesOf.entry + resources.length * bytesOf.resource + ofPrices;
}
