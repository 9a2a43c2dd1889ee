/** A ledger for tests of its rules. */
import type { Caller } from "@slipway/contracts";
import type { CapacityResource, Resizing } from "../src/ledger/resource.ts";
import { type LedgerAddress, dayMs } from "../src/ledger/day.ts";
import type { Demand } from "../src/ledger/demand.ts";
import {
  type Claim,
  type ClaimCommand,
  type Command,
  type Decision,
  type Ledger,
  apply,
  decide,
  draftOf,
} from "../src/ledger/ledger.ts";
import { type OptionLinks, dayAt, optionLinksOf, vacanciesOf } from "../src/ledger/vacancies.ts";

export const day = { from: 0, to: dayMs };
export const hour = 3_600_000;
export const now = 5 * hour;
const caller: Caller = {
  tenantId: "t",
  actorType: "API_KEY",
  actorId: "k",
  credentialId: "k",
  scopes: [],
  source: "api/v1",
  requestId: "r",
};

export type ANeed = [
  quantity: number,
  maxQuantity: number | null,
  prepareMinutes?: number,
  turnaroundMinutes?: number,
];

interface BoatFields extends Partial<CapacityResource> {
  /** The needs of each option. */
  needs?: Record<string, ANeed>;
}

export function aResource({
  needs = { tour: [1, null] },
  ...more
}: BoatFields = {}): CapacityResource {
  const requirements = Object.entries(needs).map(
    ([optionId, [quantity, maxQuantity, prepareMinutes = 0, turnaroundMinutes = 0]]) => ({
      id: `${more.id ?? "boat"}-${optionId}`,
      optionId,
      quantity,
      maxQuantity,
      prepareMinutes,
      turnaroundMinutes,
      madeAt: new Date(0),
    }),
  );
  return {
    id: "boat",
    name: "Boat",
    quantity: 1,
    capacityPerResource: 10,
    epoch: 1,
    requirements,
    ...more,
  };
}

export function aResizing(more: Partial<Resizing>): Resizing {
  const numbers = { quantity: 1, capacityPerResource: 10, isDeletion: false };
  return { attempt: "rsz", since: new Date(now), ...numbers, ...more };
}

export type ClaimFields = Partial<Pick<ClaimCommand, "until" | "expand">> &
  Partial<Demand> & {
    from?: number;
    hours?: number;
    /** Whose claim this is, and the claims of the same booking that it replaces. */
    booking?: string;
    inPlaceOf?: readonly string[];
  };

/** The command of a fresh claim on the tour at 8. */
export function aClaim(
  claimId: string,
  participants: number,
  fields: ClaimFields = {},
): ClaimCommand {
  const { from = 8, hours = 1, until = null, expand = false, ...more } = fields;
  const { booking = claimId, inPlaceOf = [], ...demand } = more;
  return {
    kind: "claim",
    claimId,
    bookingId: booking,
    inPlaceOf,
    window: { from: from * hour, to: (from + hours) * hour },
    demand: { optionId: "tour", pricingPer: "UNIT", participants, resourceItems: [], ...demand },
    until,
    expand,
    otherDay: [],
    isLast: true,
    confirmBy: 0,
    caller,
    isFresh: true,
  };
}

/** The ledger of a day on which commands are decided one by one, each committed at once. */
export function aLedger(...resources: CapacityResource[]) {
  return aLedgerAt({ tenantId: "t", supplierId: "s", id: "s:0", range: day }, resources);
}

/** The same for another day. */
export function aLedgerAt(address: LedgerAddress, resources: readonly CapacityResource[]) {
  const ledger: Ledger = {
    address,
    revision: 0,
    commit: "",
    at: 0,
    usages: {},
    rebookings: {},
    resources: new Set(),
    log: new Map(),
    isClosed: false,
    runs: {},
  };
  const claims = new Map<string, Claim>();
  const known = new Map(resources.map((resource) => [resource.id, resource]));

  function carryOut(command: Command, clock = now): Decision {
    const draft = draftOf(ledger, clock);
    const claim = claims.get(command.claimId);
    const replaced =
      command.kind === "claim" ? command.inPlaceOf.flatMap((id) => claims.get(id) ?? []) : [];
    const decision = decide(draft, command, { resources: known, claim, replaced });
    if (decision.outcome !== "write") return decision;
    apply(draft, decision);
    ledger.revision++;
    ledger.at = draft.tally.now;
    claims.set(decision.claim.id, decision.claim);
    return decision;
  }

  return {
    ledger,
    claims,
    set: (resource: CapacityResource) => known.set(resource.id, resource),
    carryOut,
    claim(claimId: string, participants: number, fields: ClaimFields = {}, clock = now) {
      return outcomeOf(carryOut(aClaim(claimId, participants, fields), clock));
    },
    confirm: (claimId: string, clock = now) =>
      outcomeOf(carryOut({ kind: "confirm", claimId }, clock)),
    extend: (claimId: string, until: number, clock = now) =>
      outcomeOf(carryOut({ kind: "extend", claimId, until }, clock)),
    release: (claimId: string, { neverNamed = false, clock = now } = {}) =>
      outcomeOf(carryOut({ kind: "release", claimId, neverNamed }, clock)),
    /** Free places and the vacancies of the tour at 8. */
    free(optionId = "tour", { from = 8, hours = 1, pricingPer = "UNIT", clock = now }: Free = {}) {
      const input = { supplierId: "s", durationMinutes: 60, starts: [], optionId, pricingPer };
      const sale: OptionLinks = optionLinksOf(input, known.values());
      const window = { from: from * hour, to: (from + hours) * hour };
      const left = vacanciesOf(sale, window, [dayAt(ledger, clock)]);
      const { capacity, vacancies, places } = left;
      return { vacancies, places, capacity };
    },
  };
}

interface Free {
  from?: number;
  hours?: number;
  pricingPer?: Demand["pricingPer"];
  clock?: number;
}

function outcomeOf(decision: Decision): string {
  return decision.outcome === "refused" ? decision.code : decision.outcome;
}

export const full = "CAPACITY_EXHAUSTED";
export const later = Math.floor(now / 1000) + 600;
