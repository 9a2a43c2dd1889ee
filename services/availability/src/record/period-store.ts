import {
  type OutboxEvent,
  type RecordPage,
  type Relay,
  aggregates,
  fieldsOf,
  unlessTaken,
  type mongo,
  nextVersion,
  ofTenant,
  recordsOf,
} from "@slipway/store";
import { unsettledMaxMs } from "../constants.ts";
import { type NewPeriod, type PeriodDocument, activePeriods } from "./schema.ts";
import { type Period, recurrenceOf } from "./period.ts";

interface PeriodQuery<Item> extends RecordPage<Period, Item> {
  readonly active: boolean;
}

export function periodStore(collection: mongo.Collection<PeriodDocument>, relay: Relay) {
  return {
    ...unsettledPeriods(collection, relay),
    ...settledPeriods(collection, relay),
    ...activeOfOptions(collection),
  };
}

export type PeriodStore = ReturnType<typeof periodStore>;

function unsettledPeriods(collection: mongo.Collection<PeriodDocument>, relay: Relay) {
  const unsettled = { unsettledSince: { $exists: true } };
  return {
    /** Writes a period that nobody sees until `settle`; a requirement is not deleted beside it. */
    async insertUnsettled(tenantId: string, period: NewPeriod) {
      await collection.insertOne({
        ...ofTenant(tenantId, storedFields(period)),
        unsettledSince: period.createdAt,
        revision: 0,
        live: false,
        updatedAt: period.createdAt,
        outbox: [],
      });
    },

    /** Makes it visible and adds its event by one write; null when it was dropped meanwhile. */
    async settle(tenantId: string, id: string, event: OutboxEvent) {
      const { $inc, $set } = nextVersion();
      const settling = { $set: { ...$set, live: true }, $unset: { unsettledSince: "" } } as const;
      const settled = await collection.findOneAndUpdate(
        ofTenant(tenantId, { _id: id, ...unsettled }),
        { ...settling, $inc, $push: { outbox: event } },
        { returnDocument: "after" },
      );
      if (!settled) return null;
      relay.committed(collection as never, id, [event]);
      return periodOf(settled);
    },

    /** Drops an unsettled period; repeatable. */
    async dropUnsettled(tenantId: string, id: string) {
      await collection.deleteOne(ofTenant(tenantId, { _id: id, ...unsettled }));
    },

    /** Whether any active period stands or is being made, by an import for example. */
    async hasActive(tenantId: string, optionId: string, now: number) {
      // A crash left this period behind; were its maker still alive, `settle` would find nothing.
      const abandoned = { optionId, unsettledSince: { $lt: new Date(now - unsettledMaxMs) } };
      await collection.deleteMany(ofTenant(tenantId, abandoned));
      const importing = { "outbox.adds": { $exists: true } };
      const filter = { optionId, $or: [{ live: true, active: true }, unsettled, importing] };
      return (await collection.countDocuments(ofTenant(tenantId, filter), { limit: 1 })) > 0;
    },
  };
}

/** How many active periods options have, and parts of these. */
function activeOfOptions(collection: mongo.Collection<PeriodDocument>) {
  return {
    /** Counts an option's periods, active ones and those that are being made; not beyond `limit`. By an index alone. */
    countActive: (tenantId: string, optionId: string, limit: number) =>
      collection.countDocuments(ofTenant(tenantId, { optionId, active: true }), {
        limit,
        hint: activePeriods,
      }),

    /** The active periods of all these options, each with when it changed last. */
    async listActiveVersions(tenantId: string, optionIds: readonly string[]) {
      const filter = { optionId: { $in: [...new Set(optionIds)] }, active: true, live: true };
      const found = await collection
        .find(ofTenant(tenantId, filter), { projection: { optionId: 1, updatedAt: 1 } })
        .toArray();
      return found.map(({ _id, optionId, updatedAt }) => ({ id: _id, optionId, updatedAt }));
    },

    /** Option and start times of each active period of these options whose window has not ended before this day. */
    async listActiveTimes(tenantId: string, optionIds: readonly string[], date: string) {
      const validUntil = { $not: { $lt: date } };
      const ofOptions = { optionId: { $in: [...new Set(optionIds)] } };
      const filter = { ...ofOptions, active: true, live: true, validUntil };
      return await collection
        .find(ofTenant(tenantId, filter), { projection: { _id: 0, optionId: 1, startTimes: 1 } })
        .toArray();
    },
  };
}

function settledPeriods(collection: mongo.Collection<PeriodDocument>, relay: Relay) {
  const periods = aggregates<PeriodDocument>(collection, relay);
  const { change, findNewest } = recordsOf(periods, periodOf);
  return {
    change,

    /** Inserts a period that everybody sees; a repeat changes nothing, whatever became of it since. */
    insert: (tenantId: string, period: NewPeriod, event: OutboxEvent) =>
      unlessTaken(periods.insert(tenantId, storedFields(period), event)),

    /** Newest first, after the period with this id; what fits a page. */
    list: <Item>(tenantId: string, optionId: string, { active, ...page }: PeriodQuery<Item>) =>
      findNewest(tenantId, { optionId, active }, page),

    async listActive(tenantId: string, optionId: string) {
      const found = await periods.find(tenantId, { optionId, active: true }, { sort: { _id: -1 } });
      return found.map(periodOf);
    },
  };
}

function storedFields({ id, ...fields }: NewPeriod) {
  return { _id: id, ...fields, ...recurrenceOf(fields), active: true };
}

function periodOf(document: PeriodDocument): Period {
  return { ...fieldsOf(document), ...recurrenceOf(document) };
}
