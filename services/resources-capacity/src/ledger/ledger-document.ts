/** The stored form of a ledger, and its translation into the words of the code. */
import type { LedgerAddress, Range } from "./day.ts";
import type { Claim, DepartureRuns, Ledger } from "./ledger.ts";
import type { DepartureUsages } from "./departure-usage.ts";
import type { PendingRebookings } from "./pending-rebookings.ts";

export interface LedgerDocument {
  _id: string;
  tenantId: string;
  supplierId: string;
  startAt: Date;
  endAt: Date;
  /** Every write increments it and filters the value it has read. */
  revision: number;
  /** A new token for every write, its insertion too. */
  commit: string;
  at: Date;
  usages: DepartureUsages;
  resources: string[];
  rebookings?: PendingRebookings;
  /** The claim log, by revision; the steps of each as one JSON string, to save per-field cost. */
  log: Record<string, string>;
  /** Present while there are entries in it: indexes the ledgers that the sweep may have to compact. */
  hasLog?: true;
  /** Since its day is archived; such a ledger has no usages, and no new claim is taken on it. Absent: it is open. */
  closedAt?: Date;
  /** Absent until the operator has called one of its departures off. */
  runs?: Record<string, DepartureRuns>;
  /** Events of repairs and of decided departures. */
  outbox?: object[];
}

/** A ledger without any claim. */
export function emptyLedger(address: LedgerAddress, now: number): LedgerDocument {
  const { id, tenantId, supplierId, range } = address;
  return {
    _id: id,
    tenantId,
    supplierId,
    startAt: new Date(range.from),
    endAt: new Date(range.to),
    revision: 0,
    commit: "",
    at: new Date(now),
    usages: {},
    resources: [],
    rebookings: {},
    log: {},
  };
}

type Addressed = Pick<LedgerDocument, "_id" | "tenantId" | "supplierId" | "startAt" | "endAt">;

export function addressOf({ _id, tenantId, supplierId, startAt, endAt }: Addressed): LedgerAddress {
  const range: Range = { from: startAt.getTime(), to: endAt.getTime() };
  return { id: _id, tenantId, supplierId, range };
}

/** The ledger of a document; its log is empty if the entries were not read. */
export function ledgerOf(document: LedgerDocument): Ledger {
  const entries = Object.entries(document.log ?? {});
  return {
    address: addressOf(document),
    revision: document.revision,
    commit: document.commit,
    at: document.at.getTime(),
    usages: document.usages,
    rebookings: document.rebookings ?? {},
    resources: new Set(document.resources),
    log: new Map(
      entries.map(([revision, steps]) => [Number(revision), JSON.parse(steps) as Claim[]]),
    ),
    isClosed: document.closedAt !== undefined,
    runs: document.runs ?? {},
  };
}
