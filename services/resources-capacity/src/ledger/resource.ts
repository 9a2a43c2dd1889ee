import type { OutputOf, RefusalCode, resourcesCapacity } from "@slipway/contracts";
import { lockMsMax } from "../constants.ts";
import type { Margins } from "./day.ts";

/** The need of an option for a resource; stored inside the resource's document. */
export interface Requirement extends Margins {
  readonly id: string;
  readonly optionId: string;
  /** Places per participant, or the least number of whole units per booking. */
  readonly quantity: number;
  /** Whole units of the pool that one departure may use; null: all of them. */
  readonly maxQuantity: number | null;
  /** Strictly increasing within an option: the first one decides the price of whole units. */
  readonly madeAt: Date;
  /** Being deleted: no longer listed, but claims obey it until it is gone. */
  readonly closing?: Lock;
}

/** A lock: names the attempt that is changing something, so that no other finishes or undoes it. */
export interface Lock {
  readonly attempt: string;
  readonly since: Date;
}

/** The new numbers of a resize in progress; a deletion is a resize to zero. */
export interface Resizing extends Lock {
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
  /** JSON. */
  readonly metadata: string;
  /** Every resize increments it, which ends all earlier expansions. */
  readonly epoch: number;
  readonly resizing?: Resizing;
  /** The attempt of the last resize that succeeded. */
  readonly lastAttempt?: string;
  readonly requirements: readonly Requirement[];
  /** Every write increments it. */
  readonly revision: number;
  /** The token of the write that made this revision; absent before the first change. */
  readonly commit?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The part of a resource on which claims are decided. */
export type CapacityResource = Pick<
  Resource,
  "id" | "name" | "quantity" | "capacityPerResource" | "epoch" | "requirements"
> & { readonly resizing?: Resizing };

export type ResourceRecord = OutputOf<typeof resourcesCapacity.createResource>;
export type RequirementRecord = OutputOf<typeof resourcesCapacity.setRequirement>;

export function isStale(lock: Lock, now: number): boolean {
  return now - lock.since.getTime() > lockMsMax;
}

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

export function requirementRecord(
  resource: Pick<Resource, "id" | "tenantId">,
  { id, optionId, quantity, maxQuantity, prepareMinutes = 0, turnaroundMinutes = 0 }: Requirement,
): RequirementRecord {
  return {
    id,
    tenantId: resource.tenantId,
    optionId,
    resourceId: resource.id,
    quantity,
    maxQuantity,
    prepareMinutes,
    turnaroundMinutes,
  };
}

export interface Link<R> {
  readonly resource: R;
  readonly requirement: Requirement;
}

/** The requirements of an option with their resources, in order of creation. */
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

/** The requirement after an upsert; null if nothing would change. */
export function requirementAfter(
  current: Requirement | undefined,
  wanted: Pick<Requirement, "quantity" | "maxQuantity"> & Required<Margins>,
  fresh: Pick<Requirement, "id" | "optionId" | "madeAt">,
): Requirement | null {
  if (!current) return { ...fresh, ...wanted };
  const { prepareMinutes = 0, turnaroundMinutes = 0 } = current;
  const isSame =
    current.quantity === wanted.quantity &&
    current.maxQuantity === wanted.maxQuantity &&
    prepareMinutes === wanted.prepareMinutes &&
    turnaroundMinutes === wanted.turnaroundMinutes;
  return isSame ? null : { ...current, ...wanted };
}

/** Why a resource cannot be locked for a resize or a deletion; null if it can. */
export function refusalOfLock(resource: Resource, isDeletion: boolean): RefusalCode | null {
  if (isDeletion && resource.requirements.length > 0) return "RESOURCE_IN_USE";
  return resource.resizing ? "INVALID_STATE" : null;
}
