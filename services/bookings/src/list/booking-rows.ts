/** The rows of a booking index and the orders in which lists show them. */
import {
  type Columns,
  bookingStatuses,
  heldInOrder,
  keptNames,
  textBytes,
  tombstone,
  tombstoneRow,
} from "./booking-columns.ts";
import type { ListOrder, Listed } from "../record/list-filter.ts";
import { type Place, type RowOrder, orderRows } from "./row-order.ts";

function numberOf({ status, isOfOrder = false }: Listed): number {
  return isOfOrder && status === "ON_HOLD" ? heldInOrder : bookingStatuses.indexOf(status);
}

/** The fields by which a row is found and ordered. */
export type RowKey = Pick<Listed, "id" | "createdAt" | "updatedAt">;

/** Adds and updates rows, and knows what they come to. */
export function createRows(columns: Columns, orders: ReturnType<typeof createOrders>) {
  const rowOf = new Map<string, number>();
  let ofTexts = 0;
  let shown = 0;

  function newRow(id: string, createdAt: number): number {
    const row = columns.id.length;
    rowOf.set(id, row);
    columns.id.push(id);
    columns.createdAt.push(createdAt);
    columns.status.push(tombstone);
    orders.added(row);
    return row;
  }

  return {
    of: (id: string) => rowOf.get(id),
    textBytes: () => ofTexts,
    /** How many are no tombstones. */
    shown: () => shown,
    put({ id, createdAt, updatedAt }: RowKey, booking: Listed | null): void {
      const row = rowOf.get(id) ?? newRow(id, createdAt);
      const fields = booking ?? tombstoneRow;
      const { startAt, expiresAt, searchText, guests, retail, currency } = fields;
      columns.updatedAt[row] = updatedAt;
      orders.startAt(row, startAt);
      columns.expiresAt[row] = expiresAt ?? Infinity;
      columns.kind[row] = columns.kinds.numberOf(fields);
      columns.guests[row] = guests;
      columns.retail[row] = retail;
      columns.currency[row] = currency;
      ofTexts -= textBytes(columns, row);
      columns.names[row] = keptNames(fields);
      columns.text[row] = searchText;
      ofTexts += textBytes(columns, row);
      columns.bigrams.set(row, searchText);
      if (columns.status[row] !== tombstone) shown--;
      if (booking) shown++;
      columns.status[row] = booking ? numberOf(booking) : tombstone;
    },
  };
}

/** Rows in the order in which a list shows them, from `first` on by steps of `step`. */
export interface Walk {
  rows: readonly number[];
  first: number;
  step: 1 | -1;
}

/** The orders of lists; that of starts is made when the first list wants it. */
export function createOrders(columns: Columns) {
  const { id, createdAt, startAt } = columns;
  const byCreation = orderRows({ id, at: createdAt }, []);
  let byStart: RowOrder | undefined;

  return {
    /** After its createdAt is set. */
    added: (row: number) => byCreation.add(row),
    /** Sets the row's startAt. */
    startAt(row: number, at: number): void {
      if (startAt[row] === at) return;
      if (startAt[row] !== undefined) byStart?.remove(row);
      startAt[row] = at;
      byStart?.add(row);
    },
    /** Newest first, or the earliest start first. */
    walk(by: ListOrder, after: Place | undefined): Walk {
      if (by === "createdAt") {
        const { rows, before } = byCreation;
        return { rows, first: (after ? before(after) : rows.length) - 1, step: -1 };
      }
      byStart ??= orderRows({ id, at: startAt }, byCreation.rows);
      const { rows, before } = byStart;
      const first = after ? before(after) : 0;
      const isItself = after !== undefined && id[rows[first] ?? -1] === after.id;
      return { rows, first: isItself ? first + 1 : first, step: 1 };
    },
  };
}
