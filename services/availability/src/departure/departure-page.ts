/** What fits a page of the bus. */
import type { Departure } from "./entry.ts";

/** So few departures that nobody waits for long while a page is made. */
export const entriesMax = 350;
/** Well below the limit of 512 KiB, whatever number of resources is linked. */
const bytesMax = 384 * 1024;
const bytesOf = { entry: 480, resource: 90, prices: 120, unit: 80 };

/** The first departures, as many as fit a message of the bus; at least one. */
export function fitting(departures: readonly Departure[]): readonly Departure[] {
  let bytes = 0;
  const beyond = departures.findIndex((departure, index) => {
    bytes += bytesOfEntry(departure);
    return bytes > bytesMax && index > 0;
  });
  return beyond < 0 ? departures : departures.slice(0, beyond);
}

function bytesOfEntry({ resources, prices }: Departure): number {
  const ofPrices = prices ? bytesOf.prices + prices.units.length * bytesOf.unit : 0;
  return bytesOf.entry + resources.length * bytesOf.resource + ofPrices;
}
