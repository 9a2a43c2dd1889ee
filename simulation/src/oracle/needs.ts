/**
 * What options need of resources while somebody changes it: until he is answered, and for a while
 * after an answer that never came, a claim may be refused for the need of before.
 */
import type { ResourceDocument } from "./records.ts";

export type Need = ResourceDocument["requirements"][number];

/** A change of a requirement, under way or without an answer. */
export interface NeedChange {
  readonly resourceId: string;
  readonly optionId: string;
  readonly maxQuantity: number | null;
  /** Counts the writes of resources: when it began, or when after that what it wants came to stand. */
  stoodAt: number;
  isStanding: boolean;
  /** Milliseconds; from then on nobody can have kept what was before it. */
  endsAt: number;
  /** What was needed before each write since it began. */
  former: { readonly need: Need; readonly writtenAt: number }[];
}

/** Views are kept for ten seconds, by clocks that leap. */
const keptMsMax = 20_000;

export class Needs {
  readonly #now: () => number;
  readonly #changes = new Set<NeedChange>();
  #writes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  begun(wanted: Pick<NeedChange, "resourceId" | "optionId" | "maxQuantity">): NeedChange {
    const written = { stoodAt: this.#writes, isStanding: false };
    const change = { ...wanted, ...written, endsAt: Infinity, former: [] };
    this.#changes.add(change);
    return change;
  }

  /** One that has succeeded has made everybody read what it wanted, or what came after that. */
  answered(change: NeedChange, isDone: boolean): void {
    change.endsAt = isDone ? 0 : this.#now() + keptMsMax;
    if (!isDone) return;
    for (const other of this.#about(change.resourceId, change.optionId))
      other.former = other.former.filter(({ writtenAt }) => writtenAt > change.stoodAt);
  }

  written(before: ResourceDocument | undefined, after: ResourceDocument): void {
    this.#writes++;
    for (const need of before?.requirements ?? []) {
      const next = after.requirements.find(({ optionId }) => optionId === need.optionId);
      if (next?.maxQuantity === need.maxQuantity && next.quantity === need.quantity) continue;
      for (const change of this.#about(after._id, need.optionId)) {
        change.former.push({ need, writtenAt: this.#writes });
        if (change.isStanding || next?.maxQuantity !== change.maxQuantity) continue;
        change.isStanding = true;
        change.stoodAt = this.#writes;
      }
    }
  }

  /** Needs of before that a claim may still be decided on. */
  former(resourceId: string, optionId: string): Need[] {
    return this.#about(resourceId, optionId).flatMap(({ former }) =>
      former.map(({ need }) => need),
    );
  }

  /** The places of a resource that a line's option may use for a departure, or might just now. */
  most({ _id, capacityPerResource, requirements }: ResourceDocument, line: string): number {
    const [optionId = ""] = line.split(":");
    const need = requirements.find((each) => each.optionId === optionId);
    const needs = [need, ...this.former(_id, optionId)];
    return Math.max(...needs.map((each) => (each?.maxQuantity ?? Infinity) * capacityPerResource));
  }

  #about(resourceId: string, optionId: string): NeedChange[] {
    for (const change of this.#changes)
      if (change.endsAt <= this.#now()) this.#changes.delete(change);
    return [...this.#changes].filter(
      (change) => change.resourceId === resourceId && change.optionId === optionId,
    );
  }
}
