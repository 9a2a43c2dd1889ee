/** A period of prices, made or changed in a dialog: when it applies, and what each ticket costs then. */
import type { OptionWithDetails, PricingPeriod } from "@slipway/client";
import { Field } from "../../parts/field.tsx";
import { RecordButton } from "../../parts/record-button.tsx";
import { me } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { spanWords } from "./period-columns.tsx";
import { savePrices } from "./save-prices.ts";
import { WeekdayChoice, allWeekdays } from "./weekday-choice.tsx";
import { timesOf } from "./year.ts";

interface Given {
  readonly option: OptionWithDetails;
  readonly zone: string;
  /** Absent: another one. */
  readonly period?: PricingPeriod;
  readonly done: () => void;
}

export function PriceButton({ option, zone, period, done }: Given) {
  const words = texts.seasons;
  const { defaultCurrency, currencyPrecision = 0 } = me.value?.tenant ?? {};
  const minorUnits = 10 ** currencyPrecision;
  return (
    <RecordButton
      label={period ? words.change : words.newPrice}
      name={period && spanWords(period)}
      first={draftOf(option, period, minorUnits)}
      fields={[
        { name: "first", label: words.first, type: "date" },
        { name: "last", label: words.last, type: "date", hint: words.everyYear },
        { name: "times", label: words.times, hint: fill(words.timesHint, { zone }) },
      ]}
      send={(slipway, { first, last, times, weekdays, prices }) => {
        const given = {
          startMonthDay: first.slice(-5),
          endMonthDay: last.slice(-5),
          weekdays,
          // The server says what is wrong with it.
          startTimes: timesOf(times) ?? [],
          retailPrices: minorOf(prices, minorUnits),
        };
        return savePrices(slipway, { optionId: option.id, period, given });
      }}
      done={done}
    >
      {({ weekdays, prices }, change) => (
        <>
          <WeekdayChoice weekdays={weekdays} choose={(days) => change({ weekdays: days })} />
          {option.units.map(({ id, name }) => (
            <Field
              key={id}
              label={`${name}, ${defaultCurrency}`}
              type="number"
              min={0}
              step={1 / minorUnits}
              value={prices[id]}
              onInput={(price) => change({ prices: { ...prices, [id]: price } })}
            />
          ))}
        </>
      )}
    </RecordButton>
  );
}

type Draft = {
  readonly first: string;
  readonly last: string;
  readonly times: string;
  readonly weekdays: readonly number[];
  /** As they are typed, by ticket. */
  readonly prices: Readonly<Record<string, string>>;
};

/** A new period begins with the whole year. Its days have no year: the form shows a leap year, which has each of them. */
function draftOf(
  { availabilityPeriods }: OptionWithDetails,
  period: PricingPeriod | undefined,
  minorUnits: number,
): Draft {
  const times = availabilityPeriods.flatMap(({ startTimes }) => startTimes);
  const {
    startMonthDay = "01-01",
    endMonthDay = "12-31",
    weekdays = allWeekdays,
    startTimes = [...new Set(times)].toSorted(),
    retailPrices = {},
  } = period ?? {};
  const prices = Object.entries(retailPrices).map(([id, minor]) => [
    id,
    String(minor / minorUnits),
  ]);
  return {
    first: `2024-${startMonthDay}`,
    last: `2024-${endMonthDay}`,
    times: startTimes.join(", "),
    weekdays,
    prices: Object.fromEntries(prices) as Draft["prices"],
  };
}

/** A ticket without a price is not sold then. */
function minorOf(prices: Draft["prices"], minorUnits: number): Record<string, number> {
  const typed = Object.entries(prices).filter(([, price]) => price !== "");
  return Object.fromEntries(
    typed.map(([id, price]) => [id, Math.round(Number(price) * minorUnits)]),
  );
}
