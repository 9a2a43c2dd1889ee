import { LRUCache } from "lru-cache";
import type { CapacityResource } from "../ledger/resource.ts";
import type { ResourceStore } from "../ledger/resource-store.ts";
import { type Version, isSameVersion } from "../ledger/version.ts";
import { keptResourceBytes, keptResourcesBytesMax, viewMsMax } from "../constants.ts";

interface Kept {
  /** The version of the supplier's resources, read before the resources were. */
  readonly version: Version;
  /** When they were read, milliseconds since the epoch. */
  readonly readAt: number;
  /** The count of `breaks` then. */
  readonly breaks: number;
  readonly resources: readonly CapacityResource[];
}

interface Options {
  readonly resources: Pick<ResourceStore, "listForCapacity">;
  readonly clock: () => number;
  /** Counts broken database connections and changes of the primary. */
  readonly breaks: () => number;
}

/** By option: the version of its supplier's resources; undefined: there is none. */
type Versions = ReadonlyMap<string, Version | undefined>;

/** Resources by the option that requires them, with the requirements of this option alone. */
type ResourcesByOption = ReadonlyMap<string, readonly CapacityResource[]>;

/**
 * Keeps the resources of options while the version of their supplier's resources is unchanged. Races:
 *
 * - A change of a resource or requirement bumps the version before it is answered, and resources are read after their
 *   version. So what was read before the change has an earlier version.
 * - A resize writes its lock, then bumps, then writes the numbers. So resources with a lock are not kept.
 * - A process changes a resource and crashes before its bump: the change was not answered, and `viewMsMax` ends what is kept.
 * - A majority read shows nothing that a fail-over undoes. A single node may show what its journal lacks: its crash breaks
 *   every connection, and then nothing is used that was kept before.
 */
export function createResourceCache({ resources, clock, breaks }: Options) {
  const kept = new LRUCache<string, Kept>({
    maxSize: keptResourcesBytesMax,
    sizeCalculation: ({ resources: own }) => keptResourceBytes * (1 + own.length),
  });

  return {
    /** @param versions read before this call. */
    async read(tenantId: string, versions: Versions): Promise<ResourcesByOption> {
      const found = new Map<string, readonly CapacityResource[]>();
      for (const [optionId, version] of versions) {
        const one = kept.get(`${tenantId}|${optionId}`);
        if (one && version && isUsable(one, version, { now: clock(), breaks: breaks() }))
          found.set(optionId, one.resources);
      }
      const optionIds = [...versions.keys()].filter((id) => !found.has(id));
      if (optionIds.length === 0) return found;
      const read = { readAt: clock(), breaks: breaks() };
      // mark: resources-of-options
      const all = await resources.listForCapacity(tenantId, { optionIds, ids: [] });
      for (const optionId of optionIds) {
        const own = requiredBy(optionId, all);
        found.set(optionId, own);
        const version = versions.get(optionId);
        if (version && mayKeep(own))
          kept.set(`${tenantId}|${optionId}`, { ...read, version, resources: own });
      }
      return found;
    },
  };
}

export type ResourceCache = ReturnType<typeof createResourceCache>;

function requiredBy(optionId: string, all: readonly CapacityResource[]): CapacityResource[] {
  return all.flatMap((resource) => {
    const requirements = resource.requirements.filter((each) => each.optionId === optionId);
    return requirements.length > 0 ? [{ ...resource, requirements }] : [];
  });
}

function mayKeep(own: readonly CapacityResource[]): boolean {
  // mark: unlocked-resources
  return own.every(({ resizing }) => resizing === undefined);
}

function isUsable(
  found: Kept,
  version: Version,
  { now, breaks }: { readonly now: number; readonly breaks: number },
): boolean {
  return (
    // mark: kept-resources
    isSameVersion(found.version, version) &&
    // mark: kept-since-break
    found.breaks === breaks &&
    now - found.readAt <= viewMsMax
  );
}
