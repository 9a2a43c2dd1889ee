import { call, isRefusal, unlessRefused } from "@slipway/broker";
import { channelBookings } from "@slipway/contracts";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { change, confirmation, detailsOf, reservation, ticketsOf } from "./booking-inputs.ts";
import { octoBooking } from "./booking-schema.ts";
import { itemsOf, optionOf, startOf } from "./check-order.ts";
import { refuseId, refuseOcto } from "./errors.ts";
import { type OctoRequest, octoRoute } from "./octo-route.ts";
import type { Currency } from "./pricing.ts";
import { type Product, soldOf } from "./product.ts";
import { answerChanged } from "./read-bookings.ts";
import { placesOf, refuseUnit } from "./read-places.ts";
import { productReads, readCached, readProducts } from "./read-products.ts";

const { holdChannelBooking, getChannelBooking, updateChannelBooking, confirmChannelBooking } =
  channelBookings;

type Reservation = z.output<typeof reservation>;
type Hold = z.input<typeof holdChannelBooking.input>;

const reserve = octoRoute("POST /bookings", {
  summary: "Hold places for a while",
  name: "octo.reserve",
  description:
    "Holds the places until `utcExpiresAt`: all that it needs, or none. Confirm the booking within that time.",
  repeat:
    "With a `uuid` a repeat answers the booking as it is now. Another request under that `uuid` is INVALID_BOOKING_UUID. Without one each call books again.",
  input: reservation,
  output: octoBooking,
  refusals: holdChannelBooking.refusals,
  of: [holdChannelBooking, getChannelBooking, ...productReads],
  async run(request, input) {
    const order = await orderOf(request, input);
    const { booking, differs } = await call(request, holdChannelBooking, order).catch(
      (error: unknown) => refuseUnit(request, input, error),
    );
    if (differs)
      throw refuseId("INVALID_BOOKING_UUID", "uuid is that of another booking", input.uuid);
    return answerChanged(request, booking);
  },
});

/** Checks the order, unless it repeats a known request: a record archived since then does not refuse the repeat. */
async function orderOf(request: OctoRequest, input: Reservation): Promise<Hold> {
  try {
    return await checkedOrder(request, input);
  } catch (error) {
    const { uuid, productId, optionId, availabilityId, unitItems } = input;
    const isRepeatable = uuid && productId && optionId && availabilityId && unitItems;
    if (!isRepeatable || !(await isKnown(request, uuid))) throw error;
    const units = unitItems.map(({ unitId }) => unitId ?? "");
    return holdOf(input, { optionId, items: itemsOf(unitItems, undefined, units) });
  }
}

async function isKnown(request: OctoRequest, externalId: string): Promise<boolean> {
  const booking = call(request, getChannelBooking, { externalId });
  return (await unlessRefused("NOT_FOUND", booking)) !== null;
}

/** By the product in the cache; one in which something is missing is read anew. */
async function checkedOrder(request: OctoRequest, input: Reservation): Promise<Hold> {
  const { productId } = input;
  const prices = request.capabilities.has("pricing");
  const cached = productId ? await readCached(request, productId, prices) : undefined;
  try {
    if (cached) return orderAt(input, cached);
  } catch {
    // Its refusal may be of what is older than the request.
  }
  const { products, currency } = await readProducts(request, {
    productIds: productId ? [productId] : [],
  });
  return orderAt(input, { product: products[0], currency });
}

function orderAt(
  input: Reservation,
  { product, currency }: { product: Product | undefined; currency: Currency },
): Hold {
  const { currency: wanted } = input;
  const option = optionOf(product && soldOf(product), input);
  const items = itemsOf(input.unitItems, option);
  const hold = holdOf(input, { optionId: option.id, items });
  if (wanted && wanted !== currency.currency)
    throw refuseOcto("UNPROCESSABLE_ENTITY", `currency: prices are in ${currency.currency}`);
  return hold;
}

function holdOf(
  input: Reservation,
  { optionId, items }: { optionId: string; items: Parameters<typeof ticketsOf>[0] },
): Hold {
  return {
    externalId: input.uuid ?? randomUUID(),
    named: Boolean(input.uuid),
    ...(input.productId && { productId: input.productId }),
    optionId,
    startAt: startOf(input),
    tickets: ticketsOf(items),
    ...(input.expirationMinutes && { holdMinutes: input.expirationMinutes }),
    ...detailsOf(input),
  };
}

const update = octoRoute("PATCH /bookings/{uuid}", {
  summary: "Change a hold or a booking",
  name: "octo.update",
  description:
    "Changes what you name, all of it or nothing. Another departure must be before its booking cutoff. The places of a booking change until its cancellation cutoff, the rest until the start. Another option needs `availabilityId` and `unitItems`.",
  repeat: "A repeat changes nothing more.",
  input: change,
  output: octoBooking,
  refusals: updateChannelBooking.refusals,
  of: [updateChannelBooking, getChannelBooking, ...productReads],
  async run(request, input) {
    const { uuid: externalId, expirationMinutes, availabilityId } = input;
    const places = await placesOf(request, input);
    const wanted = {
      externalId,
      ...places,
      ...detailsOf(input),
      ...(expirationMinutes && { holdMinutes: expirationMinutes }),
    };
    const changing = call(request, updateChannelBooking, wanted).catch((error: unknown) =>
      refuseUnit(request, input, error, externalId),
    );
    const changed = await (availabilityId ? changing : changing.catch(refuseStarted));
    return answerChanged(request, changed);
  },
});

/** The start that is over is the booking's own: the request names no other. */
function refuseStarted(error: unknown): never {
  if (!isRefusal(error, "IN_THE_PAST")) throw error;
  throw refuseOcto("UNPROCESSABLE_ENTITY", "The departure has started: nothing can change");
}

const confirm = octoRoute("POST /bookings/{uuid}/confirm", {
  summary: "Sell what a hold keeps",
  name: "octo.confirm",
  description:
    "The booking becomes CONFIRMED, or PENDING where the supplier approves. `unitItems` replaces the party: its places change first, then the booking is confirmed.",
  repeat: "A repeat that asks for no change answers the booking.",
  input: confirmation,
  output: octoBooking,
  refusals: confirmChannelBooking.refusals,
  of: [confirmChannelBooking, getChannelBooking, ...productReads],
  async run(request, input) {
    const { uuid: externalId } = input;
    const { tickets } = await placesOf(request, input);
    const confirmed = { externalId, ...(tickets && { tickets }), ...detailsOf(input) };
    const confirming = call(request, confirmChannelBooking, confirmed).catch((error: unknown) =>
      refuseUnit(request, input, error, externalId),
    );
    return answerChanged(request, await confirming.catch(refuseStarted));
  },
});

/** Operations that reserve places, change them and sell them. */
export const sellingRoutes = [reserve, update, confirm];
