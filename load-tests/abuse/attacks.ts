/** The attacks of `npm run abuse`. S1 to S5 are those of the penetration test. */
import { makeOptionOnBoat } from "@slipway/dev/shop";
import { aPngOf } from "@slipway/dev/testing-pictures";
import { connect } from "../../examples/connect.ts";
import { dayAhead } from "../shop.ts";
import { silentEndpoint } from "../silent-endpoint.ts";
import { type Attack, type Run, type Target, prepared } from "./attack.ts";
import {
  headsOf,
  makeBookings,
  makeDeparture,
  makeLargeOptions,
  makeLargeSuppliers,
  periodOf,
  productsHead,
  saleOf,
} from "./records.ts";
import { bodyHead, headOf, postOf } from "./visit.ts";

/** How many connections of each kind are open at the same time. */
const asMeasured = { slowHeaders: 50, slowBodies: 50, largeBodies: 20, deepJson: 40, idle: 40 };

/** An answer is counted under its kind, such as "idle 408". */
export function connections(counts = asMeasured): Attack {
  const kinds = (Object.keys(counts) as (keyof typeof asMeasured)[]).flatMap((kind) =>
    Array.from({ length: counts[kind] }, () => kind),
  );
  return {
    title: "slow, large, deep and silent requests on 200 connections",
    atOnce: kinds.length,
    async prepare({ key }) {
      const drip = { text: "x", everyMs: 250 };
      const flood = (byte: string) => ({ piece: Buffer.alloc(64 * 1024, byte), bytes: 16_000_000 });
      const post = (length: number) => bodyHead("POST /api/v1/suppliers", key, length);
      const sent = {
        idle: { head: "" },
        slowHeaders: { head: "POST /api/v1/suppliers HTTP/1.1\r\nHost: abuse\r\nX-Slow: ", drip },
        slowBodies: { head: post(10_000), drip },
        largeBodies: { head: post(16_000_000), flood: flood(" ") },
        deepJson: { head: post(15_000_000), flood: flood("[") },
      };
      return (index) => {
        const as = kinds[index] ?? "idle";
        return { as, ...sent[as] };
      };
    },
  };
}

/** Options of a megabyte: products over OCTO with prices, and quotes, which cache options. */
export function largeOptions(options = 40): Attack {
  return {
    title: `options: ${options} of 0.95 MB, all products over OCTO and quotes on 8 connections`,
    atOnce: 8,
    async prepare(target) {
      const sold = await makeLargeOptions(target, options);
      const products = await productsHead(target, sold);
      const quotes = sold.map((option) =>
        postOf("POST /api/v1/bookings/quote", target.key, saleOf(option)),
      );
      let asked = 0;
      return (index) =>
        index % 2 === 1
          ? { as: "quote", head: quotes[asked++ % quotes.length] ?? "" }
          : { as: "products", head: products };
    },
  };
}

const every = (count: number, step: number): string =>
  Array.from({ length: count }, (_, index) => index * step).join();

const alone = {
  connections: connections(),

  dearest: {
    title: "dearest: availability of 19 200 departures, asked for and read on 16 connections",
    atOnce: 16,
    async prepare(target) {
      // 48 departures a day for 400 days are close to the 20 000 that an answer may have.
      const startTimes = Array.from({ length: 48 }, (_, half) =>
        new Date(half * 1_800_000).toISOString().slice(11, 16),
      );
      const api = connect(target.url, target.key);
      const { optionId } = await makeOptionOnBoat(api, { startTimes, seats: 10 });
      const range = `from=${dayAhead(1)}T00:00:00Z&to=${dayAhead(400)}T23:59:00Z`;
      const head = headsOf([`/availability?optionId=${optionId}&${range}`], target);
      return (index) => ({ head: head(index) });
    },
  },

  quotes: {
    title: "quotes: of 17 periods of 288 times, each of other days, and of 100 on 12 connections",
    atOnce: 12,
    async prepare(target) {
      const { optionId } = await makeDeparture(target);
      const start = `POST /api/v1/options/${optionId}/availability-periods/quote`;
      // Other days each time, so that no cache knows them.
      let asked = 0;
      return (index) => {
        // 17 are as many as a quote may have.
        const length = index % 3 === 0 ? 100 : 17;
        const add = Array.from({ length }, () => periodOf(asked++));
        return { as: `${length} periods`, head: postOf(start, target.key, { add, days: 31 }) };
      };
    },
  },

  // The option has soon as many periods as it may have; the rule is compared before.
  imports: {
    title: "imports: of a rule of 288 times a day, on 6 connections",
    atOnce: 6,
    async prepare(target) {
      const { optionId } = await makeDeparture(target);
      const start = `POST /api/v1/options/${optionId}/availability-periods/import`;
      const rrule = `FREQ=DAILY;BYHOUR=${every(24, 1)};BYMINUTE=${every(12, 5)}`;
      const head = postOf(start, target.key, { rrule, dtstart: "2027-01-01T00:00" });
      return () => ({ head });
    },
  },

  options: largeOptions(),

  // About 24 MB in memory, and so more than the process may have; nothing is found before all are read.
  searches: {
    title:
      "searches: of 80 000 bookings beyond LIST_MEMORY_MB=16, on 8 connections, half left at once",
    settings: { LIST_MEMORY_MB: "16" },
    atOnce: 8,
    async prepare(target) {
      await makeBookings(target, 80_000);
      const queries = ["search=nobody", "status=EXPIRED&total=true", "order=startAt"];
      const head = headsOf(
        queries.map((query) => `/bookings?${query}`),
        target,
      );
      return (index) => ({
        head: head(index),
        ...(index % 2 === 0 ? {} : { leavesAfterMs: 500 }),
      });
    },
  },
} satisfies Record<string, Attack>;

