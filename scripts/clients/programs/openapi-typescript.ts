/** A sale through the types of openapi-typescript, sent by openapi-fetch. `npm run check:clients` compiles and runs it. */
import createClient from "openapi-fetch";
import sale from "./sale.json" with { type: "json" };
import type { paths } from "./schema.js";

const { baseUrl, apiKey, optionId, unitId, from, to } = sale;
const { GET, POST } = createClient<paths>({
  baseUrl,
  headers: { Authorization: `Bearer ${apiKey}` },
});

const departures = dataOf(
  await GET("/availability", { params: { query: { optionId, from, to } } }),
);
const departure = departures.find(({ available }) => available);
expect(departure?.vacancies === sale.places, "the departure has all places free");
const body = {
  optionId,
  startAt: departure?.startAt ?? "",
  unitItems: [{ unitId, quantity: sale.places }],
};

const quote = dataOf(await POST("/bookings/quote", { body }));
expect(quote.pricingSnapshot.retail === sale.retail, "the quote has the price");
expect(quote.vacanciesAfter === 0, "the quote says that all is sold then");

const booking = dataOf(await POST("/bookings", { body }));
expect(booking.status === "CONFIRMED", "the booking is confirmed");
expect(
  booking.pricingSnapshot?.retail === quote.pricingSnapshot.retail,
  "it costs what was quoted",
);

const { error: refusal } = await POST("/bookings", { body });
expect(refusal?.code === "CAPACITY_EXHAUSTED", "a second booking finds nothing free");
expect(refusal?.vacancies === 0, "the refusal has the places that are free");

const params = { path: { id: booking.id } };
const cancelled = dataOf(await POST("/bookings/{id}/cancel", { params, body: { reason: "Rain" } }));
expect(cancelled.status === "CANCELLED", "the booking is cancelled");
console.log(cancelled.id);

function dataOf<Data>(answer: { data?: Data; error?: unknown }): Data {
  if (answer.data === undefined) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`It is not so that ${what}.`);
}
