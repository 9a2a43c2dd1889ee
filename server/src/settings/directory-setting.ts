import { resolve } from "node:path";
import type { Settings } from "@slipway/broker";

/** Where a server keeps its data and the command line finds it: SLIPWAY_DATA_DIR, else `.slipway`. Absolute. */
export function dataDirectory({ SLIPWAY_DATA_DIR: given = "" }: Settings): string {
  return resolve(given === "" ? ".slipway" : given);
}
