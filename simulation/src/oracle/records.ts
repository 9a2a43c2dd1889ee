/** The parts of the stored documents that the oracle looks at; it shares no code with the services. */

export interface BookingDocument {
  _id: string;
  live: boolean;
  revision: number;
  supplierId: string;
  optionId: string;
  status: "ON_HOLD" | "PENDING" | "CONFIRMED" | "CANCELLED" | "REJECTED" | "EXPIRED";
  startAt: Date;
  occupiedUntil: Date;
  expiresAt: Date | null;
  idempotencyKey?: string;
  resourceUsageSnapshot: {
    items: { resourceId: string; capacityPlaces: number; resourceQuantity?: number }[];
  } | null;
  claims: { claimId: string; ledger: string }[];
  outbox: unknown[];
  createdAt: Date;
  updatedAt: Date;
}

export interface ResourceDocument {
  _id: string;
  live: boolean;
  supplierId: string;
  name: string;
  quantity: number;
  capacityPerResource: number;
  epoch: number;
  resizing?: { attempt: string; since: Date; isDeletion: boolean };
  lastAttempt?: string;
  requirements: { optionId: string; quantity: number; maxQuantity: number | null }[];
}

interface Places {
  seats: number;
  units: number;
}

export interface LedgerDocument {
  _id: string;
  supplierId: string;
  startAt: Date;
  endAt: Date;
  revision: number;
  at: Date;
  lines: Record<
    string,
    {
      optionId: string;
      start: number;
      end: number;
      use: Record<
        string,
        Places & { holds: Record<string, Places>; expansion?: { epoch: number; pool: number } }
      >;
    }
  >;
  moves?: Record<string, unknown>;
  entries: Record<string, ClaimEntry[]>;
}

export interface ClaimEntry {
  id: string;
  bookingId: string;
  line: string;
  use: { resourceId: string; places: number; units: number | null }[];
  state: string;
  until: number | null;
  expanded?: { resourceId: string; epoch: number; pool: number }[];
  step: number;
}
