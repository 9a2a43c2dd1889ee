/** The departure, the option and the party of a change, checked by what is sold now. */
import { call, isRefusal, refusalOf } from "@slipway/broker";
import { type InputOf, channelBookings } from "@slipway/contracts";
import type { z } from "zod";
import { type change, ticketsOf } from "./booking-inputs.ts";
import type { ChannelBooking } from "./booking.ts";
import { itemsOf, optionOf, startOf } from "./check-order.ts";
import { refuseId, refuseOcto } from "./errors.ts";
import type { OctoRequest } from "./octo-route.ts";
import { type Option, soldOf } from "./product.ts";
import { readProducts } from "./read-products.ts";

const { getChannelBooking, updateChannelBooking } = channelBookings;

type Change = Pick<
  z.output<typeof change>,
  "uuid" | "productId" | "optionId" | "availabilityId" | "unitItems"
>;

type Places = Pick<InputOf<typeof updateChannelBooking>, "startAt" | "optionId"> & {
  tickets?: ReturnType<typeof ticketsOf>;
};

/** The departure, the option and the party that a change names. */
export async function placesOf(request: OctoRequest, input: Change): Promise<Places> {
  const { uuid: externalId, productId, optionId, availabilityId, unitItems } = input;
  const start = () => (isGiven(availabilityId) ? { startAt: startOf(input) } : {});
  if (!isGiven(productId) && !isGiven(optionId) && !unitItems) return start();
  const booking = await call(request, getChannelBooking, { externalId });
  const { option, isOther } = await optionAfter(request, booking, input);
  if (isOther && (!unitItems || !isGiven(availabilityId)))
    throw refuseOcto("BAD_REQUEST", "Another option needs availabilityId and unitItems");
  const kept = isOther ? [] : booking.tickets.map(({ unitId }) => unitId);
  return {
    ...(unitItems && { tickets: ticketsOf(itemsOf(unitItems, option, kept)) }),
    ...start(),
    ...(isOther && option && { optionId: option.id }),
  };
}

/** An empty id is one, which names nothing. */
function isGiven(id: string | null | undefined): id is string {
  return id !== null && id !== undefined;
}

type Placed = Pick<ChannelBooking, "productId" | "optionId">;

/** The option that a booking has after a change: another one must be for sale. */
async function optionAfter(
  request: OctoRequest,
  booking: Placed,
  { productId, optionId }: Pick<Change, keyof Placed>,
): Promise<{ option: Option | undefined; isOther: boolean }> {
  const after = {
    productId: isGiven(productId) ? productId : booking.productId,
    optionId: isGiven(optionId) ? optionId : booking.optionId,
  };
  const isOther = after.productId !== booking.productId || after.optionId !== booking.optionId;
  const productIds = after.productId === "" ? [] : [after.productId];
  const [product] = (await readProducts(request, { productIds })).products;
  if (isOther)
    return { option: optionOf(product && soldOf(product), { ...after, optionId }), isOther };
  return { option: product?.options.find(({ id }) => id === after.optionId), isOther };
}

/**
 * Names the unit of an order that is not sold any more: the service does not say which it is. A party that only its total
 * makes too big has the right form. Other errors stay.
 * @param externalId of the booking that was to be changed
 */
export async function refuseUnit(
  request: OctoRequest,
  { productId, optionId, unitItems }: Partial<Pick<Change, "productId" | "optionId" | "unitItems">>,
  error: unknown,
  externalId?: string,
): Promise<never> {
  const { errors = [] } = refusalOf(error)?.details ?? {};
  const tooBig = errors.find((each) => each.pointer === "#/unitItems" && each.code === "TOO_BIG");
  if (tooBig) throw refuseOcto("UNPROCESSABLE_ENTITY", `unitItems: ${tooBig.detail}`);
  if (!isRefusal(error, "UNKNOWN_UNIT")) throw error;
  const booking =
    externalId === undefined ? undefined : await call(request, getChannelBooking, { externalId });
  const present = booking ?? { productId: productId ?? "", optionId: optionId ?? "" };
  const { option } = await optionAfter(request, present, { productId, optionId });
  const isSold = (unitId: string): boolean =>
    option?.units.some(({ id, archived }) => id === unitId && !archived) ?? false;
  // A unit that is sold no more stays in the party, up to as many as the booking has.
  const kept = booking?.tickets.map((ticket) => ticket.unitId) ?? [];
  const wanted = unitItems?.map((item) => item.unitId ?? "") ?? kept;
  const unsold = wanted.filter((id) => !isSold(id));
  const unitId = unsold.find((id) => countOf(unsold, id) > countOf(kept, id)) ?? unsold[0];
  const sentence = "unitItems: the option does not sell this unit any more";
  throw refuseId("INVALID_UNIT_ID", sentence, unitId);
}

function countOf(unitIds: readonly string[], unitId: string): number {
  return unitIds.filter((each) => each === unitId).length;
}
