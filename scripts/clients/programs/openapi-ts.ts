/** A sale through the client of hey-api. `npm run check:clients` compiles and runs it. */
import { client } from "./sdk/client.gen.js";
import { cancelBooking, createBooking, listAvailability, quoteBooking } from "./sdk/index.js";
import sale from "./sale.json" with { type: "json" };

const { apiKey, optionId, unitId, from, to } = sale;
// The address of the server stands in the document.
client.setConfig({ auth: apiKey });

const departures = dataOf(await listAvailability({ query: { optionId, from, to } }));
const departure = departures.find(({ available }) => available);
expect(departure?.vacancies === sale.places, "the departure has all places free");
const body = {
  optionId,
  startAt: departure?.startAt ?? "",
  unitItems: [{ unitId, quantity: sale.places }],
};

const quote = dataOf(await quoteBooking({ body }));
expect(quote.pricingSnapshot.retail === sale.retail, "the quote has the price");
expect(quote.vacanciesAfter === 0, "the quote says that all is sold then");

const booking = dataOf(await createBooking({ body }));
expect(booking.status === "CONFIRMED", "the booking is confirmed");
expect(
  booking.pricingSnapshot?.retail === quote.pricingSnapshot.retail,
  "it costs what was quoted",
);

const { error: refusal } = await createBooking({ body });
expect(refusal?.code === "CAPACITY_EXHAUSTED", "a second booking finds nothing free");
expect(refusal?.vacancies === 0, "the refusal has the places that are free");

const cancelled = dataOf(
  await cancelBooking({ path: { id: booking.id }, body: { reason: "Rain" } }),
);
expect(cancelled.status === "CANCELLED", "the booking is cancelled");
console.log(cancelled.id);

function dataOf<Data>(answer: { data?: Data; error?: unknown }): Data {
  if (answer.data === undefined) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`It is not so that ${what}.`);
}
