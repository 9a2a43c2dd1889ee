import { type Row, type ServiceBroker, on, refuse, serve } from "@slipway/broker";
import {
  type InputOf,
  type NewEntry,
  type OutputOf,
  audit,
  availability,
  catalog,
  sync,
  webhooks,
} from "@slipway/contracts";
import { factsOf, optionOf, recurrenceOf } from "./fixture.ts";

/** The other services, faked: their state, which clients change. */
export interface FakeServices {
  /** Departures that are blocked, as option and instant. */
  readonly blocked: Set<string>;
  /** By option: how often its duration has been changed. */
  readonly durationChanges: Map<string, number>;
  /** Audit entries by id: each is kept once. */
  readonly auditEntries: Map<string, NewEntry>;
}

export function departureKey(optionId: string, startAt: string): string {
  return `${optionId}|${Date.parse(startAt)}`;
}

/**
 * Puts fakes of catalog, availability, webhooks, sync and audit on the bus. They never fail.
 * `delivered` gets the ids of all events at the moment at which they reach the audit log.
 */
export function serveFakeServices(
  broker: ServiceBroker,
  delivered: (ids: readonly string[]) => void,
  hasDepartures: boolean,
): FakeServices {
  const fakes: FakeServices = {
    blocked: new Set(),
    durationChanges: new Map(),
    auditEntries: new Map(),
  };
  const state = { isUp: () => true, failureOf: () => "fault" as const };
  serve(broker, "catalog", catalogRows(fakes), state);
  const rows = hasDepartures ? [] : [on(availability.listAvailability, departureAt)];
  serve(broker, "availability", [...availabilityRows(fakes), ...rows], state);
  const noListeners = on(webhooks.listListeners, () => ({ tenantIds: [] }));
  serve(broker, "webhooks", [noListeners], state);
  serve(broker, "sync", [on(sync.listListeners, () => ({ tenantIds: [] }))], state);
  serve(broker, "audit", auditRows(fakes, delivered), state);
  return fakes;
}

function catalogRows({ durationChanges }: FakeServices): Row[] {
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
    on(catalog.getCurrency, () => ({
      defaultCurrency: "EUR",
      updatedAt: "2027-01-01T00:00:00.000Z",
    })),
    on(catalog.listOptionVersions, (_request, { optionIds }) => ({
      versions: optionIds.map((id) => (optionOf(id) ? String(changesOf(id)) : null)),
    })),
  ];
}

function availabilityRows({ blocked }: FakeServices): Row[] {
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
      return {
        periods: option ? [{ ...recurrenceOf(option), exceptDates: [] }] : [],
        blocks,
        version,
      };
    }),
    on(availability.listSellingVersions, (_request, { options }) => ({
      versions: options.map(({ optionId }) => versionOf(optionId)),
    })),
    // Every start of the simulation is in the timetable.
    on(availability.listMissingStarts, () => ({ starts: [] })),
    // Nor does a client order a manual departure.
    on(availability.hasManualDeparture, () => ({ found: false })),
    // An option that needs nothing has no periods, so that its last link may go.
    on(availability.hasActivePeriods, (_request, { optionId }) => ({
      found: (optionOf(optionId)?.needs.length ?? 0) > 0,
    })),
    on(availability.listBlocksAt, () => ({ blocks: [] })),
  ];
}

/** Every instant is a departure; nobody looks at its places. */
function departureAt(
  _request: unknown,
  { optionId = "", from }: InputOf<typeof availability.listAvailability>,
): OutputOf<typeof availability.listAvailability> {
  const at = { startAt: from, endAt: null, timezone: "Etc/UTC", localStartAt: from };
  const places = { maxUnits: null, capacity: null, vacancies: null, available: true };
  const rest = { localEndAt: null, cutoffAt: from, manual: false, runs: null };
  return { items: [{ optionId, ...at, ...places, ...rest }], next: null };
}

function auditRows({ auditEntries }: FakeServices, see: (ids: readonly string[]) => void): Row[] {
  return [
    on(audit.appendEntries, (_request, { entries }) => {
      // An entry that is known stays unchanged.
      for (const entry of entries)
        if (!auditEntries.has(entry.id)) auditEntries.set(entry.id, entry);
      see(entries.map(({ id }) => id));
      return { kept: entries.length };
    }),
    on(audit.listLastEntries, (_request, { records }) => ({
      keptFrom: null,
      entries: lastOf(auditEntries.values(), new Set(records.map(({ entityId }) => entityId))),
      unanswered: [],
    })),
    on(audit.listCreated, () => ({
      items: [...auditEntries.values()].filter(({ action }) => action === "booking.create"),
      next: null,
    })),
  ];
}

/** The newest audit entry of each of these records. */
function lastOf(
  entries: Iterable<NewEntry>,
  ids: ReadonlySet<string>,
): OutputOf<typeof audit.listLastEntries>["entries"] {
  const last = new Map<string, NewEntry>();
  for (const entry of entries) {
    const { entityId, at } = entry;
    if (ids.has(entityId) && at > (last.get(entityId)?.at ?? "")) last.set(entityId, entry);
  }
  return [...last.values()].map(({ at, ...entry }) => ({ ...entry, timestamp: at }));
}
