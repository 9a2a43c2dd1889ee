/** What the party costs as it stands, or why it cannot be booked. It asks when nothing was changed for a moment. */
import { type AvailabilityEntry, isProblem } from "@slipway/client";
import { moneyWords } from "../../parts/booking-words.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { useStill } from "../../use-still.ts";
import { type Order, headsOf } from "./order.ts";

interface Given {
  readonly order: Order;
  readonly entries: readonly AvailabilityEntry[];
  /** With another one it is asked again. */
  readonly turn: number;
  /** By how many places the departure grows; null: it stays as it is. */
  readonly over: number | null;
  readonly expand: (over: number | null) => void;
}

export function Price({ order, entries, turn, over, expand }: Given) {
  const words = texts.value.sale;
  const key = order.unitItems.length === 0 ? undefined : JSON.stringify(order);
  const quote = useLoad(
    useStill(key),
    ({ bookings }, signal) => bookings.quote(order, { signal }),
    turn,
  );
  const isOf = !quote.isLoading && key !== undefined;
  const price = quote.data?.pricingSnapshot;
  return (
    <section aria-label={words.price} aria-live="polite">
      {isOf && quote.error !== undefined && (
        <>
          <ProblemNote error={quote.error} />
          {isProblem(quote.error, "CAPACITY_EXHAUSTED") && (
            <>
              <Others entries={entries} order={order} />
              <Expand over={headsOf(order) - (quote.error.body.vacancies ?? 0)} expand={expand} />
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

/** The way out of a full departure: the others of the day with room for as many. */
function Others({ entries, order }: Pick<Given, "entries" | "order">) {
  const count = headsOf(order);
  const fitting = entries.filter(
    (each) =>
      each.startAt !== order.startAt &&
      each.available &&
      (each.vacancies === null || each.vacancies >= count),
  );
  if (fitting.length === 0) return null;
  const times = fitting.map((each) => timeWords(each.startAt, each.timezone)).join(", ");
  return <p>{fill(texts.value.sale.others, { times })}</p>;
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
    <label class="line">
      <input type="checkbox" checked={isChecked} onChange={() => expand(isChecked ? null : over)} />{" "}
      {counted(over, texts.value.sale.expand)}
    </label>
  );
}
