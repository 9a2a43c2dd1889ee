import assert from "node:assert";
import { dayAhead, makeShop } from "../shop.ts";
import { type Attack, keepAt, tally } from "./attack.ts";
import { headOf, visit } from "./visit.ts";

const atOnce = 16;
/** 48 departures a day for 400 days are close to the 20 000 that an answer may have. */
const startTimes = Array.from({ length: 48 }, (_, half) =>
  new Date(half * 1_800_000).toISOString().slice(11, 16),
);
const days = 400;

/** The dearest answers that a tenant may ask for, read as fast as they come. */
export const dearestAnswers: Attack = {
  title: "dearest: availability of 19 200 departures, asked for and read on 16 connections",
  async prepare({ url, key }) {
    const plan = { suppliers: 1, optionsOfEach: 1, startTimes, seats: 10 };
    const [option] = await makeShop({ urls: [url], key }, plan);
    assert(option);
    const range = `from=${dayAhead(1)}T00:00:00Z&to=${dayAhead(days)}T23:59:00Z`;
    const head = headOf(`GET /api/v1/availability?optionId=${option.optionId}&${range}`, {
      Authorization: `Bearer ${key}`,
      Connection: "close",
    });
    return async (until) => {
      const { answers, count } = tally();
      await keepAt(atOnce, until, async () => {
        count(await visit({ url, head, until }));
      });
      return answers;
    };
  },
};
