/**
 * Requirements while they change. Until the change is answered, and for a while after an answer that
 * never came, a claim may still be refused because of the earlier requirement.
 */
import { type Margins, type ResourceDocument, lineOfUse } from "./records.ts";

export type Need = ResourceDocument["requirements"][number];

/** A change of a requirement, under way or without an answer. */
interface NeedChange {
  readonly resourceId: string;
  readonly optionId: string;
  /** The requirement as it is to be; null: it is to go. */
  readonly wanted: Wanted | null;
  /** In writes of resources: when the change began or, later, when its requirement was first stored. */
  stoodAt: number;
  isStanding: boolean;
  /** Milliseconds; from then on no kept view has the earlier requirement. */
  endsAt: number;
  /** The requirements that writes have replaced since it began. */
  former: { readonly need: Need; readonly writtenAt: number }[];
}

type Wanted = Margins & Pick<Need, "maxQuantity">;

function isLike(one: Wanted | null | undefined, other: Wanted | null | undefined): boolean {
  if (!one || !other) return !one && !other;
  return lineOfUse(`${one.maxQuantity}`, one) === lineOfUse(`${other.maxQuantity}`, other);
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

  begun({
    resourceId,
    optionId,
    wanted,
  }: Pick<NeedChange, "resourceId" | "optionId" | "wanted">): NeedChange {
    const written = { stoodAt: this.#writes, isStanding: false };
    const change = { resourceId, optionId, wanted, ...written, endsAt: Infinity, former: [] };
    this.#changes.add(change);
    return change;
  }

  /** A successful change has invalidated all views with an earlier requirement. */
  answered(change: NeedChange, isDone: boolean): void {
    change.endsAt = isDone ? 0 : this.#now() + keptMsMax;
    if (!isDone) return;
    for (const other of this.#about(change.resourceId, change.optionId))
      other.former = other.former.filter(({ writtenAt }) => writtenAt > change.stoodAt);
  }

  written(before: ResourceDocument | undefined, after: ResourceDocument): void {
    this.#writes++;
    const all = [...(before?.requirements ?? []), ...after.requirements];
    for (const optionId of new Set(all.map((each) => each.optionId))) {
      const [need, next] = [before, after].map((each) =>
        each?.requirements.find((own) => own.optionId === optionId),
      );
      if (isLike(next, need) && next?.quantity === need?.quantity) continue;
      for (const change of this.#about(after._id, optionId)) {
        if (need) change.former.push({ need, writtenAt: this.#writes });
        if (change.isStanding || !isLike(next, change.wanted)) continue;
        change.isStanding = true;
        change.stoodAt = this.#writes;
      }
    }
  }

  /** Earlier requirements on which a claim may still be decided. */
  former(resourceId: string, optionId: string): Need[] {
    return this.#about(resourceId, optionId).flatMap(({ former }) =>
      former.map(({ need }) => need),
    );
  }

  /** The places that a usage's option may take, by the current or an earlier requirement. */
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
