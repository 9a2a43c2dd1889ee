/** A supplier with one product and one option, made over HTTP, and a reseller that sells it. */
import { type Client, type Make, type Reply, makerOf } from "./client.ts";
import { type Reseller, aReseller, sendOcto } from "./octo-client.ts";

export const allYear = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
};

/** Fields of the option that a test sets; the rest is usual. */
export interface OptionOfShop {
  readonly timezone?: string;
  readonly startTimes?: readonly string[];
  readonly currency?: string;
  readonly option?: object;
  readonly units?: readonly object[];
  readonly boats?: object;
  readonly pricingPer?: "UNIT" | "BOOKING" | "RESOURCE";
  /** By unit. */
  readonly rates?: readonly number[];
  readonly tiers?: readonly object[] | null;
}

export interface OctoShop extends Reseller {
  readonly tenantId: string;
  /** Opens /api/v1. */
  readonly owner: string;
  readonly supplierId: string;
  readonly productId: string;
  readonly optionId: string;
  readonly unitIds: readonly string[];
  /** Sends to /octo what is asked of this option. */
  ask(head: string, body: object, headers?: Record<string, string>): Promise<Reply>;
}

export async function anOctoShop(client: Client, given: OptionOfShop = {}): Promise<OctoShop> {
  const { timezone = "Europe/Rome", currency = "EUR" } = given;
  const { tenantId, key: owner } = await client.aKey();
  const make = makerOf(client, owner);
  if (currency !== "EUR") await make("PATCH /me", { defaultCurrency: currency });
  const supplierId = await make("POST /suppliers", { name: "Laguna Viva", timezone });
  const productId = await make("POST /products", { supplierId, name: "Cruise" });
  const boats = { quantity: 1, capacityPerResource: 10, ...given.boats };
  const resourceId = await make("POST /resources", { supplierId, name: "Boat", ...boats });
  const made = await anOption(make, given, { productId, resourceId });
  const reseller = await aReseller(client, owner, supplierId);
  const of = { productId, optionId: made.optionId };
  const ask: OctoShop["ask"] = (head, body, headers) =>
    sendOcto(client, head, {
      key: reseller.key,
      body: { ...of, ...body },
      ...(headers && { headers }),
    });
  return { ...reseller, ...made, tenantId, owner, supplierId, productId, ask };
}

async function anOption(
  make: Make,
  given: OptionOfShop,
  { productId, resourceId }: { productId: string; resourceId: string },
): Promise<Pick<OctoShop, "optionId" | "unitIds">> {
  const { pricingPer = "UNIT", rates = [1_000, 500], tiers = null } = given;
  const { startTimes = ["09:00"], units = [{ type: "ADULT" }, { type: "CHILD" }] } = given;
  const named = { name: "Seat", durationMinutes: 60, ...given.option };
  const optionId = await make(`POST /products/${productId}/options`, named);
  const below = `/options/${optionId}`;
  const unitIds: string[] = [];
  for (const unit of units)
    unitIds.push(await make(`POST ${below}/units`, { name: "Guest", ...unit }));
  await make(`POST ${below}/resource-requirements`, { resourceId });
  await make(`POST ${below}/availability-periods`, { ...allYear, startTimes });
  const retailPrices = Object.fromEntries(
    rates.map((rate, index) => [unitIds[index] ?? "", rate] as const),
  );
  const period = { ...allYear, startTimes, retailPrices, retailPriceTiers: tiers };
  await make(`PUT ${below}/pricing-periods`, { pricingPer, periods: [period] });
  return { optionId, unitIds };
}

const dayMs = 86_400_000;

/** Midnight may pass while a test runs. */
const begunAt = Date.now();

/** The date of a day from today on, in UTC. */
export function dateIn(days: number): string {
  return new Date(begunAt + days * dayMs).toISOString().slice(0, 10);
}

/** A Sunday of a month of next year: the first one, or the last. */
export function sundayOf(month: number, which: "first" | "last"): string {
  const year = new Date().getUTCFullYear() + 1;
  const first = new Date(Date.UTC(year, month - 1, which === "first" ? 1 : 25));
  const days = (7 - first.getUTCDay()) % 7;
  return new Date(first.getTime() + days * dayMs).toISOString().slice(0, 10);
}
