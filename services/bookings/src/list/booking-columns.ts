/** The columns of a booking index, and what each says of a row. */
import { bookings } from "@slipway/contracts";
import { type BigramFilter, createBigramFilter } from "./bigram-filter.ts";
import type { Kind, Listed, OtherNames } from "../record/list-filter.ts";

export const bookingStatuses = bookings.bookingStatus.options;

/** The status number of a tombstone: no filter has its bit. */
export const tombstone = bookingStatuses.length;
/** The status number of a hold of an order: once it is over, its order alone knows whether it is sold or expired. */
export const heldInOrder = tombstone + 1;

/** The stored status of a row; undefined: a tombstone. */
export function statusOf({ status }: Pick<Columns, "status">, row: number) {
  const number = status[row] ?? tombstone;
  return number === heldInOrder ? "ON_HOLD" : bookingStatuses[number];
}

/** An estimate of a row's memory without its search text. */
export const rowBytes = 272;
export const kindBytes = 500;
/** An estimate of the memory of other names, without their texts. */
const namesBytes = 64;

export interface Columns {
  readonly id: string[];
  readonly createdAt: number[];
  readonly updatedAt: number[];
  /** An index into `bookingStatuses`, or `tombstone`. */
  readonly status: number[];
  readonly startAt: number[];
  /** Infinity if there is none. */
  readonly expiresAt: number[];
  /** A number of `kinds`. */
  readonly kind: number[];
  readonly guests: number[];
  /** In the smallest unit of the currency. */
  readonly retail: number[];
  readonly currency: string[];
  /** Null where a booking has no other name, as most do. */
  readonly names: (OtherNames | null)[];
  readonly text: string[];
  readonly bigrams: BigramFilter;
  readonly kinds: Kinds;
}

export function noRows(): Columns {
  return {
    id: [],
    createdAt: [],
    updatedAt: [],
    status: [],
    startAt: [],
    expiresAt: [],
    kind: [],
    guests: [],
    retail: [],
    currency: [],
    names: [],
    text: [],
    bigrams: createBigramFilter(),
    kinds: noKinds(),
  };
}

function noKinds() {
  const all: Kind[] = [];
  const numbers = new Map<string, number>();
  return {
    /** By number. */
    all,
    numberOf({ supplierId, productId, optionId, source }: Kind) {
      const key = JSON.stringify([supplierId, productId, optionId, source]);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, all.length);
      return all.push({ supplierId, productId, optionId, source }) - 1;
    },
  };
}

/** Numbers instead of names: a tenant has few combinations of supplier, product, option and source. */
type Kinds = ReturnType<typeof noKinds>;

export const tombstoneRow: Omit<Listed, "id" | "createdAt" | "updatedAt"> = {
  status: "EXPIRED",
  startAt: 0,
  expiresAt: null,
  supplierId: "",
  productId: "",
  optionId: "",
  source: "",
  externalId: null,
  resellerReference: null,
  searchText: "",
  guests: 0,
  retail: 0,
  currency: "",
};

/** The names as a row keeps them. */
export function keptNames({ externalId, resellerReference }: OtherNames): OtherNames | null {
  return externalId === null && resellerReference === null
    ? null
    : { externalId, resellerReference };
}

/** An estimate of a row's memory beside `rowBytes`. */
export function textBytes({ text, names }: Columns, row: number): number {
  const { externalId, resellerReference } = names[row] ?? noNames;
  const ofNames = (externalId ?? "").length + (resellerReference ?? "").length;
  return (text[row] ?? "").length + (names[row] ? namesBytes + ofNames : 0);
}

export const noNames: OtherNames = { externalId: null, resellerReference: null };
