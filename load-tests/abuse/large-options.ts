import assert from "node:assert";
import type { Sold } from "@slipway/dev/shop";
import { connect } from "../../examples/connect.ts";
import { dayAhead, makeShop } from "../shop.ts";
import { type Attack, type Target, keepAt, tally } from "./attack.ts";
import { timesOfDay } from "./quotes.ts";
import { headOf, postOf, visit } from "./visit.ts";

const atOnce = 8;
const asMeasured = 40;
/** Together 0.95 MB of an option as JSON, nearly the most that it may have. */
const periods = 280;
const label = "x".repeat(1_000);

/** Options of a megabyte: products over OCTO with prices, and quotes, which cache options. */
export function largeOptions(options = asMeasured): Attack {
  return {
    title: `options: ${options} of 0.95 MB, all products over OCTO and quotes on 8 connections`,
    async prepare(target) {
      const { url, key } = target;
      const plan = { suppliers: 1, optionsOfEach: options, startTimes: ["10:00"], seats: 10 };
      const sold = await makeShop({ urls: [url], key }, plan);
      for (const option of sold) await setLargePrices(target, option);
      const products = await productsHead(target, sold);
      const startAt = `${dayAhead(30)}T10:00:00.000Z`;
      const quotes = sold.map(({ optionId, unitId }) => {
        const sale = { optionId, startAt, unitItems: [{ unitId, quantity: 1 }] };
        return postOf("POST /api/v1/bookings/quote", key, sale);
      });
      return async (until) => {
        const { answers, count } = tally();
        let asked = 0;
        await keepAt(atOnce, until, async (index) => {
          const isQuote = index % 2 === 1;
          const head = isQuote ? (quotes[asked++ % quotes.length] ?? "") : products;
          count(`${isQuote ? "quote" : "products"} ${await visit({ url, head, until })}`);
        });
        return answers;
      };
    },
  };
}

async function setLargePrices({ url, key }: Target, { optionId, unitId }: Sold): Promise<void> {
  const period = {
    startMonthDay: "01-01",
    endMonthDay: "12-31",
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    startTimes: timesOfDay,
    label,
    retailPrices: { [unitId]: 1_250 },
  };
  const all = Array.from({ length: periods }, () => period);
  await connect(url, key).options.setPricingPeriods(optionId, { pricingPer: "UNIT", periods: all });
}

/** The head of a reseller's request for all products with prices. */
async function productsHead({ url, key }: Target, sold: readonly Sold[]): Promise<string> {
  const [first] = sold;
  assert(first);
  const { channels } = connect(url, key);
  const { id } = await channels.create({ code: "abuse", name: "Abuse" });
  const reseller = { name: "Abuse", supplierId: first.supplierId };
  return headOf("GET /octo/products", {
    Authorization: `Bearer ${(await channels.createKey(id, reseller)).key}`,
    "Octo-Capabilities": "octo/pricing",
    Connection: "close",
  });
}
