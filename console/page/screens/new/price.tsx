/**
 * The price of the party as it stands, or the reason why it cannot be booked. It asks when nothing was changed for
 * a moment.
 */
import { type AvailabilityEntry, isProblem } from "@slipway/client";
import { moneyWords } from "../../parts/booking-words.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Tick } from "../../parts/tick.tsx";
import { ZonedTime } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { useStill } from "../../use-still.ts";
import type { Order } from "./order.ts";
import { otherDepartures } from "./other-departures.ts";

interface Given {
  readonly order: Order;
  /** The number of travellers in the party: one unit may stand for several. */
  readonly travellers: number;
  readonly entries: readonly AvailabilityEntry[];
  readonly choose: (startAt: string, isByKey: boolean) => void;
  readonly giveOwnPrice: () => void;
  /** Takes the departure's own time, to which no last booking applies. */
  readonly takeOwnTime: () => void;
  /** With another one it is asked again. */
  readonly turn: number;
  /** By how many places the departure grows; null: it stays as it is. */
  readonly over: number | null;
  readonly expand: (over: number | null) => void;
}

export function Price(given: Given) {
  const { order, travellers, turn, over, expand } = given;
  const words = texts.sale;
  const key = order.unitItems.length === 0 ? undefined : JSON.stringify(order);
  const quote = useLoad(useStill(key), ({ bookings }) => bookings.quote(order), turn);
  const isOf = !quote.isLoading && key !== undefined;
  const price = quote.data?.pricingSnapshot;
  return (
    <section aria-label={words.price} aria-live="polite">
      {isOf && quote.error !== undefined && (
        <>
          <ProblemNote error={quote.error} />
          {isProblem(quote.error, "PRICE_NOT_CONFIGURED") && (
            <button type="button" onClick={given.giveOwnPrice}>
              {words.ownPrice}
            </button>
          )}
          {isProblem(quote.error, "BOOKING_CUTOFF_PASSED") && (
            <button type="button" onClick={given.takeOwnTime}>
              {words.allTheSame}
            </button>
          )}
          {isProblem(quote.error, "CAPACITY_EXHAUSTED") && (
            <>
              <Others {...given} />
              <Expand over={travellers - (quote.error.body.vacancies ?? 0)} expand={expand} />
            </>
          )}
        </>
      )}
      {over !== null && <Expand over={over} expand={expand} isChecked />}
      {isOf && quote.error === undefined && price && (
        <>
          <ul>
            {price.unitPricing.map(({ unitId, quantity, name, retail }) => (
              <li key={unitId}>
                {quantity} {name}: {moneyWords(retail, price)}
              </li>
            ))}
          </ul>
          <p>
            <strong>{fill(words.total, { total: moneyWords(price.retail, price) })}</strong>
          </p>
        </>
      )}
    </section>
  );
}

/** The way out of a full departure: others of the day with room for as many. */
function Others({ entries, order: { startAt }, travellers, choose }: Given) {
  const fitting = otherDepartures(entries, { startAt, travellers });
  if (fitting.length === 0) return null;
  return (
    <p class="controls">
      {texts.sale.others}
      {fitting.map((each) => (
        <button
          key={each.startAt}
          type="button"
          onClick={({ detail }) => choose(each.startAt, detail === 0)}
        >
          <ZonedTime at={each.startAt} zone={each.timezone} />
        </button>
      ))}
    </p>
  );
}

/** The other way out: the departure gets more places than its boat has. */
function Expand({
  over,
  expand,
  isChecked = false,
}: {
  over: number;
  expand: Given["expand"];
  isChecked?: boolean;
}) {
  return (
    <Tick checked={isChecked} choose={(isTicked) => expand(isTicked ? over : null)}>
      {counted(over, texts.sale.expand)}
    </Tick>
  );
}