const ofThePenetrationTest = {
  S1: {
    title: "S1: lists of 60 KB records and a year of departures, left after half a second",
    atOnce: 100,
    withinMs: 500,
    // This scenario is not a connection flood.
    everyMs: 500,
    async prepare(target) {
      const { optionId } = await makeDeparture(target);
      await makeLargeSuppliers(target, 210);
      const range = `from=${dayAhead(1)}T00:00:00Z&to=${dayAhead(390)}T00:00:00Z`;
      const lists = ["/suppliers", "/suppliers?limit=100", "/audit-logs?limit=200"];
      const head = headsOf([...lists, `/availability?optionId=${optionId}&${range}`], target);
      return (index) => ({ head: head(index), leavesAfterMs: 500 });
    },
  },

  // More connections than a gateway has places for reads.
  S2: {
    title: "S2: photos and long lists that are never read, on 350 connections",
    atOnce: 350,
    withinMs: 15_000,
    async prepare(target) {
      const { productId } = await makeDeparture(target);
      const data = aPngOf(6_000_000).toString("base64");
      const { products } = connect(target.url, target.key);
      const { id } = await products.createPhoto(productId, { contentType: "image/png", data });
      await makeLargeSuppliers(target, 60);
      const head = headsOf([`/products/${productId}/photos/${id}/content`, "/suppliers"], target);
      return (index) => ({ head: head(index), isDeaf: true, leavesAfterMs: 15_000 });
    },
  },

  S3: {
    title: "S3: 12 bodies of 15 MB: 70 KB, then 10 bytes a second; 6 of them without a credential",
    atOnce: 12,
    async prepare(target) {
      const { productId } = await makeDeparture(target);
      const fields = { "Content-Type": "application/json", "Content-Length": 15_000_000 };
      const authorized = { ...fields, Authorization: `Bearer ${target.key}` };
      const anonymous = headOf("POST /api/v1/sessions", fields);
      const upload = headOf(`POST /api/v1/products/${productId}/photos`, authorized);
      // More than a small body has: it waits for a place of large bodies, and loses it because it is slow.
      const sentAtOnce = " ".repeat(70_000);
      const drip = { text: " ".repeat(10), everyMs: 1_000 };
      return (index) =>
        index < 6
          ? { as: "stranger", head: anonymous + sentAtOnce, drip }
          : { as: "uploader", head: upload + sentAtOnce, drip };
    },
  },

  S4: {
    title: "S4: 8 connections of one address that guess passwords, half of them the victim's",
    atOnce: 8,
    async prepare({ victimEmail }) {
      let guesses = 0;
      return (index) => {
        const email = index % 2 === 0 ? victimEmail : `guess-${++guesses}@example.com`;
        const guess = { email, password: `wrong password ${guesses}` };
        return { from: "127.0.0.2", head: postOf("POST /api/v1/sessions", undefined, guess) };
      };
    },
  },

  S5: {
    title:
      "S5: 50 subscriptions to a silent endpoint, set ACTIVE 10 times a second beside bookings",
    atOnce: 2,
    everyMs: 100,
    async prepare(target) {
      const { webhooks } = connect(target.url, target.key);
      const sale = saleOf(await makeDeparture(target, 10_000));
      const booking = postOf("POST /api/v1/bookings", target.key, sale);
      const url = await silentEndpoint();
      const ids: string[] = [];
      // As many as a tenant may have by default.
      while (ids.length < 50) ids.push((await webhooks.createSubscription({ url })).id);
      let next = 0;
      return (index) => {
        if (index === 0) return { as: "booking", head: booking };
        const start = `PATCH /api/v1/webhooks/subscriptions/${ids[next++ % ids.length]}`;
        return { as: "activation", head: postOf(start, target.key, { status: "ACTIVE" }) };
      };
    },
  },
} satisfies Record<string, Attack>;

type Single = keyof typeof alone | keyof typeof ofThePenetrationTest;
export type AttackName = Single | "all";
export const attacks: Readonly<Record<Single, Attack>> = { ...alone, ...ofThePenetrationTest };

/** All of the penetration test at once, each as hard as alone. */
const all = { title: "S1 to S5 at once" };
export const titles: Readonly<Record<AttackName, Pick<Attack, "title" | "settings">>> = {
  ...attacks,
  all,
};

/** Makes what the attack of this name needs, before anything is measured. */
export async function prepareAttack(name: AttackName, target: Target): Promise<Run> {
  if (name !== "all") return prepared(attacks[name], target);
  const runs: (readonly [name: string, run: Run])[] = [];
  for (const [each, attack] of Object.entries(ofThePenetrationTest))
    runs.push([each, await prepared(attack, target)]);
  return async (until) => {
    const answers = await Promise.all(
      runs.map(async ([each, run]) =>
        Object.entries(await run(until)).map(([answer, count]) => [`${each} ${answer}`, count]),
      ),
    );
    return Object.fromEntries(answers.flat()) as Record<string, number>;
  };
}
