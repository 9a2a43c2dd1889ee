/** Which rows of a booking index a list shows. */
import { bigramsOf } from "./bigram-filter.ts";
import {
  type Columns,
  bookingStatuses,
  heldInOrder,
  noNames,
  tombstone,
} from "./booking-columns.ts";
import {
  type Kind,
  type ListFilter,
  hasNames,
  isOfKind,
  wantedText,
} from "../record/list-filter.ts";

/**
 * A test of a row against all filters; a search finds the row `named`, whatever its text. Undefined if no row can match. It has no branches that depend on
 * the filter, because it runs for every row of a large tenant.
 */
export function rowTest(
  columns: Columns,
  { filter, named }: { filter: ListFilter; named: number | undefined },
  now: number,
): ((row: number) => boolean) | undefined {
  const { startAt, kind, names, text, bigrams } = columns;
  const wanted = filter.search === undefined ? "" : wantedText(filter.search);
  const kinds = kindsOf(columns.kinds.all, filter);
  if (wanted === null || !kinds.includes(1)) return undefined;
  const from = filter.from?.getTime() ?? -Infinity;
  const to = filter.to?.getTime() ?? Infinity;
  const hasStatus = statusTest(columns, filter.status, now);
  const isNamed = !hasNames(noNames, filter);
  const bigramsWanted = bigramsOf(wanted);
  return (row) => {
    const start = startAt[row] ?? Number.NaN;
    return (
      start >= from &&
      start <= to &&
      kinds[kind[row] ?? 0] === 1 &&
      (row === named || bigrams.covers(row, bigramsWanted)) &&
      hasStatus(row) &&
      (!isNamed || hasNames(names[row] ?? noNames, filter)) &&
      (row === named || (text[row] ?? "").includes(wanted))
    );
  };
}

/** 1 for each kind that the filter lets pass. */
function kindsOf(kinds: readonly Kind[], filter: ListFilter): Uint8Array {
  return Uint8Array.from(kinds, (kind) => (isOfKind(kind, filter) ? 1 : 0));
}

const held = bookingStatuses.indexOf("ON_HOLD");
const expired = bookingStatuses.indexOf("EXPIRED");

/** Tests the status that readers see now. A hold of an order that is over passes as either, until the booking itself is read. */
function statusTest(
  { status, expiresAt }: Columns,
  wanted: ListFilter["status"] = bookingStatuses,
  now: number,
): (row: number) => boolean {
  // A bit for each status.
  let bits = 0;
  for (const each of wanted) bits |= 1 << bookingStatuses.indexOf(each);
  return (row) => {
    const number = status[row] ?? tombstone;
    const isOver = (expiresAt[row] ?? Infinity) <= now;
    if (number === heldInOrder)
      return (bits & (1 << held)) !== 0 || (isOver && (bits & (1 << expired)) !== 0);
    const shown = number === held && isOver ? expired : number;
    return (bits & (1 << shown)) !== 0;
  };
}
