/**
 * The walk of README.md with the typed client: a supplier with a boat of two seats, both sold at once, and given back.
 * `npm run walk`; SLIPWAY_URL and SLIPWAY_DATA_DIR say where the server is, SLIPWAY_KEY which key. Each run makes a supplier of its own.
 */
import { createClient, isProblem } from "@slipway/client";
import { keyOf } from "../connect.ts";

const baseUrl = process.env["SLIPWAY_URL"] ?? `http://127.0.0.1:${process.env["PORT"] ?? 3000}`;
const directory = process.env["SLIPWAY_DATA_DIR"] ?? ".slipway";
const apiKey = process.env["SLIPWAY_KEY"] ?? (await keyOf(directory));
const slipway = createClient({ baseUrl, apiKey });

// A supplier, its boat, a product with one option and one kind of ticket.
const supplier = await slipway.suppliers.create({ name: "Riva Boats", timezone: "Europe/Rome" });
const supplierId = supplier.id;
const boat = await slipway.resources.create({
  supplierId,
  name: "Boat",
  quantity: 1,
  capacityPerResource: 2,
});
const product = await slipway.products.create({ supplierId, name: "Island Ferry" });
const option = await slipway.products.createOption(product.id, {
  name: "Single crossing",
  durationMinutes: 25,
});
const adult = await slipway.options.createUnit(option.id, { name: "Adult", type: "ADULT" });

// It takes seats of the boat, departs every day at nine and at six local time, and costs 9.50.
const daily = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  startTimes: ["09:00", "18:00"],
};
await slipway.options.setResourceRequirement(option.id, { resourceId: boat.id });
await slipway.options.createAvailabilityPeriod(option.id, daily);
await slipway.options.setPricingPeriods(option.id, {
  pricingPer: "UNIT",
  periods: [{ ...daily, retailPrices: { [adult.id]: 950 } }],
});

// Nine in Rome is seven in UTC.
const startAt = `${new Date().getUTCFullYear() + 1}-06-01T07:00:00Z`;
const both = [{ unitId: adult.id, quantity: 2 }];
await showPlaces();
const booking = await slipway.bookings.create({
  optionId: option.id,
  startAt,
  unitItems: both,
  customer: { firstName: "Giulia" },
});
const { currency = "EUR", retail = 0 } = booking.pricingSnapshot ?? {};
console.log(`${booking.id} is ${booking.status} for ${currency} ${(retail / 100).toFixed(2)}`);

// Another customer wants a seat.
try {
  await slipway.bookings.create({ optionId: option.id, startAt, unitItems: both });
} catch (error) {
  if (!isProblem(error, "CAPACITY_EXHAUSTED")) throw error;
  console.log(`${error.code}: ${String(error.body.vacancies)} places`);
}

// After the answer the places are free.
const cancelled = await slipway.bookings.cancel(booking.id);
console.log(`${cancelled.id} is ${cancelled.status}`);
await showPlaces();

async function showPlaces(): Promise<void> {
  const search = { optionId: option.id, from: startAt, to: startAt };
  for (const { vacancies, capacity } of await slipway.availability.list(search))
    console.log(`${vacancies} of ${capacity} places are free on ${startAt}`);
}
