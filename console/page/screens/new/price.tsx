/** What the party costs as it stands, or why it cannot be booked. It asks when nothing was changed for a moment. */
import { type AvailabilityEntry, isProblem } from "@slipway/client";
import { moneyWords } from "../../parts/booking-words.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { useStill } from "../../use-still.ts";
import { type Party, unitItemsOf } from "../../parts/party.ts";

interface Given {
  readonly optionId: string;
  readonly startAt: string;
  readonly party: Party;
  readonly entries: readonly AvailabilityEntry[];
}

export function Price({ optionId, startAt, party, entries }: Given) {
  const words = texts.value.sale;
  const unitItems = unitItemsOf(party);
  const key = unitItems.length === 0 ? undefined : JSON.stringify({ optionId, startAt, unitItems });
  const quote = useLoad(useStill(key), (slipway, signal) =>
    slipway.bookings.quote({ optionId, startAt, unitItems }, { signal }),
  );
  const isOf = !quote.isLoading && key !== undefined;
  const price = quote.data?.pricingSnapshot;
  return (
    <section aria-label={words.price} aria-live="polite">
      {isOf && quote.error !== undefined && (
        <>
          <ProblemNote error={quote.error} />
          {isProblem(quote.error, "CAPACITY_EXHAUSTED") && (
            <Others entries={entries} startAt={startAt} party={party} />
          )}
        </>
      )}
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
function Others({ entries, startAt, party }: Pick<Given, "entries" | "startAt" | "party">) {
  const count = unitItemsOf(party).reduce((sum, { quantity }) => sum + quantity, 0);
  const fitting = entries.filter(
    (each) =>
      each.startAt !== startAt &&
      each.available &&
      (each.vacancies === null || each.vacancies >= count),
  );
  if (fitting.length === 0) return null;
  const times = fitting.map((each) => timeWords(each.startAt, each.timezone)).join(", ");
  return <p>{fill(texts.value.sale.others, { times })}</p>;
}
