import {
  type Aggregate,
  type Index,
  type OutboxDocument,
  collection,
  outboxIndex,
} from "@slipway/store";
import type { LedgerDocument } from "./ledger/ledger-document.ts";
import type { Claim } from "./ledger/ledger.ts";
import type { Requirement, Resizing } from "./resource/resource.ts";

export interface ResourceDocument extends Aggregate {
  supplierId: string;
  name: string;
  /** The lower-cased name, by which lists are ordered. */
  nameKey: string;
  quantity: number;
  capacityPerResource: number;
  metadata: string;
  epoch: number;
  resizing?: Resizing;
  lastAttempt?: string;
  requirements: Requirement[];
}

export interface ClaimDocument extends OutboxDocument {
  tenantId: string;
  /** The id of its ledger. */
  ledger: string;
  bookingId: string;
  line: string;
  /** JSON, to save per-field cost. */
  use: string;
  state: Claim["state"];
  until: number | null;
  expanded?: Claim["expanded"];
  caller?: Claim["caller"];
  step: number;
  revision: number;
  /** Whether a booking is known to name it. */
  attached: boolean;
  /** When recovery asks; removed once the claim is attached. */
  confirmBy?: Date;
  endedAt?: Date;
}

export interface DayDocument {
  /** The supplier. */
  _id: string;
  tenantId: string;
  /** The UTC minute at which its days begin. Never changed, since ledger ids depend on it. */
  startMinute: number;
}

/** An index of the documents that have this field. Every claim and ledger pays for each index. */
function present(field: string): Index {
  return [{ [field]: 1 }, { partialFilterExpression: { [field]: { $exists: true } } }];
}

export const collections = {
  resources: collection<ResourceDocument>("resources", [
    [{ tenantId: 1, nameKey: 1, _id: 1 }],
    [{ tenantId: 1, "requirements.optionId": 1 }],
    outboxIndex,
  ]),
  claims: collection<ClaimDocument>("claims", [
    present("confirmBy"),
    present("endedAt"),
    present("outbox.id"),
  ]),
  ledgers: collection<LedgerDocument>("ledgers", [
    [{ tenantId: 1, supplierId: 1, endAt: 1 }],
    present("outbox.id"),
    [{ hasEntries: 1 }, { partialFilterExpression: { hasEntries: true } }],
  ]),
  days: collection<DayDocument>("supplier_days"),
};
