/** Reads what a range of days has brought: sums by day and product, by source, of the days before, and the places on sale. */
import { type CalendarDay, type Operations, type Stat, isProblem } from "@slipway/client";
import type { Catalog } from "../../../page/catalog.ts";
import { optionsMax } from "../../../page/list-departures.ts";
import { catalogOf } from "../../../page/read-catalog.ts";
import { dayAfter } from "../../../page/zone.ts";
import { type Range, daysIn, rangeBefore } from "./periods.ts";

export interface Insights {
  readonly catalog: Catalog;
  /** By day, product and currency. */
  readonly byDay: readonly Stat[];
  readonly bySource: readonly Stat[];
  /** By currency, of as many days before the range. */
  readonly before: readonly Stat[];
  /** By day and option. */
  readonly onSale: readonly CalendarDay[];
}

interface Asked {
  readonly supplierId: string;
  readonly productId: string | undefined;
  readonly timezone: string;
  readonly range: Range;
}

export async function loadInsights(slipway: Operations, asked: Asked): Promise<Insights> {
  const { supplierId, productId, timezone, range } = asked;
  const whose = { supplierId, productId, timezone };
  const catalog = await catalogOf(supplierId);
  const options = [...catalog.options.values()]
    .filter(({ product }) => productId === undefined || product.id === productId)
    .map(({ option }) => option.id);
  const [byDay, bySource, before, onSale] = await Promise.all([
    halved(range, (part) => slipway.stats.list({ ...whose, ...part, by: "day,product" })),
    slipway.stats.list({ ...whose, ...range, by: "source" }),
    slipway.stats.list({ ...whose, ...rangeBefore(range), by: "product" }),
    onSaleOf(slipway, options, range),
  ]);
  return { catalog, byDay, bySource, before, onSale };
}

/** One option after the other fifty: a request asks for no more. */
async function onSaleOf(
  slipway: Operations,
  options: readonly string[],
  range: Range,
): Promise<CalendarDay[]> {
  const groups = Array.from({ length: Math.ceil(options.length / optionsMax) }, (_, at) =>
    options.slice(at * optionsMax, (at + 1) * optionsMax),
  );
  const found = groups.map((ids) =>
    halved(range, (part) =>
      slipway.availability.listCalendar({ optionId: ids.join(","), ...part }),
    ),
  );
  return (await Promise.all(found)).flat();
}

/** Asks for halves of a range that has too much for one answer. */
async function halved<Row>(
  range: Range,
  read: (range: Range) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  try {
    return await read(range);
  } catch (error) {
    const days = daysIn(range);
    if (!isProblem(error, "RANGE_TOO_LARGE") || days < 2) throw error;
    const middle = dayAfter(range.from, Math.floor(days / 2));
    const halves = [
      { from: range.from, to: dayAfter(middle, -1) },
      { from: middle, to: range.to },
    ];
    return (await Promise.all(halves.map((half) => halved(half, read)))).flat();
  }
}
