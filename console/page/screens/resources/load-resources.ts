/** Reads the resources of a supplier with who uses them and how much is taken in the next days. */
import type { ResourceUsage, ResourceWithRequirements, Operations } from "@slipway/client";
import { type Catalog, soldWords } from "../../catalog.ts";
import { listDepartures } from "../../list-departures.ts";
import { catalogOf } from "../../read-catalog.ts";
import { peakOf, shareUsed } from "./resource-use.ts";

const dayMs = 86_400_000;
const shownDays = 30;

interface ResourceRow {
  readonly resource: ResourceWithRequirements;
  readonly usedBy: readonly string[];
  readonly ofWeek: number | undefined;
  readonly ofMonth: number | undefined;
  readonly peak: ResourceUsage | undefined;
}

export async function loadResources(
  slipway: Operations,
  supplierId: string,
): Promise<ResourceRow[]> {
  const after = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
  const range = { from: after(0), to: after(shownDays) };
  const [resources, departures, catalog] = await Promise.all([
    slipway.resources.list({ supplierId }),
    listDepartures(slipway, { supplierId, ...range }),
    catalogOf(supplierId),
  ]);
  const rows: ResourceRow[] = [];
  for (const { id, quantity, capacityPerResource } of resources) {
    const [resource, usage] = await Promise.all([
      slipway.resources.get(id),
      slipway.resources.listUsage(id, range),
    ]);
    const offered = departures.flatMap(({ startAt, endAt, resources: needed = [] }) =>
      endAt !== null && needed.some(({ resourceId }) => resourceId === id)
        ? { startAt, endAt }
        : [],
    );
    const of = { offered, places: quantity * capacityPerResource };
    rows.push({
      resource,
      usedBy: usersOf(resource, catalog),
      ofWeek: shareUsed(usage, { ...of, until: after(7) }),
      ofMonth: shareUsed(usage, { ...of, until: range.to }),
      peak: peakOf(usage),
    });
  }
  return rows;
}

/** "Sunset cruise, Shared boat" for each option. */
export function usersOf(
  { requirements }: ResourceWithRequirements,
  { options }: Catalog,
): string[] {
  return requirements.map(({ optionId }) => {
    const sold = options.get(optionId);
    return sold ? soldWords(sold) : optionId;
  });
}

const rangeDays = 31;
const ranges = 12;

/** All that is taken in a year from now on. One answer has 31 days at most. */
export async function loadYear({ resources }: Operations, id: string): Promise<ResourceUsage[]> {
  const start = Date.now();
  const at = (days: number): string => new Date(start + days * dayMs).toISOString();
  const usage: ResourceUsage[] = [];
  for (let index = 0; index < ranges; index++) {
    const range = { from: at(index * rangeDays), to: at((index + 1) * rangeDays) };
    usage.push(...(await resources.listUsage(id, range)));
  }
  return usage;
}
