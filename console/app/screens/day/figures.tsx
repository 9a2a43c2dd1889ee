/** The day in four figures. */
import { RingProgress, SimpleGrid } from "@mantine/core";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Flag from "lucide-react/icons/flag";
import Sailboat from "lucide-react/icons/sailboat";
import type { Booking } from "@slipway/client";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { type Departure, bookedOn } from "../../../page/screens/day/day-sheet.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { dayIn, timeIn } from "../../../page/zone.ts";
import { Figure, Mark } from "../../parts/figure.tsx";
import { totalsOf } from "../../parts/totals.ts";
import { partWords } from "../../parts/texts.ts";
import { dayTexts } from "./texts.ts";

interface Given {
  readonly departures: readonly Departure[];
  readonly timezone: string;
}

export function Figures({ departures, timezone }: Given) {
  const words = dayTexts();
  const sum = (of: (each: Departure) => number): number =>
    departures.reduce((total, each) => total + of(each), 0);
  const bookings = departures.flatMap((each) => each.bookings);
  const inState = (status: Booking["status"]): number =>
    bookings.filter((each) => each.status === status).length;
  const withGuests = departures.filter((each) => each.bookings.length > 0);
  const totals = totalsOf(bookings).map((each) => moneyWords(each.retail, each));
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
      <Guests guests={sum(bookedOn)} places={sum(({ entry }) => entry?.capacity ?? 0)} />
      <Figure
        label={words.withGuests}
        value={fill(words.countOf, { count: withGuests.length, all: departures.length })}
        hint={nextWords(withGuests, timezone)}
        aside={<Mark icon={<Sailboat size={20} />} color="blue" />}
      />
      <Figure
        label={words.value}
        value={totals.join(" + ") || "–"}
        hint={counted(bookings.length, partWords().bookings)}
        aside={<Mark icon={<CircleDollarSign size={20} />} color="green" />}
      />
      <Figure
        label={texts.status.PENDING}
        value={inState("PENDING")}
        hint={counted(inState("ON_HOLD"), words.held)}
        aside={<Mark icon={<Flag size={20} />} color="orange" />}
      />
    </SimpleGrid>
  );
}

function Guests({ guests, places }: { readonly guests: number; readonly places: number }) {
  const words = dayTexts();
  const share = places === 0 ? 0 : Math.round((100 * guests) / places);
  return (
    <Figure
      label={words.guests}
      value={guests}
      hint={places === 0 ? words.noLimit : fill(words.shareOf, { share, places })}
      aside={
        <RingProgress
          aria-hidden
          size={52}
          thickness={6}
          roundCaps
          // A round cap of nothing would be a dot.
          sections={share === 0 ? [] : [{ value: Math.min(share, 100), color: "tide.7" }]}
        />
      }
    />
  );
}

/** The next one of today; of another day the first. */
function nextWords(withGuests: readonly Departure[], timezone: string): string {
  const words = dayTexts();
  const now = new Date();
  const isToday = withGuests.some((each) => dayIn(each.startAt, timezone) === dayIn(now, timezone));
  const next = withGuests.find(({ startAt }) => !isToday || Date.parse(startAt) > now.getTime());
  if (!next) return words.noneNext;
  return fill(words.next, {
    name: `${timeIn(next.startAt, timezone)} ${next.sold?.product.name ?? ""}`,
  });
}
