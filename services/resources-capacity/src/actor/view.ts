import type { CapacityResource } from "../resource/resource.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import { type Claim, type Command, type Ledger, laterOf } from "../ledger/ledger.ts";

/**
 * What commands are decided on. Resources and claims were read after the ledger. They stay valid while
 * the ledger's version is unchanged, unless a resize is in progress: every change of a resource or a
 * requirement raises the version of the supplier's open ledgers before it is answered. Resources are
 * confirmed, so no fail-over takes them back. The ledger is not: every write filters its version, and
 * every answer without a write confirms it.
 */
export interface View {
  readonly ledger: Ledger;
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

/** Reads views, in the order of capacity.md section 2. */
export interface ViewReader {
  /** The ledger alone. */
  begin(): Promise<View>;
  /** Adds what these commands are decided on; false: the ledger was written after it was read. */
  fill(view: View, wanted: readonly Wanted[]): Promise<boolean>;
}

export function viewReader(address: LedgerAddress, deps: ActorDeps): ViewReader {
  /** The ledger first, then the resources, then the claims' records (capacity.md section 2). */
  async function fill(view: View, wanted: readonly Wanted[]): Promise<boolean> {
    await readResources(view, wanted);
    const ids = recordsFor(wanted);
    // mark: read-records
    const records = await deps.claims.get(address.tenantId, ids);
    // Newer than the view: the ledger was written after it was read.
    // mark: newer-record
    for (const record of records.values()) if (record.revision > view.ledger.revision) return false;
    view.claims = claimsOf(wanted, view.ledger, records);
    await readExpandedResources(view, wanted);
    return true;
  }

  async function readResources(view: View, wanted: readonly Wanted[]): Promise<void> {
    const optionIds = optionsOf(wanted).difference(view.options);
    const taken = takenBy(wanted).filter((id) => !view.resources.has(id));
    await addResources(view, [...optionIds], taken);
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
    const found = await deps.resources.listConfirmed(address.tenantId, { optionIds, ids });
    for (const resource of found) view.resources.set(resource.id, resource);
  }

  // mark: view-reader
  return {
    async begin() {
      // mark: begin-view
      const readAt = deps.clock();
      const ledger = await deps.ledgers.read(address, readAt);
      const nothing = { resources: new Map(), options: new Set<string>(), claims: new Map() };
      // mark: new-view
      return { ledger, readAt, ...nothing };
    },
    fill,
  };
}

function optionsOf(wanted: readonly Wanted[]): Set<string> {
  return new Set(
    wanted.flatMap(({ command }) => (command.kind === "claim" ? [command.demand.optionId] : [])),
  );
}

/** Resources that are claimed as they were taken, whatever needs them today. */
function takenBy(wanted: readonly Wanted[]): string[] {
  return wanted.flatMap(({ command }) =>
    command.kind === "claim" ? (command.asTaken ?? []).map(({ resourceId }) => resourceId) : [],
  );
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
  // mark: fresh-claim
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
