import { refuse } from "@slipway/broker";
import type { CapacityResource } from "../resource/resource.ts";
import type { LedgerAddress } from "./day.ts";
import type { ActorDeps } from "./deps.ts";
import { type Claim, type Command, type Draft, type Ledger, laterOf } from "./ledger.ts";

/** What commands are decided on. Every part of it was read after the ledger. */
export interface View {
  readonly ledger: Ledger;
  /**
   * Before the first read of all but the ledger began, on this process's own count of moments; 0
   * once the ledger was written here, since with what it then is nothing was read. The ledger itself
   * may be older: whatever is answered, its revision is looked at last.
   */
  begunAt: number;
  /** When the ledger was read, milliseconds since the epoch. */
  readonly readAt: number;
  readonly resources: Map<string, CapacityResource>;
  /** Options whose resources are among them. */
  readonly options: Set<string>;
  /** Claims of the commands at hand, and those that they replace: their records with the ledger's log laid over them. */
  claims: ReadonlyMap<string, Claim>;
}

export interface Wanted {
  readonly command: Command;
  /** A write of it was begun before. */
  readonly isTried: boolean;
}

/** Keeps an actor's view between batches: a write by anybody else shows when the next one fails. */
export interface Views {
  /** The kept view or a new one, with all that these commands are decided on. */
  get(wanted: readonly Wanted[]): Promise<View>;
  /** Takes a committed draft into the kept view. */
  committed(draft: Draft, dropped: readonly number[]): void;
  /** Keeps the ledger alone: what else commands are decided on is read again. */
  renew(): void;
  drop(): void;
}

const rereadsMax = 20;
/**
 * Whoever changes what claims are decided on makes every view fall before he answers. One who has
 * crashed before that answers nobody, and is noticed after this time.
 */
const viewMsMax = 10_000;
let moments = 0;

/** Counts up: tells what began before what, in this process. */
export function nextMoment(): number {
  return ++moments;
}

export function createViews(address: LedgerAddress, deps: ActorDeps): Views {
  let kept: View | undefined;

  /** The ledger first, then the resources, then the claims' records (capacity.md section 2). */
  async function fill(view: View, wanted: readonly Wanted[]): Promise<boolean> {
    await readResources(view, wanted);
    const ids = recordsFor(wanted);
    const records = await deps.claims.get(address.tenantId, ids);
    // Newer than the view: the ledger was written after it was read.
    for (const record of records.values()) if (record.revision > view.ledger.revision) return false;
    view.claims = claimsOf(wanted, view.ledger, records);
    await readExpandedResources(view, wanted);
    return true;
  }

  async function readResources(view: View, wanted: readonly Wanted[]): Promise<void> {
    const optionIds = new Set(
      wanted.flatMap(({ command }) => (command.kind === "claim" ? [command.demand.optionId] : [])),
    );
    for (const known of view.options) optionIds.delete(known);
    await addResources(view, [...optionIds], []);
    for (const optionId of optionIds) view.options.add(optionId);
  }

  /** A claim that takes its expansion back is decided on resources that it alone may name. */
  async function readExpandedResources(view: View, wanted: readonly Wanted[]): Promise<void> {
    const ids = wanted.flatMap(({ command }) =>
      command.kind === "release" && command.neverNamed
        ? (view.claims.get(command.claimId)?.expanded ?? []).map(({ resourceId }) => resourceId)
        : [],
    );
    await addResources(
      view,
      [],
      ids.filter((id) => !view.resources.has(id)),
    );
  }

  async function addResources(
    view: View,
    optionIds: readonly string[],
    ids: readonly string[],
  ): Promise<void> {
    const found = await deps.resources.listForCapacity(address.tenantId, { optionIds, ids });
    for (const resource of found) view.resources.set(resource.id, resource);
  }

  return {
    async get(wanted) {
      for (let reread = 0; reread < rereadsMax; reread++) {
        if (kept && deps.clock() - kept.readAt > viewMsMax) kept = undefined;
        const view = kept ?? (await begin(address, deps));
        if (await fill(view, wanted)) return (kept = view);
        kept = undefined;
      }
      throw refuse("SERVICE_UNAVAILABLE");
    },

    committed({ ledger, tally, steps }, dropped) {
      if (kept) kept.begunAt = 0;
      ledger.revision++;
      ledger.at = tally.now;
      for (const revision of dropped) ledger.log.delete(revision);
      if (steps.size > 0) ledger.log.set(ledger.revision, [...steps.values()]);
    },

    renew() {
      kept = kept && viewOn(kept.ledger, kept.readAt);
    },

    drop() {
      kept = undefined;
    },
  };
}

async function begin(address: LedgerAddress, { ledgers, clock }: ActorDeps): Promise<View> {
  const readAt = clock();
  return viewOn(await ledgers.read(address, readAt), readAt);
}

function viewOn(ledger: Ledger, readAt: number): View {
  const nothing = { resources: new Map(), options: new Set<string>(), claims: new Map() };
  return { ledger, begunAt: nextMoment(), readAt, ...nothing };
}

/** The claims whose records must be read. */
function recordsFor(wanted: readonly Wanted[]): string[] {
  return wanted.flatMap(({ command, isTried }) => [
    ...(needsRecord(command, isTried) ? [command.claimId] : []),
    ...replacedBy(command),
  ]);
}

/** Of each claim the later of its two accounts, the record and the ledger's log. */
function claimsOf(
  wanted: readonly Wanted[],
  ledger: Ledger,
  records: ReadonlyMap<string, Claim>,
): ReadonlyMap<string, Claim> {
  const logged = loggedClaims(ledger);
  const claims = new Map<string, Claim>();
  for (const { command } of wanted)
    for (const id of [command.claimId, ...replacedBy(command)]) {
      const claim = laterOf(logged.get(id), records.get(id));
      if (claim) claims.set(id, claim);
    }
  return claims;
}

function replacedBy(command: Command): readonly string[] {
  return command.kind === "claim" ? command.inPlaceOf : [];
}

/** Needless only for a claim that nobody can have sent before, and that was not written here either. */
function needsRecord(command: Command, isTried: boolean): boolean {
  return !(command.kind === "claim" && command.isFresh && !isTried);
}

function loggedClaims({ log }: Ledger): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const steps of log.values())
    for (const claim of steps) {
      const later = laterOf(claims.get(claim.id), claim);
      if (later) claims.set(claim.id, later);
    }
  return claims;
}
