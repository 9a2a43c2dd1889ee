/** The parts of the stored documents that the oracle looks at; it shares no code with the services. */

export interface BookingDocument {
  _id: string;
  reference: string;
  /** Null: the stub of an archived one. */
  live: boolean | null;
  revision: number;
  supplierId: string;
  productId: string;
  optionId: string;
  orderId?: string;
  /** The order's revision on which a decision about it rests. */
  orderRevision?: number;
  status: "ON_HOLD" | "PENDING" | "CONFIRMED" | "CANCELLED" | "REJECTED" | "EXPIRED";
  startAt: Date;
  occupiedUntil: Date;
  expiresAt: Date | null;
  idempotencyKey?: string;
  usedKeys?: readonly object[];
  confirmedAt: Date | null;
  cancelledAt: Date | null;
  customer: string | null;
  notes: string | null;
  externalId: string | null;
  resellerReference: string | null;
  metadata: string | null;
  unitItems: { unitId: string }[];
  pricingSnapshot: { unitPricing: { unitId: string }[] };
  resourceUsageSnapshot: { items: UsedResource[] } | null;
  claims: { claimId: string; ledger: string }[];
  outbox: { id: string; type: string; actorType: string }[];
  createdAt: Date;
  updatedAt: Date;
}

export interface OrderDocument {
  _id: string;
  status: "OPEN" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
  expiresAt: Date | null;
  confirmedAt: Date | null;
  bookingIds: string[];
  sold: { bookingId: string; status: string }[];
  outbox: { id: string }[];
}

/** Minutes for which a resource is occupied before and after the run. */
export interface Margins {
  prepareMinutes?: number;
  turnaroundMinutes?: number;
}

const minuteMs = 60_000;

/** The time for which a resource is occupied by a departure. */
export function withMargins(
  [from, to]: readonly [number, number],
  { prepareMinutes = 0, turnaroundMinutes = 0 }: Margins,
): { from: number; to: number } {
  return { from: from - prepareMinutes * minuteMs, to: to + turnaroundMinutes * minuteMs };
}

/** The key under which a ledger counts what a claim of this line uses. */
export function lineOfUse(
  line: string,
  { prepareMinutes = 0, turnaroundMinutes = 0 }: Margins = {},
): string {
  const isLonger = prepareMinutes > 0 || turnaroundMinutes > 0;
  return isLonger ? [line, prepareMinutes, turnaroundMinutes].join(":") : line;
}

interface UsedResource extends Margins {
  resourceId: string;
  capacityPlaces: number;
  resourceQuantity?: number;
}

/** The resources that a booking uses. */
export function usageOf({ resourceUsageSnapshot }: BookingDocument): readonly UsedResource[] {
  return resourceUsageSnapshot?.items ?? [];
}

export interface ResourceDocument {
  _id: string;
  live: boolean;
  supplierId: string;
  name: string;
  quantity: number;
  capacityPerResource: number;
  epoch: number;
  /** Names the version. */
  commit?: string;
  resizing?: { attempt: string; since: Date; isDeletion: boolean };
  lastAttempt?: string;
  requirements: (Margins & { optionId: string; quantity: number; maxQuantity: number | null })[];
}

/** Whether an option needs a resource; one whose link is being removed still does. */
export function hasNeed({ requirements }: ResourceDocument, ofOption: string): boolean {
  return requirements.some(({ optionId }) => optionId === ofOption);
}

interface Places {
  seats: number;
  units: number;
}

export interface Expansion {
  epoch: number;
  pool: number;
  beyondMax: number;
}

export interface LedgerDocument {
  _id: string;
  supplierId: string;
  startAt: Date;
  endAt: Date;
  revision: number;
  at: Date;
  usages: Record<
    string,
    {
      optionId: string;
      start: number;
      end: number;
      use: Record<
        string,
        Places & {
          holds: Record<string, Places>;
          expansion?: Expansion;
        }
      >;
    }
  >;
  rebookings?: Record<string, unknown>;
  /** By option and start. */
  runs?: Record<string, { state: string }>;
  outbox?: { id: string }[];
  /** Every resource that was ever taken there. */
  resources: string[];
  /** Since its day is archived. */
  closedAt?: Date;
  /** JSON: the steps of each revision. */
  log: Record<string, string>;
}

export interface ClaimEntry {
  id: string;
  bookingId: string;
  line: string;
  use: (Margins & { resourceId: string; places: number; units: number | null })[];
  state: string;
  until: number | null;
  expanded?: (Expansion & { resourceId: string })[];
  step: number;
}

/** A claim's record: what it uses is kept as JSON. */
export interface ClaimDocument extends Omit<ClaimEntry, "id" | "use"> {
  _id: string;
  use: string;
}

type Logging = Pick<LedgerDocument, "log">;

/** The steps that a ledger has logged since it was as `before`. */
export function newSteps(before: Logging | undefined, after: Logging): ClaimEntry[] {
  return Object.entries(after.log).flatMap(([revision, steps]) =>
    before && revision in before.log ? [] : (parsed(steps) as ClaimEntry[]),
  );
}

const texts = new Map<string, unknown>();
const textsMax = 100_000;

/** The value of a JSON text; one that was seen before is not parsed again. Not to be changed. */
export function parsed(text: string): unknown {
  if (!texts.has(text)) {
    if (texts.size >= textsMax) texts.clear();
    texts.set(text, JSON.parse(text));
  }
  return texts.get(text);
}
