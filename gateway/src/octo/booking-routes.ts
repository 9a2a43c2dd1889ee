import { call } from "@slipway/broker";
import { channelBookings } from "@slipway/contracts";
import { z } from "zod";
import { type Days, daysOf } from "./asked-days.ts";
import { cancelling, extension, named, search } from "./booking-inputs.ts";
import { octoBooking } from "./booking-schema.ts";
import { refuseOcto } from "./errors.ts";
import { octoArray, octoRoute } from "./octo-route.ts";
import { findingReads, findBookings } from "./find-bookings.ts";
import { answerBooking, answerChanged } from "./read-bookings.ts";
import { productReads } from "./read-products.ts";

const { getChannelBooking, extendChannelBooking, cancelChannelBooking } = channelBookings;

const getBooking = octoRoute("GET /bookings/{uuid}", {
  summary: "One booking",
  name: "octo.getBooking",
  description: "A hold that has run out is EXPIRED from that instant on.",
  input: named,
  output: octoBooking,
  refusals: getChannelBooking.refusals,
  of: [getChannelBooking, ...productReads],
  run: async (request, { uuid }) =>
    answerBooking(request, await call(request, getChannelBooking, { externalId: uuid })),
});

const listBookings = octoArray("GET /bookings", {
  summary: "Bookings by a reference or by the days of their departures",
  name: "octo.listBookings",
  description:
    "Newest first, at most 1000. Name a reference, `localDate`, or `localDateStart` with `localDateEnd`; the filters combine. A channel sees its own bookings of this supplier.",
  input: search,
  output: z.array(octoBooking),
  of: findingReads,
  weight: 2,
  load(newRequest, input) {
    const { supplierReference, resellerReference, productId, optionId } = input;
    const days = askedDays(input);
    if (!supplierReference && !resellerReference && !days)
      throw refuseOcto(
        "BAD_REQUEST",
        "One of supplierReference, resellerReference, localDate, and localDateStart with localDateEnd is needed",
      );
    const filter = {
      ...(supplierReference && { reference: supplierReference.toUpperCase() }),
      ...(resellerReference && { resellerReference }),
      ...(productId && { productId }),
      ...(optionId && { optionId }),
    };
    return findBookings(newRequest, filter, days);
  },
});

const daysMax = 400;
const dayMs = 86_400_000;

function askedDays({ localDate, ...range }: z.output<typeof search>): Days | undefined {
  const { localDateStart, localDateEnd } = range;
  const hasRange = localDateStart !== undefined || localDateEnd !== undefined;
  if (localDate !== undefined) {
    if (hasRange)
      throw refuseOcto("BAD_REQUEST", "localDate excludes localDateStart and localDateEnd");
    return { from: localDate, to: localDate };
  }
  if (!hasRange) return undefined;
  const days = daysOf(range);
  if (Date.parse(days.to) - Date.parse(days.from) >= daysMax * dayMs)
    throw refuseOcto("BAD_REQUEST", `localDateStart to localDateEnd is at most ${daysMax} days`);
  return days;
}

const extendBooking = octoRoute("POST /bookings/{uuid}/extend", {
  summary: "Hold for longer",
  name: "octo.extendBooking",
  description:
    "Holds until so many minutes from now, or as long as the option's holds last. It never shortens a hold.",
  repeat: "A repeat counts its minutes from its own arrival.",
  input: extension,
  output: octoBooking,
  refusals: extendChannelBooking.refusals,
  of: [extendChannelBooking, ...productReads],
  async run(request, { uuid: externalId, expirationMinutes }) {
    const longer = { externalId, ...(expirationMinutes && { expirationMinutes }) };
    return answerChanged(request, await call(request, extendChannelBooking, longer));
  },
});

const cancelBooking = octoRoute("POST /bookings/{uuid}/cancel", {
  summary: "Cancel a hold or a booking",
  name: "octo.cancelBooking",
  description:
    "Frees the places. A hold can always be cancelled, a booking until its cancellation cutoff.",
  repeat: "A repeat answers the cancelled booking.",
  input: cancelling,
  output: octoBooking,
  refusals: cancelChannelBooking.refusals,
  of: [cancelChannelBooking, ...productReads],
  async run(request, { uuid: externalId, reason }) {
    const cancelled = { externalId, ...(reason && { reason }) };
    return answerChanged(request, await call(request, cancelChannelBooking, cancelled));
  },
});

/** Operations that list, read, extend and cancel bookings. */
export const bookingRoutes = [listBookings, getBooking, extendBooking, cancelBooking];
