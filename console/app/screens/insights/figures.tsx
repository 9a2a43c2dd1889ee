/** The range in four figures, each beside as many days before it. */
import { RingProgress, SimpleGrid } from "@mantine/core";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Ticket from "lucide-react/icons/ticket";
import Users from "lucide-react/icons/users";
import { fill } from "../../../page/texts/fill.ts";
import { locale } from "../../../page/texts/texts.ts";
import { Figure, Mark } from "../../parts/figure.tsx";
import { retailWords } from "./currency.ts";
import type { Insights } from "./load-insights.ts";
import { type Range, daysIn } from "./periods.ts";
import { occupancyBy, sumOf } from "./sums.ts";
import { insightsTexts } from "./texts.ts";

interface Given {
  readonly insights: Insights;
  readonly range: Range;
}

export function Figures({ insights, range }: Given) {
  const words = insightsTexts();
  const now = sumOf(insights.byDay);
  const before = sumOf(insights.before);
  const days = daysIn(range);
  const [currency = ""] = now.retail.keys();
  const hasOne = now.retail.size === 1 && before.retail.size <= 1;
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
      <Figure
        label={words.value}
        value={retailWords(now.retail)}
        hint={
          hasOne
            ? changeWords(now.retail.get(currency) ?? 0, before.retail.get(currency) ?? 0, days)
            : ""
        }
        aside={<Mark icon={<CircleDollarSign size={20} />} color="green" />}
      />
      <Figure
        label={words.guests}
        value={numberWords(now.guests)}
        hint={changeWords(now.guests, before.guests, days)}
        aside={<Mark icon={<Users size={20} />} color="blue" />}
      />
      <Figure
        label={words.bookings}
        value={numberWords(now.bookings)}
        hint={changeWords(now.bookings, before.bookings, days)}
        aside={<Mark icon={<Ticket size={20} />} color="grape" />}
      />
      <Occupied insights={insights} />
    </SimpleGrid>
  );
}

function Occupied({ insights }: Pick<Given, "insights">) {
  const words = insightsTexts();
  const all = occupancyBy(insights, () => "").get("");
  const { share, guests = 0, places = 0 } = all ?? {};
  return (
    <Figure
      label={words.occupancy}
      value={share === undefined ? "–" : `${share} %`}
      hint={
        share === undefined
          ? words.noPlaces
          : fill(words.places, { guests: numberWords(guests), places: numberWords(places) })
      }
      aside={
        <RingProgress
          aria-hidden
          size={52}
          thickness={6}
          roundCaps
          sections={[{ value: Math.min(share ?? 0, 100), color: "tide.7" }]}
        />
      }
    />
  );
}

function changeWords(now: number, before: number, days: number): string {
  const words = insightsTexts();
  if (before === 0) return fill(words.nothingBefore, { days });
  const by = Math.round((100 * (now - before)) / before);
  if (by === 0) return fill(words.asBefore, { days });
  const form = by > 0 ? words.moreThanBefore : words.lessThanBefore;
  return fill(form, { by: numberWords(Math.abs(by)), days });
}

function numberWords(value: number): string {
  return new Intl.NumberFormat(locale.value).format(value);
}
