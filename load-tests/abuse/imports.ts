import { type Attack, keepAt, tally } from "./attack.ts";
import { makeDeparture } from "./departure.ts";
import { postOf, visit } from "./visit.ts";

const atOnce = 6;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const minutes = Array.from({ length: 12 }, (_, index) => index * 5);
const rrule = `FREQ=DAILY;BYHOUR=${hours.join()};BYMINUTE=${minutes.join()}`;

/** Imports of the dearest rule. The option has soon as many periods as it may have; the rule is compared before. */
export const imports: Attack = {
  title: "imports: of a rule of 288 times a day, on 6 connections",
  async prepare({ url, key }) {
    const { optionId } = await makeDeparture(url, key, 10);
    const start = `POST /api/v1/options/${optionId}/availability-periods/import`;
    const head = postOf(start, key, { rrule, dtstart: "2027-01-01T00:00" });
    return async (until) => {
      const { answers, count } = tally();
      await keepAt(atOnce, until, async () => {
        count(await visit({ url, head, until }));
      });
      return answers;
    };
  },
};
