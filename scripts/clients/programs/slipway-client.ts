/** A sale through `@slipway/client` as it is packed. `npm run check:clients` compiles it, and runs it with Node 20. */
import { createClient, isProblem } from "./package/index.js";
import sale from "./sale.json" with { type: "json" };

const { baseUrl, apiKey, optionId, unitId, from, to } = sale;
// The address in the document has the path, which the client adds.
const slipway = createClient({ baseUrl: new URL(baseUrl).origin, apiKey });

const departures = await slipway.availability.list({ optionId, from, to });
const departure = departures.find(({ available }) => available);
expect(departure?.vacancies === sale.places, "the departure has all places free");
const body = {
  optionId,
  startAt: departure?.startAt ?? "",
  unitItems: [{ unitId, quantity: sale.places }],
};

const quote = await slipway.bookings.quote(body);
expect(quote.pricingSnapshot.retail === sale.retail, "the quote has the price");
expect(quote.vacanciesAfter === 0, "the quote says that all is sold then");

const booking = await slipway.bookings.create(body);
expect(booking.status === "CONFIRMED", "the booking is confirmed");

const refusal: unknown = await slipway.bookings.create(body).catch((error: unknown) => error);
expect(isProblem(refusal, "CAPACITY_EXHAUSTED"), "a second booking finds nothing free");

const cancelled = await slipway.bookings.cancel(booking.id, { reason: "Rain" });
expect(cancelled.status === "CANCELLED", "the booking is cancelled");
console.log(cancelled.id);

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`It is not so that ${what}.`);
}
