/** The length of ways: functions that requests enter before their answers. `npm run ways` prints them. */
import { beforeAll, expect, it } from "@jest/globals";
import type { Entered } from "./measure-way.ts";
import { type WayName, measureWays, wayNames } from "./ways.ts";

/**
 * A way that becomes longer needs a reason. Files are no budget, so that nobody glues files together. On a busy machine the
 * relay delivers the event of a change before its answer: up to eight functions more than on a quiet one.
 */
const functionsMax: Readonly<Record<WayName, number>> = {
  "GET /bookings/{id}": 140,
  "POST /suppliers": 198,
  "GET /availability of a month": 320,
  "POST /bookings": 428,
  "PATCH /bookings/{id}": 487,
  "POST /bookings/{id}/confirm": 328,
  "POST /bookings/{id}/cancel": 327,
  "POST /octo/bookings": 600,
};

let ways: Readonly<Record<WayName, readonly Entered[]>>;
beforeAll(async () => {
  ways = await measureWays();
});

it.each(wayNames)("%s enters no more functions than its budget", (name) => {
  const entered = ways[name];
  // One that is not measured would keep to every budget.
  expect(entered.length).toBeGreaterThan(functionsMax[name] / 2);
  expect(entered.length).toBeLessThanOrEqual(functionsMax[name]);
});
