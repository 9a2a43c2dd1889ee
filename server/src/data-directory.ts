import { resolve } from "node:path";

/** Where a server keeps its data and the command line finds it: SLIPWAY_DATA_DIR, else `.slipway`. Absolute. */
export function dataDirectory(): string {
  return resolve(process.env["SLIPWAY_DATA_DIR"] || ".slipway");
}
