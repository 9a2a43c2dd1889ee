import { type Attack, keepAt, tally } from "./attack.ts";
import { makeDeparture } from "./departure.ts";
import { postOf, visit } from "./visit.ts";

const atOnce = 12;
/** As many as a quote may have: 17 periods of 288 times. */
const periodsMost = 17;
const periodsTooMany = 100;

/** Quotes of as many times as possible, each of other days, so that no cache knows them. */
export const quotes: Attack = {
  title: "quotes: of 17 periods of 288 times, each of other days, and of 100 on 12 connections",
  async prepare({ url, key }) {
    const { optionId } = await makeDeparture(url, key, 10);
    const start = `POST /api/v1/options/${optionId}/availability-periods/quote`;
    return async (until) => {
      const { answers, count } = tally();
      let asked = 0;
      await keepAt(atOnce, until, async (index) => {
        const periods = index % 3 === 0 ? periodsTooMany : periodsMost;
        const add = Array.from({ length: periods }, () => periodOf(asked++));
        const head = postOf(start, key, { add, days: 31 });
        count(`${periods} periods ${await visit({ url, head, until })}`);
      });
      return answers;
    };
  },
};

function periodOf(number: number): object {
  return {
    startMonthDay: monthDay(number),
    endMonthDay: monthDay(number + 364 - (Math.floor(number / 365) % 300)),
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    startTimes: timesOfDay,
  };
}

function monthDay(number: number): string {
  return new Date(Date.UTC(2027, 0, 1 + (number % 365))).toISOString().slice(5, 10);
}

/** Every five minutes: the most that a period may have. */
export const timesOfDay = Array.from({ length: 288 }, (_, index) =>
  new Date(index * 300_000).toISOString().slice(11, 16),
);
