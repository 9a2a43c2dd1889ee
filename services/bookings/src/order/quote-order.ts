import { type Request, call, refusalOf, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type RefusalCode,
  catalog,
  isRefusalCode,
  type orders,
  refusals,
  resourcesCapacity,
} from "@slipway/contracts";
import { refuseField } from "../offer/answer-refusal.ts";
import { type Sale, claimOf } from "../sell/build-booking.ts";
import { requireSession } from "../sell/prepare-order.ts";
import { type Prepared, answerQuote, prepareQuote } from "../sell/quote-booking.ts";
import type { OrderDeps } from "./deps.ts";

type Quoted = OutputOf<typeof orders.quoteOrder>;
type Item = Quoted["items"][number];
type Checked = OutputOf<typeof resourcesCapacity.checkClaims>["results"][number];

/** Quotes the items of an order one after the other, on the same copies. Writes nothing and holds nothing. */
export async function quoteOrder(
  deps: OrderDeps,
  request: Request,
  { items }: InputOf<typeof orders.quoteOrder>,
): Promise<Quoted> {
  for (const item of items) requireSession(request, item);
  const prepared = await Promise.all(items.map((item) => prepare(deps, request, item)));
  const allowed = prepared.filter((each) => "sale" in each);
  const claims = allowed.map(({ sale, draft }) => claimOf(sale, draft));
  const { results } = await call(request, resourcesCapacity.checkClaims, { claims });
  const byDraft = new Map(allowed.map(({ draft }, index) => [draft._id, results[index]]));
  const quoted = await Promise.all(
    prepared.map((each) =>
      "sale" in each
        ? orRefused(() =>
            answerQuote(deps, request, { ...each, checking: places(byDraft.get(each.draft._id)) }),
          )
        : Promise.resolve(each),
    ),
  );
  const { defaultCurrency: currency } = await call(request, catalog.getCurrency, {});
  return {
    items: quoted,
    retail: sumOf(quoted),
    currency,
    currencyPrecision: catalog.currencyPrecision(currency),
  };
}

async function prepare(deps: OrderDeps, request: Request, item: Sale): Promise<Prepared | Item> {
  return orRefused(() =>
    prepareQuote(deps, request, item, (prepared) => Promise.resolve(prepared)),
  );
}

async function places(
  checked: Checked | undefined,
): Promise<Exclude<Checked, { refusal: string }>> {
  if (!checked) throw refuse("SERVICE_UNAVAILABLE");
  if (!("refusal" in checked)) return checked;
  const { refusal, vacancies } = checked;
  if (!isRefusalCode(refusal)) throw refuse("SERVICE_UNAVAILABLE");
  throw refuse<RefusalCode>(refusal, { ...(vacancies !== undefined && { vacancies }) } as object);
}

/** The refusal of an item in place of its result. Other failures are those of the whole. */
async function orRefused<Result>(work: () => Promise<Result>): Promise<Result | Item> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal || refusals[refusal.code].status >= 500) throw error;
    const { status, title } = refusals[refusal.code];
    const { vacancies } = refusal.details as { vacancies?: number };
    return { code: refusal.code, status, title, ...(vacancies !== undefined && { vacancies }) };
  }
}

/** Null where an item is refused. Refuses a sum that is no safe integer. */
function sumOf(items: readonly Item[]): number | null {
  let sum = 0;
  for (const item of items) {
    if ("code" in item) return null;
    sum += item.pricingSnapshot.retail;
  }
  if (!Number.isSafeInteger(sum))
    throw refuseField("items", "the sum of all totals must be < 2^53", "TOO_BIG");
  return sum;
}
