/** POST /bookings/quote: the bodies of POST /bookings and, with `bookingId`, of PATCH /bookings/{id}. */
import { call } from "@slipway/broker";
import { type InputOf, bookings, read } from "@slipway/contracts";
import { type OtherForm, composedRoute } from "../route/route.ts";

const { quoteBooking: ofSale, quoteUpdate: ofChange } = bookings;

/** Fields that PATCH /bookings/{id} does not change. */
export const immutableInBookings = ["optionId", "customer", "notes"] as const;

export const quoteOfChange: OtherForm = {
  member: "bookingId",
  contract: ofChange,
  immutable: immutableInBookings,
};

export const quoteBooking = composedRoute(
  read("gateway.quoteBooking", {
    description:
      "Answers what a sale would come to now: the answer or the refusal of `POST /bookings` to the same body. With `bookingId` it answers the same of `PATCH /bookings/{id}`. It holds no places and makes no departure; `idempotencyKey` is ignored.",
    input: ofSale.input,
    output: bookings.quote,
    refusals: [...new Set([...ofSale.refusals, ...ofChange.refusals])],
  }),
  [ofSale, ofChange],
  async (request, input: InputOf<typeof ofSale> | InputOf<typeof ofChange>) => ({
    body:
      "bookingId" in input
        ? await call(request, ofChange, input)
        : await call(request, ofSale, input),
  }),
);
