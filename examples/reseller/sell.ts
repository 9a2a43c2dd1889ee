/** A reseller serves a customer: it shows what is for sale, reserves, confirms, and cancels. */
import { createHash } from "node:crypto";
import type { Availability, Booking, OctoClient, Option, Pricing, Product } from "./client.ts";

/** A departure that a party can book. */
interface Offer {
  readonly product: Product;
  readonly option: Option;
  readonly unitIds: readonly string[];
  readonly departure: Availability;
}

interface Days {
  /** YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
}

interface Sale {
  readonly octo: OctoClient;
  readonly days: Days;
  readonly say: (line: string) => void;
}

/** Sells one booking, and sells and cancels another. A second run on the same days books nothing more. */
export async function sell({
  octo,
  days,
  say,
}: Sale): Promise<{ sold: Booking; cancelled: Booking }> {
  const products = await octo.products();
  say(`${products.length} products: ${products.map(nameOf).join(", ")}`);
  const offer = await firstOffer(octo, products, days);
  const { product, departure, unitIds } = offer;
  const price = departure.pricing ? ` for ${priceText(departure.pricing)}` : "";
  say(
    `${nameOf(product)} departs at ${departure.id}: ${departure.status}, ${unitIds.length} places${price}`,
  );
  const sold = await book(octo, offer, { customer: "Amara Okafor", say });
  const { uuid } = await book(octo, offer, { customer: "Luca Moretti", say });
  const cancelled = await octo.cancel(uuid, "The customer has changed plans");
  say(`${cancelled.supplierReference} is ${cancelled.status}`);
  return { sold, cancelled };
}

/** The first departure that a party of two, or of the least that the option takes, can book. */
async function firstOffer(
  octo: OctoClient,
  products: readonly Product[],
  { from, to }: Days,
): Promise<Offer> {
  for (const product of products)
    for (const option of product.options) {
      const [unit] = option.units;
      if (!unit) continue;
      const quantity = Math.max(2, option.restrictions.minUnits);
      const found = await octo.availability({
        productId: product.id,
        optionId: option.id,
        localDateStart: from,
        localDateEnd: to,
        units: [{ id: unit.id, quantity }],
      });
      // Half of the places are free, so the second booking finds some, too.
      const departure = found.find(({ status }) => status === "AVAILABLE" || status === "FREESALE");
      const unitIds = Array.from({ length: quantity }, () => unit.id);
      if (departure) return { product, option, unitIds, departure };
    }
  throw new Error(`nothing can be booked from ${from} to ${to}`);
}

async function book(
  octo: OctoClient,
  { product, option, departure, unitIds }: Offer,
  { customer, say }: { customer: string; say: Sale["say"] },
): Promise<Booking> {
  const uuid = uuidOf(`${departure.id} ${option.id} ${customer}`);
  const held = await octo.reserve({
    uuid,
    productId: product.id,
    optionId: option.id,
    availabilityId: departure.id,
    unitItems: unitIds.map((unitId) => ({ unitId })),
  });
  say(`${held.supplierReference} is ${held.status}`);
  if (held.status !== "ON_HOLD") return held;
  const details = {
    contact: { fullName: customer },
    resellerReference: `LAGOON-${uuid.slice(0, 8)}`,
  };
  const booked = await octo.confirm(uuid, details);
  say(`${booked.supplierReference} is ${booked.status}`);
  return booked;
}

/** A UUID that an order always gets, so that a run that was cut off continues where it ended. */
function uuidOf(order: string): string {
  const hex = createHash("sha256").update(order).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

function nameOf({ title, internalName }: Product): string {
  return title ?? internalName;
}

function priceText({ retail, currency, currencyPrecision }: Pricing): string {
  return `${currency} ${(retail / 10 ** currencyPrecision).toFixed(currencyPrecision)}`;
}
