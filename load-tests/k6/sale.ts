/** The supplier that a run sells for: one of its own, with one option over one resource, and some departures. */
import exec from "k6/execution";
import { type Request, ask, must } from "./api.ts";
import { key, runId, secondKey } from "./run-settings.ts";

export interface Sale {
  readonly supplierId: string;
  readonly optionId: string;
  readonly unitId: string;
  /** The places of each departure. */
  readonly places: number;
  readonly startAts: readonly string[];
  /** First and last instant of all departures. */
  readonly from: string;
  readonly to: string;
}

interface SalePlan {
  readonly places: number;
  /** Departures; one a day from thirty days ahead. */
  readonly days: number;
  readonly holdMinutes?: number;
  /** The first tenant's unless given. */
  readonly key?: string;
}

const dayMs = 86_400_000;
const timeOfDay = "09:00";

/** Makes it over the API, tagged by the run's id; in setup only. */
export function openSale({ places, days, holdMinutes, key: ownKey = key }: SalePlan): Sale {
  const make = (path: string, body: object, method: "POST" | "PUT" = "POST"): string =>
    (must({ method, path, body, key: ownKey, name: "setup" }) as { id: string }).id;
  const supplierId = make("/suppliers", { name: `Load test ${runId}`, timezone: "UTC" });
  const boat = { supplierId, name: "Boat", quantity: 1, capacityPerResource: places };
  const resourceId = make("/resources", boat);
  const productId = make("/products", { supplierId, name: `Load test ${runId}` });
  const optionId = make(`/products/${productId}/options`, {
    name: "Crossing",
    durationMinutes: 60,
    ...(holdMinutes === undefined ? {} : { metadata: { holdMinutes } }),
  });
  const unitId = make(`/options/${optionId}/units`, { name: "Adult", type: "ADULT" });
  make(`/options/${optionId}/resource-requirements`, { resourceId });
  const season = {
    startMonthDay: "01-01",
    endMonthDay: "12-31",
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    startTimes: [timeOfDay],
  };
  make(`/options/${optionId}/availability-periods`, season);
  const periods = [{ ...season, retailPrices: { [unitId]: 1_250 } }];
  make(`/options/${optionId}/pricing-periods`, { pricingPer: "UNIT", periods }, "PUT");
  const startAts = daysFromNow(days).map((day) => `${day}T${timeOfDay}:00.000Z`);
  const [from = "", to = ""] = [startAts[0], startAts.at(-1)];
  return { supplierId, optionId, unitId, places, startAts, from, to };
}

/** One of each tenant, for the tests that need two; in setup only. */
export function openTwoSales(plan: SalePlan): { sale: Sale; foreign: Sale } {
  if (secondKey === "") exec.test.abort("This test needs a key of a second tenant: -e KEY2=...");
  return { sale: openSale(plan), foreign: openSale({ ...plan, key: secondKey }) };
}

function daysFromNow(count: number): string[] {
  const first = Date.now() + 30 * dayMs;
  return Array.from({ length: count }, (_, day) =>
    new Date(first + day * dayMs).toISOString().slice(0, 10),
  );
}

interface Sold extends Readonly<Record<string, unknown>> {
  /** The first tenant's unless given. */
  readonly key?: string;
  readonly name?: string;
}

/** The request that books one place; what else is given stands in its body. */
export function bookingOf(
  { optionId, unitId }: Sale,
  startAt: string,
  { key: ownKey = key, name = "book", ...more }: Sold = {},
): Request {
  const unitItems = [{ unitId, quantity: 1 }];
  const customer = { firstName: "Load", lastName: runId };
  const body = { optionId, startAt, unitItems, customer, ...more };
  return { method: "POST", path: "/bookings", body, key: ownKey, name };
}

/** The request that confirms or cancels a booking. */
export function changeOf(id: string, change: "confirm" | "cancel", ownKey = key): Request {
  return { method: "POST", path: `/bookings/${id}/${change}`, key: ownKey, name: change };
}

export function departureOf({ startAts }: Sale, index: number): string {
  return startAts[index % startAts.length] ?? "";
}

/** GET /availability of some departures of it. */
export function availabilityPath({ optionId }: Sale, from: string, to = from): string {
  return `/availability?optionId=${optionId}&from=${from}&to=${to}`;
}

interface Issued {
  readonly id: string;
  readonly key: string;
}

/** Further keys of the tenant, because limits of rate are a key's. Where the run's own key may not make any, it does alone. */
export function issueKeys(count: number): Issued[] {
  const made: Issued[] = [];
  for (let index = 0; index < count; index++) {
    const body = { name: `Load test ${runId} ${index + 1}` };
    const request: Request = { method: "POST", path: "/api-keys", body, key, name: "setup" };
    const { status, body: answered } = ask(request);
    if (status === 201) made.push(answered as Issued);
  }
  return made.length > 0 ? made : [{ id: "", key }];
}

/** The data that setup hands to the clients; `teardown` takes the keys back. */
export interface OpenedSale {
  readonly sale: Sale;
  readonly keys: readonly Issued[];
}

/** Once the run is over; k6 asks every test for it by this name. */
export function teardown({ keys = [] }: Partial<OpenedSale>): void {
  for (const { id } of keys)
    if (id !== "") must({ method: "DELETE", path: `/api-keys/${id}`, key, name: "teardown" });
}

/** The key that a client of this number uses. */
export function keyOf(keys: readonly Issued[], index: number): string {
  return keys[index % keys.length]?.key ?? key;
}
