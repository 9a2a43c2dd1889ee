/** A small operator with a user who can log in, for tests of the console. */
import { randomUUID } from "node:crypto";
import { call } from "@slipway/broker";
import { type Booking, type Order, type Slipway, createClient } from "@slipway/client";
import { auth, catalog } from "@slipway/contracts";
import { sharedPlatform } from "@slipway/dev/testing-platform";
import { testPatience } from "@slipway/dev/testing-request";
import { rangeOfDay } from "../page/zone.ts";

export const password = "correct horse battery";

/** A day in the future on which everything departs. */
export const day = "2028-06-01";

const always = { startMonthDay: "01-01", endMonthDay: "12-31", weekdays: [0, 1, 2, 3, 4, 5, 6] };

export interface World {
  readonly url: string;
  readonly tenantId: string;
  /** With a key that may do everything. */
  readonly slipway: Slipway;
  readonly supplierId: string;
  readonly productId: string;
  readonly resourceId: string;
  readonly option: SoldOption;
  /** In the order in which `book` has made them. */
  readonly booked: readonly Booking[];
  /** A user's session, as a program has it. */
  sessionOf(email: string): Promise<string>;
  /** A user of the tenant; returns the e-mail address. */
  aUser(scopes?: string[], given?: { mustChangePassword?: boolean }): Promise<string>;
  /** Books on the day, at a time of the supplier's clock. */
  book(time: string, given?: BookingGiven): Promise<Booking>;
}

interface SoldOption {
  readonly optionId: string;
  readonly adultId: string;
  readonly childId: string;
}

export interface BookingGiven {
  readonly name?: string;
  readonly adults?: number;
  readonly children?: number;
  readonly status?: "ON_HOLD" | "CONFIRMED";
  readonly notes?: string;
  readonly option?: SoldOption;
}

/** A supplier in Rome with one boat of 24 places and a cruise at 09:00, 14:00 and 18:00. */
export async function aWorld(timezone = "Europe/Rome"): Promise<World> {
  const platform = await sharedPlatform();
  const { url } = platform;
  const tenantId = `ten_${randomUUID()}`;
  const request = platform.as(tenantId);
  await call(request, auth.createTenant, { name: "Laguna" });
  await call(request, catalog.initCurrency, { defaultCurrency: "EUR" });
  const { key } = await call(request, auth.issueApiKey, { name: "test", scopes: ["*"] });
  const slipway = createClient({ baseUrl: url, apiKey: key, ...testPatience });
  const supplier = await slipway.suppliers.create({ name: "Laguna Tours", timezone });
  const { id: supplierId } = supplier;
  const boat = { supplierId, name: "Boat", quantity: 1, capacityPerResource: 24 };
  const { id: resourceId } = await slipway.resources.create(boat);
  const { id: productId } = await slipway.products.create({ supplierId, name: "Sunset cruise" });
  const times = ["09:00", "14:00", "18:00"];
  const option = await anOption(slipway, { productId, resourceId, times });
  const midnight = Date.parse(rangeOfDay(day, timezone).from);
  const at = (time: string): string =>
    new Date(midnight + Date.parse(`1970-01-01T${time}Z`)).toISOString();
  const booked: Booking[] = [];
  const world = { booked, url, tenantId, slipway, supplierId, productId, resourceId, option };
  return {
    ...world,
    async sessionOf(email) {
      const given = { email, password, address: "test", device: null, waitSeconds: 0 };
      return (await call(platform.as("-"), auth.createSession, given)).token;
    },
    async aUser(scopes = ["*"], given = {}) {
      const email = `ada-${randomUUID()}@example.com`;
      // A request has a deadline of its own.
      const user = { email, name: "Ada", password, scopes, ...given };
      await call(platform.as(tenantId), auth.createUser, user);
      return email;
    },
    async book(time, given = {}) {
      const { name = "Rossi", adults = 1, children = 0, status = "CONFIRMED" } = given;
      const { optionId, adultId, childId } = given.option ?? option;
      const parties = [
        { unitId: adultId, quantity: adults },
        { unitId: childId, quantity: children },
      ];
      const made = await slipway.bookings.create({
        optionId,
        startAt: at(time),
        unitItems: parties.filter(({ quantity }) => quantity > 0),
        status,
        customer: { name, email: `${name.toLowerCase()}@example.com`, phone: "+39 041 123" },
        ...(given.notes === undefined ? {} : { notes: given.notes }),
      });
      booked.push(made);
      return made;
    },
  };
}

/** One that departs every day at these times, on this resource. */
export async function anOption(
  { products, options }: Slipway,
  given: { productId: string; resourceId: string; times: string[]; name?: string },
): Promise<SoldOption> {
  const { productId, resourceId, times: startTimes, name = "Shared boat" } = given;
  const { id } = await products.createOption(productId, { name, durationMinutes: 60 });
  const { id: adultId } = await options.createUnit(id, { name: "Adult", type: "ADULT" });
  const { id: childId } = await options.createUnit(id, { name: "Child", type: "CHILD" });
  await options.setResourceRequirement(id, { resourceId });
  await options.createAvailabilityPeriod(id, { ...always, startTimes });
  const retailPrices = { [adultId]: 4500, [childId]: 2500 };
  const periods = [{ ...always, startTimes, retailPrices }];
  await options.setPricingPeriods(id, { pricingPer: "UNIT", periods });
  return { optionId: id, adultId, childId };
}

/** One that is open and holds places on two departures of the day. */
export async function anOrder({ slipway, option: { optionId, adultId } }: World): Promise<Order> {
  const { id } = await slipway.orders.create({ customer: { name: "Zanon" } });
  for (const startAt of [`${day}T07:00:00Z`, `${day}T12:00:00Z`]) {
    const unitItems = [{ unitId: adultId, quantity: 1 }];
    await slipway.bookings.create({ optionId, startAt, unitItems, orderId: id });
  }
  return slipway.orders.get(id);
}
