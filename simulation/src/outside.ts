import { type Row, type ServiceBroker, on, refuse, serve } from "@slipway/broker";
import {
  type AuditFact,
  type OutputOf,
  audit,
  availability,
  catalog,
  sync,
  webhooks,
} from "@slipway/contracts";
import { factsOf, optionOf, recurrenceOf } from "./universe.ts";

/** What of the other services a run needs, and what it changes there. */
export interface Outside {
  /** Departures that are blocked, as option and instant. */
  readonly blocked: Set<string>;
  readonly manual: Set<string>;
  /** By option: how often its duration has been changed. */
  readonly durationChanges: Map<string, number>;
  /** Audit entries by id: each is kept once. */
  readonly told: Map<string, AuditFact>;
}

export function departureKey(optionId: string, startAt: string): string {
  return `${optionId}|${Date.parse(startAt)}`;
}

/**
 * Puts catalog, availability, webhooks, sync and audit on the bus; they neither fail nor forget.
 * `told` sees the ids of all that the audit log is told, the moment it is.
 */
export function serveOutside(
  broker: ServiceBroker,
  told: (ids: readonly string[]) => void,
): Outside {
  const outside: Outside = {
    blocked: new Set(),
    manual: new Set(),
    durationChanges: new Map(),
    told: new Map(),
  };
  const surroundings = { isUp: () => true, failureOf: () => "fault" as const };
  serve(broker, "catalog", catalogRows(outside), surroundings);
  serve(broker, "availability", availabilityRows(outside), surroundings);
  const noListeners = on(webhooks.listListeners, () => ({ tenantIds: [] }));
  serve(broker, "webhooks", [noListeners], surroundings);
  serve(broker, "sync", [on(sync.listListeners, () => ({ tenantIds: [] }))], surroundings);
  serve(broker, "audit", auditRows(outside, told), surroundings);
  return outside;
}

function catalogRows({ durationChanges }: Outside): Row[] {
  const changesOf = (id: string): number => durationChanges.get(id) ?? 0;
  return [
    on(catalog.getSupplierFacts, (_request, { supplierId }) => ({
      supplierId,
      timezone: "Etc/UTC",
      archived: false,
    })),
    on(catalog.getOptionFacts, (_request, { optionId }) => {
      const option = optionOf(optionId);
      if (!option) throw refuse("NOT_FOUND");
      return factsOf(option, changesOf(optionId));
    }),
    on(catalog.listOptionVersions, (_request, { optionIds }) => ({
      versions: optionIds.map((id) => (optionOf(id) ? String(changesOf(id)) : null)),
    })),
  ];
}

function availabilityRows({ blocked, manual }: Outside): Row[] {
  const blocksOf = (optionId: string): string[] =>
    [...blocked].filter((key) => key.startsWith(`${optionId}|`));
  const versionOf = (optionId: string): string => blocksOf(optionId).toSorted().join();
  return [
    on(availability.getSellingFacts, (_request, { optionId }) => {
      const option = optionOf(optionId);
      const blocks = blocksOf(optionId).map((key) => {
        const startAt = Number(key.split("|")[1]);
        const endAt = new Date(startAt + 1).toISOString();
        return { startAt: new Date(startAt).toISOString(), endAt };
      });
      const version = versionOf(optionId);
      return { periods: option ? [recurrenceOf(option)] : [], blocks, version };
    }),
    on(availability.listSellingVersions, (_request, { options }) => ({
      versions: options.map(({ optionId }) => versionOf(optionId)),
    })),
    on(availability.hasManualDeparture, (_request, { optionId, startAt }) => ({
      found: manual.has(departureKey(optionId, startAt)),
    })),
    on(availability.recordManualDeparture, (_request, { optionId, startAt }) => {
      manual.add(departureKey(optionId, startAt));
      return { recorded: true };
    }),
    on(availability.hasActivePeriods, () => ({ found: true })),
  ];
}

function auditRows({ told }: Outside, see: (ids: readonly string[]) => void): Row[] {
  return [
    on(audit.appendEntries, (_request, { entries }) => {
      // An entry that is there stays as it is.
      for (const entry of entries) if (!told.has(entry.id)) told.set(entry.id, entry);
      see(entries.map(({ id }) => id));
      return { kept: entries.length };
    }),
    on(audit.listLastEntries, (_request, { records }) => ({
      keptFrom: null,
      entries: lastOf(told.values(), new Set(records.map(({ entityId }) => entityId))),
      unanswered: [],
    })),
    on(audit.listCreated, () => ({
      items: [...told.values()].filter(({ action }) => action === "booking.create"),
      next: null,
    })),
  ];
}

/** The newest entry of each of these records. */
function lastOf(
  entries: Iterable<AuditFact>,
  ids: ReadonlySet<string>,
): OutputOf<typeof audit.listLastEntries>["entries"] {
  const last = new Map<string, AuditFact>();
  for (const entry of entries) {
    const { entityId, at } = entry;
    if (ids.has(entityId) && at > (last.get(entityId)?.at ?? "")) last.set(entityId, entry);
  }
  return [...last.values()].map(({ at, ...entry }) => ({ ...entry, timestamp: at }));
}
