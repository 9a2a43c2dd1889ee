import type { CapacityResource } from "../resource/resource.ts";
import type { LedgerAddress } from "./day.ts";
import type { ActorDeps } from "./deps.ts";
import { type Claim, type Command, type Ledger, laterOf } from "./ledger.ts";

/** What commands are decided on. Every part of it was read after the ledger. */
export interface View {
  readonly ledger: Ledger;
  /**
   * Before the first read of all but the ledger began, on this process's own count of moments; 0
   * once the ledger was written here, since with what it then is nothing was read. The ledger itself
   * may be older: whatever is answered, its version is looked at after the command came.
   */
  begunAt: number;
  /** When the ledger was read, milliseconds since the epoch. */
  readonly readAt: number;
  readonly resources: Map<string, CapacityResource>;
  /** Options whose resources are among them. */
  readonly options: Set<string>;
  /**
   * The ledger was seen to be as it stands here, at a moment at which the resources stood as they
   * are here: nobody needs to look at its revision again before he answers from this view.
   */
  isCurrent: boolean;
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
  /** A view of the same ledger with all else read again; undefined: it is known to have been written since. */
  fillAnew(old: View, wanted: readonly Wanted[]): Promise<View | undefined>;
}

let moments = 0;

/** Counts up: tells what began before what, in this process. */
export function nextMoment(): number {
  return ++moments;
}

export function viewReader(address: LedgerAddress, deps: ActorDeps): ViewReader {
  /** The ledger first, then the resources, then the claims' records (capacity.md section 2). */
  async function fill(view: View, wanted: readonly Wanted[]): Promise<boolean> {
    view.isCurrent = false;
    await readResources(view, wanted);
    const ids = recordsFor(wanted);
    const records = await deps.claims.get(address.tenantId, ids);
    // Newer than the view: the ledger was written after it was read.
    for (const record of records.values()) if (record.revision > view.ledger.revision) return false;
    view.claims = claimsOf(wanted, view.ledger, records);
    await readExpandedResources(view, wanted);
    return true;
  }

  /**
   * The kept ledger beside what is read now. Resources that were read before are read beside the
   * ledger's revision: where each has the revision that it had then, it stood so at the moment, one
   * between the two, at which the ledger was looked at. Claims' records are read before that look.
   */
  async function fillAnew(old: View, wanted: readonly Wanted[]): Promise<View | undefined> {
    const view = viewOn(old.ledger, old.readAt);
    const isComparable = optionsOf(wanted).isSubsetOf(old.options);
    if (!isComparable || recordsFor(wanted).length > 0)
      return (await fill(view, wanted)) ? view : undefined;
    const [isFilled, isStill] = await Promise.all([
      fill(view, wanted),
      deps.ledgers.isStill(view.ledger),
    ]);
    view.isCurrent = areSame(old, view);
    return isFilled && isStill ? view : undefined;
  }

  async function readResources(view: View, wanted: readonly Wanted[]): Promise<void> {
    const optionIds = optionsOf(wanted).difference(view.options);
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
    async begin() {
      const readAt = deps.clock();
      return viewOn(await deps.ledgers.read(address, readAt), readAt);
    },
    fill,
    fillAnew,
  };
}

function viewOn(ledger: Ledger, readAt: number): View {
  const nothing = { resources: new Map(), options: new Set<string>(), claims: new Map() };
  return { ledger, begunAt: nextMoment(), readAt, isCurrent: false, ...nothing };
}

function optionsOf(wanted: readonly Wanted[]): Set<string> {
  return new Set(
    wanted.flatMap(({ command }) => (command.kind === "claim" ? [command.demand.optionId] : [])),
  );
}

/** Whether the options of a view require what they required before, by revisions that every write raises. */
function areSame(before: View, { options, resources }: View): boolean {
  const required = [...before.resources.values()].filter(({ requirements }) =>
    requirements.some(({ optionId }) => options.has(optionId)),
  );
  return (
    required.length === resources.size &&
    required.every(({ id, revision }) => resources.get(id)?.revision === revision)
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
