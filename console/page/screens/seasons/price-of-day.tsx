/** Which price counts at each time of a day, and why. The day is typed, or pointed at on the strips of the year. */
import type { OptionWithDetails, PricingPeriod } from "@slipway/client";
import { byPrecedence, reasonBefore } from "@slipway/departures/precedence";
import { DayInput } from "../../parts/day-input.tsx";
import { texts } from "../../texts/texts.ts";
import { spanWords } from "./period-columns.tsx";
import { isOfDay } from "./year.ts";

interface Given {
  readonly periods: OptionWithDetails["pricingPeriods"];
  readonly day: string;
  readonly choose: (day: string) => void;
  /** The price by the periods that apply, of which the first counts; with a comma and a space behind, or empty. */
  readonly priceWords: (applying: readonly PricingPeriod[]) => string;
}

export function PriceOfDay({ periods, day, choose, priceWords }: Given) {
  const { seasons: words } = texts;
  const counting = byPrecedence(periods).filter((period) => isOfDay(period, day));
  const times = [...new Set(counting.flatMap(({ startTimes }) => startTimes))].toSorted();
  return (
    <>
      <p>
        {words.priceOn} <DayInput label={words.priceOn} date={day} choose={choose} />
      </p>
      <ul aria-live="polite">
        {times.map((time) => {
          const applying = counting.filter(({ startTimes }) => startTimes.includes(time));
          const [first, second] = applying;
          return (
            <li key={time}>
              {time}: {priceWords(applying)}
              {first && spanWords(first)}
              {first && second && `: ${words.because[reasonBefore(first, second)]}`}
            </li>
          );
        })}
      </ul>
      {times.length === 0 && <p class="minor">{words.noPrice}</p>}
    </>
  );
}
