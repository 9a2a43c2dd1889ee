import {
  type ItemPage,
  type OutboxEvent,
  type Relay,
  aggregates,
  duplicateKey,
  type mongo,
  nextVersion,
  ofTenant,
} from "@slipway/store";
import { unsettledMaxMs } from "../constants.ts";
import { type NewPeriod, type PeriodDocument, activePeriods } from "./schema.ts";
import type { Period } from "./period.ts";

export interface PeriodStore {
  /** Counts an option's periods, active ones and those that are being made; not beyond `limit`. By an index alone. */
  countActive(tenantId: string, optionId: string, limit: number): Promise<number>;
  /** Writes a period that nobody sees until `settle`; a requirement is not deleted beside it. */
  insertUnsettled(tenantId: string, period: NewPeriod): Promise<void>;
  /** Makes it visible and adds its event by one write; null when it was dropped meanwhile. */
  settle(tenantId: string, id: string, event: OutboxEvent): Promise<Period | null>;
  /** Drops an unsettled period; repeatable. */
  dropUnsettled(tenantId: string, id: string): Promise<void>;
  /** Inserts a period that everybody sees; a repeat changes nothing, whatever became of it since. */
  insert(tenantId: string, period: NewPeriod, event: OutboxEvent): Promise<void>;
  /** Newest first, after the period with this id; what fits a page. */
  list<Item>(tenantId: string, optionId: string, query: PeriodQuery<Item>): Promise<ItemPage<Item>>;
  listActive(tenantId: string, optionId: string): Promise<Period[]>;
  /** Lists the active periods of all these options. */
  listActiveIds(
    tenantId: string,
    optionIds: readonly string[],
  ): Promise<{ id: string; optionId: string }[]>;
  /** Option and start times of each active period of these options. */
  listActiveTimes(
    tenantId: string,
    optionIds: readonly string[],
  ): Promise<{ optionId: string; startTimes: readonly string[] }[]>;
  /** Whether any active period stands or is being made, by an import for example. */
  hasActive(tenantId: string, optionId: string, now: number): Promise<boolean>;
  /**
   * Sets active false, as decided on what was just read: `decide` returns the event or throws a
   * refusal. The revision in the filter lets one of several callers do it.
   */
  deactivate(
    tenantId: string,
    id: string,
    now: number,
    decide: (current: Period, updatedAt: Date) => OutboxEvent,
  ): Promise<Period>;
}

interface PeriodQuery<Item> {
  active: boolean;
  after: string | undefined;
  limit: number;
  itemOf: (period: Period) => Item;
}

export function periodStore(
  collection: mongo.Collection<PeriodDocument>,
  relay: Relay,
): PeriodStore {
  return {
    ...unsettledPeriods(collection, relay),
    ...settledPeriods(collection, relay),
    ...activeOfOptions(collection),
  };
}

type Unsettled = Pick<PeriodStore, "insertUnsettled" | "settle" | "dropUnsettled" | "hasActive">;

function unsettledPeriods(collection: mongo.Collection<PeriodDocument>, relay: Relay): Unsettled {
  const unsettled = { unsettledSince: { $exists: true } };
  return {
    async insertUnsettled(tenantId, period) {
      await collection.insertOne({
        ...ofTenant(tenantId, storedFields(period)),
        unsettledSince: period.createdAt,
        revision: 0,
        live: false,
        updatedAt: period.createdAt,
        outbox: [],
      });
    },

    async settle(tenantId, id, event) {
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

    async dropUnsettled(tenantId, id) {
      await collection.deleteOne(ofTenant(tenantId, { _id: id, ...unsettled }));
    },

    async hasActive(tenantId, optionId, now) {
      // A crash left this period behind; were its maker still alive, `settle` would find nothing.
      const abandoned = { optionId, unsettledSince: { $lt: new Date(now - unsettledMaxMs) } };
      await collection.deleteMany(ofTenant(tenantId, abandoned));
      const importing = { "outbox.adds": { $exists: true } };
      const filter = { optionId, $or: [{ live: true, active: true }, unsettled, importing] };
      return (await collection.countDocuments(ofTenant(tenantId, filter), { limit: 1 })) > 0;
    },
  };
}

type OfOptions = Pick<PeriodStore, "countActive" | "listActiveIds" | "listActiveTimes">;

/** How many active periods options have, and parts of these. */
function activeOfOptions(collection: mongo.Collection<PeriodDocument>): OfOptions {
  return {
    countActive: (tenantId, optionId, limit) =>
      collection.countDocuments(ofTenant(tenantId, { optionId, active: true }), {
        limit,
        hint: activePeriods,
      }),

    async listActiveIds(tenantId, optionIds) {
      const filter = { optionId: { $in: [...new Set(optionIds)] }, active: true, live: true };
      const found = await collection
        .find(ofTenant(tenantId, filter), { projection: { optionId: 1 } })
        .toArray();
      return found.map(({ _id, optionId }) => ({ id: _id, optionId }));
    },

    async listActiveTimes(tenantId, optionIds) {
      const filter = { optionId: { $in: [...new Set(optionIds)] }, active: true, live: true };
      return await collection
        .find(ofTenant(tenantId, filter), { projection: { _id: 0, optionId: 1, startTimes: 1 } })
        .toArray();
    },
  };
}

function settledPeriods(
  collection: mongo.Collection<PeriodDocument>,
  relay: Relay,
): Omit<PeriodStore, keyof Unsettled | keyof OfOptions> {
  const periods = aggregates<PeriodDocument>(collection, relay);

  return {
    async insert(tenantId, period, event) {
      try {
        await periods.insert(tenantId, storedFields(period), event);
      } catch (error) {
        if (!duplicateKey(error)) throw error;
      }
    },

    list(tenantId, optionId, { active, after, limit, itemOf }) {
      const filter = { optionId, active };
      return periods.findNewest(tenantId, filter, {
        after,
        limit,
        itemOf: (document: PeriodDocument) => itemOf(periodOf(document)),
      });
    },

    async listActive(tenantId, optionId) {
      const found = await periods.find(tenantId, { optionId, active: true }, { sort: { _id: -1 } });
      return found.map(periodOf);
    },

    async deactivate(tenantId, id, now, decide) {
      const changed = await periods.change(tenantId, id, now, (current, updatedAt) => ({
        set: { active: false },
        event: decide(periodOf(current), updatedAt),
      }));
      return periodOf(changed);
    },
  };
}

function storedFields({ id, ...fields }: NewPeriod) {
  const { weekdays, startTimes } = fields;
  const lists = { weekdays: [...weekdays], startTimes: [...startTimes] };
  return { _id: id, ...fields, ...lists, active: true };
}

function periodOf(document: PeriodDocument): Period {
  return {
    id: document._id,
    tenantId: document.tenantId,
    optionId: document.optionId,
    startMonthDay: document.startMonthDay,
    endMonthDay: document.endMonthDay,
    weekdays: document.weekdays,
    startTimes: document.startTimes,
    validFrom: document.validFrom ?? null,
    label: document.label,
    active: document.active,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  };
}
