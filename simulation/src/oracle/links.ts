/**
 * I1: a claim takes places of each resource that its option needs, and of no other. While a change of a link is under way,
 * either is right. So it is after one that got no answer, until a later change of the same link is answered.
 */
import type { Entry } from "../engine/server.ts";
import { Violation } from "../violation.ts";
import {
  type ClaimEntry,
  type LedgerDocument,
  type ResourceDocument,
  hasNeed,
  newSteps,
} from "./records.ts";
import { type State, resourcesIn } from "./state.ts";

/** A change of a link between a resource and an option. */
interface LinkChange {
  readonly link: string;
  /** Whether the option is to need the resource. */
  readonly isNeeded: boolean;
  /** The place among all beginnings and ends. */
  readonly begunAt: number;
  /** The same of its end, with an answer or without one. */
  endedAt?: number;
}

/** Whether an option needed a resource when an order was sent, and how many changes of that had begun. */
interface Known {
  readonly resource: ResourceDocument;
  readonly isNeeded: boolean;
  readonly changes: number;
}

interface Wanted {
  readonly resourceId: string;
  readonly optionId: string;
  /** Null: the link is to go. */
  readonly wanted: object | null;
}

export class Links {
  readonly #state: State;
  /** By link: changes that are under way, or that got no answer. */
  readonly #open = new Map<string, Set<LinkChange>>();
  /** By link: how many changes have begun. */
  readonly #begun = new Map<string, number>();
  /** By order: the links of its option that were certain when it was sent. */
  readonly #known = new WeakMap<object, readonly Known[]>();
  #places = 0;

  constructor(state: State) {
    this.#state = state;
  }

  begun({ resourceId, optionId, wanted }: Wanted): LinkChange {
    const link = nameOf(resourceId, optionId);
    const change = { link, isNeeded: wanted !== null, begunAt: this.#places++ };
    this.#open.set(link, this.#openOf(link).add(change));
    this.#begun.set(link, this.#changesOf(link) + 1);
    return change;
  }

  /** A change that was made has invalidated all views from before it began. Undefined: no answer came. */
  answered(change: LinkChange, outcome: "made" | "refused" | undefined): void {
    const open = this.#openOf(change.link);
    change.endedAt = this.#places++;
    if (outcome !== undefined) open.delete(change);
    if (outcome !== "made") return;
    for (const each of open) if ((each.endedAt ?? Infinity) < change.begunAt) open.delete(each);
  }

  /** Checks the new claims of a ledger. */
  written({ table, before, after }: Entry): void {
    if (table === "resources" && after) this.#resourceWritten(before as never, after as never);
    if (table !== "ledgers" || !after || this.#state.lost.has(after._id)) return;
    const { supplierId } = after as unknown as LedgerDocument;
    for (const step of newSteps(before as never, after as never))
      if (step.step === 1) this.#checkClaim(step, supplierId);
  }

  /** Race: a process writes long after its change got no answer, beside a later change or after it. */
  #resourceWritten(before: ResourceDocument | undefined, after: ResourceDocument): void {
    const all = [...(before?.requirements ?? []), ...after.requirements];
    const { _id: resourceId } = after;
    for (const optionId of new Set(all.map((each) => each.optionId))) {
      const isNeeded = hasNeed(after, optionId);
      if (!before || hasNeed(before, optionId) === isNeeded) continue;
      const open = [...this.#openOf(nameOf(resourceId, optionId))];
      if (open.length > 0 && open.every((each) => each.isNeeded === isNeeded)) continue;
      const wanted = isNeeded ? {} : null;
      this.answered(this.begun({ resourceId, optionId, wanted }), undefined);
    }
  }

  /** A repair claims what a booking had before, whatever its option needs. */
  #checkClaim({ id, line, use }: ClaimEntry, supplierId: string): void {
    if (id.includes(".rep")) return;
    const [optionId = ""] = line.split(":");
    for (const resource of resourcesIn(this.#state)) {
      if (resource.supplierId !== supplierId || this.#isUnsure(resource._id, optionId)) continue;
      check(id, { resource, isNeeded: hasNeed(resource, optionId) }, use);
    }
  }

  /** Notes which links of the option are certain when an order is sent. */
  ordered(order: object, optionId: string): void {
    const certain = [...resourcesIn(this.#state)].filter(
      ({ _id }) => !this.#isUnsure(_id, optionId),
    );
    this.#known.set(
      order,
      certain.map((resource) => ({
        resource,
        isNeeded: hasNeed(resource, optionId),
        changes: this.#changesOf(nameOf(resource._id, optionId)),
      })),
    );
  }

  /** Checks the sale that an order has made. It needs no claim where its option needs no resource. */
  checkSold(order: object, { booking, replayed }: Answer): void {
    const { id, optionId, resourceUsageSnapshot } = booking;
    for (const known of (replayed ? undefined : this.#known.get(order)) ?? []) {
      const changes = this.#changesOf(nameOf(known.resource._id, optionId));
      if (changes === known.changes) check(id, known, resourceUsageSnapshot?.items ?? []);
    }
  }

  #isUnsure(resourceId: string, optionId: string): boolean {
    return this.#openOf(nameOf(resourceId, optionId)).size > 0;
  }

  #openOf(link: string): Set<LinkChange> {
    return this.#open.get(link) ?? new Set();
  }

  #changesOf(link: string): number {
    return this.#begun.get(link) ?? 0;
  }
}

type Used = readonly { readonly resourceId: string }[];

interface Answer {
  readonly booking: {
    readonly id: string;
    readonly optionId: string;
    readonly resourceUsageSnapshot: { readonly items: Used } | null;
  };
  /** An earlier order has made the sale. */
  readonly replayed: boolean;
}

function check(id: string, known: Pick<Known, "resource" | "isNeeded">, use: Used): void {
  const { _id, name } = known.resource;
  const isUsed = use.some(({ resourceId }) => resourceId === _id);
  if (isUsed === known.isNeeded) return;
  const needs = known.isNeeded ? "needs it" : "does not need it";
  const takes = isUsed ? "takes" : "does not take";
  throw new Violation("I1", `${id} ${takes} the ${name}: its option ${needs}`);
}

function nameOf(resourceId: string, optionId: string): string {
  return `${optionId} ${resourceId}`;
}
