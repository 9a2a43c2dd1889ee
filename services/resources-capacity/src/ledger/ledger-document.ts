/** How a ledger is stored. */
import type { LedgerAddress, Range } from "./day.ts";
import type { Claim, Ledger } from "./ledger.ts";
import type { Lines } from "./line.ts";
import type { Moves } from "./moves.ts";

export interface LedgerDocument {
  _id: string;
  tenantId: string;
  supplierId: string;
  startAt: Date;
  endAt: Date;
  /** Raised by every write, and the filter of the next one. */
  revision: number;
  /** A fresh token of every write; empty before the first. */
  commit: string;
  at: Date;
  lines: Lines;
  resources: string[];
  /** Claims of bookings that are changing their places. */
  moves?: Moves;
  /** Steps by the revision that made them, each revision's as JSON: the engine pays by field. */
  entries: Record<string, string>;
  /** There while entries are: the index of those that a sweep may have to finish. */
  hasEntries?: true;
  /** Repairs to be told. */
  outbox?: object[];
}

/** A ledger that nothing was ever claimed on. */
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
    lines: {},
    resources: [],
    moves: {},
    entries: {},
  };
}

type Addressed = Pick<LedgerDocument, "_id" | "tenantId" | "supplierId" | "startAt" | "endAt">;

export function addressOf({ _id, tenantId, supplierId, startAt, endAt }: Addressed): LedgerAddress {
  const range: Range = { from: startAt.getTime(), to: endAt.getTime() };
  return { id: _id, tenantId, supplierId, range };
}

/** The ledger that a document holds; its log is empty where it was not read. */
export function ledgerOf(document: LedgerDocument): Ledger {
  const entries = Object.entries(document.entries ?? {});
  return {
    address: addressOf(document),
    revision: document.revision,
    commit: document.commit,
    at: document.at.getTime(),
    lines: document.lines,
    moves: document.moves ?? {},
    resources: new Set(document.resources),
    log: new Map(
      entries.map(([revision, steps]) => [Number(revision), JSON.parse(steps) as Claim[]]),
    ),
  };
}
