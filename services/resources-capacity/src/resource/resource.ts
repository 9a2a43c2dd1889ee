import type { OutputOf, RefusalCode, resourcesCapacity } from "@slipway/contracts";

/** What an option needs of a resource; it lives in the resource's own document. */
export interface Requirement {
  readonly id: string;
  readonly optionId: string;
  /** Places per participant, or the least number of whole units per booking. */
  readonly quantity: number;
  /** Whole units of the pool that one departure may use; null: all of them. */
  readonly maxQuantity: number | null;
  /** Strictly increasing within an option: the first-made one prices whole units. */
  readonly madeAt: Date;
  /** Being deleted: not listed any more, still taken by claims until it is gone. */
  readonly closing?: Mark;
}

/** Says who is about to change something, so that he alone finishes or undoes it. */
export interface Mark {
  readonly attempt: string;
  readonly since: Date;
}

/** The new numbers of a resize under way; a deletion is one to nothing. */
export interface Resizing extends Mark {
  readonly quantity: number;
  readonly capacityPerResource: number;
  readonly isDeletion: boolean;
}

export interface Resource {
  readonly id: string;
  readonly tenantId: string;
  readonly supplierId: string;
  readonly name: string;
  readonly quantity: number;
  readonly capacityPerResource: number;
  /** JSON text. */
  readonly metadata: string;
  /** Raised by every resize: expansions of an older one count nothing. */
  readonly epoch: number;
  readonly resizing?: Resizing;
  /** The resize that set the numbers last. */
  readonly lastAttempt?: string;
  readonly requirements: readonly Requirement[];
  /** Raised by every write. */
  readonly revision: number;
  /** A token of the write that made this revision; absent before the first change. */
  readonly commit?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a claim is decided on. */
export type CapacityResource = Pick<
  Resource,
  "id" | "name" | "quantity" | "capacityPerResource" | "epoch" | "requirements"
> & { readonly resizing?: Resizing };

export type ResourceRecord = OutputOf<typeof resourcesCapacity.createResource>;
export type RequirementRecord = OutputOf<typeof resourcesCapacity.setRequirement>;

/** A mark older than this was left by someone who is gone: whoever needs it away removes it. */
export const markMsMax = 5_000;

export function isStale(mark: Mark, now: number): boolean {
  return now - mark.since.getTime() > markMsMax;
}

/** A resource as the API answers it. */
export function resourceRecord(resource: Resource): ResourceRecord {
  const { id, tenantId, supplierId, name, quantity, capacityPerResource } = resource;
  return {
    id,
    tenantId,
    supplierId,
    name,
    quantity,
    capacityPerResource,
    metadata: JSON.parse(resource.metadata) as Record<string, unknown>,
    createdAt: resource.createdAt.toISOString(),
    updatedAt: resource.updatedAt.toISOString(),
  };
}

/** A requirement as the API answers it. */
export function requirementRecord(
  resource: Pick<Resource, "id" | "tenantId">,
  { id, optionId, quantity, maxQuantity }: Requirement,
): RequirementRecord {
  return {
    id,
    tenantId: resource.tenantId,
    optionId,
    resourceId: resource.id,
    quantity,
    maxQuantity,
  };
}

/** A requirement beside the resource it needs. */
export interface Link<R> {
  readonly resource: R;
  readonly requirement: Requirement;
}

/** The requirements of an option with their resources, first-made first. */
export function linksOf<R extends Pick<Resource, "id" | "requirements">>(
  optionId: string,
  resources: Iterable<R>,
): Link<R>[] {
  return [...resources]
    .flatMap((resource) => {
      const requirement = resource.requirements.find((each) => each.optionId === optionId);
      return requirement ? [{ resource, requirement }] : [];
    })
    .toSorted(
      (a, b) =>
        a.requirement.madeAt.getTime() - b.requirement.madeAt.getTime() ||
        (a.requirement.id < b.requirement.id ? -1 : 1),
    );
}

/** What an upsert of a requirement comes to: null when nothing would change. */
export function requirementAfter(
  current: Requirement | undefined,
  wanted: Pick<Requirement, "quantity" | "maxQuantity">,
  fresh: Pick<Requirement, "id" | "optionId" | "madeAt">,
): Requirement | null {
  if (!current) return { ...fresh, ...wanted };
  const isSame = current.quantity === wanted.quantity && current.maxQuantity === wanted.maxQuantity;
  return isSame ? null : { ...current, ...wanted };
}

/** Why a resource cannot be marked for a resize or a deletion now, or null when it can. */
export function refusalOfMark(resource: Resource, isDeletion: boolean): RefusalCode | null {
  if (isDeletion && resource.requirements.length > 0) return "RESOURCE_IN_USE";
  return resource.resizing ? "INVALID_STATE" : null;
}
