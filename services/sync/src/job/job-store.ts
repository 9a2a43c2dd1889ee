import {
  type Aggregates,
  type ItemPage,
  type OutboxEvent,
  type Relay,
  aggregates,
  duplicateKey,
  type mongo,
  ofTenant,
  removeInBatches,
} from "@slipway/store";
import { ofChannels } from "../record/channel.ts";
import type { JobDocument } from "./schema.ts";
import type { Job, JobState, JobRecord } from "./job.ts";

type JobChange = Partial<JobState>;

interface JobFilter {
  readonly status?: JobRecord["status"] | undefined;
  readonly channelConnectionId?: string | undefined;
  /** The booking or option whose jobs are wanted. */
  readonly entityId?: string | undefined;
  /** The channels whose jobs are wanted; undefined: all. */
  readonly among?: readonly string[] | undefined;
}

interface JobPage<Item> {
  readonly after: string | undefined;
  readonly limit: number;
  readonly now: number;
  readonly itemOf: (job: Job) => Item;
}

/** A job with the event of its creation. */
export interface NewJob {
  readonly job: Job;
  readonly event: OutboxEvent;
}

export interface JobStore {
  get(tenantId: string, id: string): Promise<Job | null>;
  /** Inserts a job unless the channel or the subscription has one of the same event: the unique index decides. */
  insert(job: Job, event: OutboxEvent): Promise<void>;
  /** Inserts jobs that are of no event by one write. */
  insertAll(made: readonly NewJob[]): Promise<void>;
  /**
   * Newest first, after that id, by the status that readers see, as many as fit a page. The message is not read:
   * `body` and `departures` are missing.
   */
  list<Item>(tenantId: string, filter: JobFilter, page: JobPage<Item>): Promise<ItemPage<Item>>;
  /** One decided change; null changes nothing. Refuses NOT_FOUND. */
  change(
    tenantId: string,
    id: string,
    now: number,
    decide: (current: Job, updatedAt: Date) => { set: JobChange; event: OutboxEvent } | null,
  ): Promise<Job>;
  /** Gives jobs about a booking that have an `@` in what they send another text; answers how many it changed. */
  rewrite(tenantId: string, bookingId: string, bodyOf: (body: string) => string): Promise<number>;
  /** Removes the jobs of any tenants that have ended before that instant; answers how many. */
  removeEnded(before: Date): Promise<number>;
}

export function jobStore(collection: mongo.Collection<JobDocument>, relay: Relay): JobStore {
  const jobs = aggregates<JobDocument>(collection, relay);
  return {
    ...jobsToErase(collection),
    ...jobsToInsert(jobs),
    removeEnded: (before) => removeInBatches(collection, endedBefore(before)),

    async get(tenantId, id) {
      const found = await jobs.get(tenantId, id);
      return found && jobOf(found);
    },

    list(tenantId, filter, { after, limit, now, itemOf }) {
      const { status, channelConnectionId, entityId, among } = filter;
      const wanted = {
        ...(status === undefined ? {} : shownAs(status, new Date(now))),
        ...ofChannels(channelConnectionId, among),
        ...(entityId === undefined ? {} : { entityId }),
      };
      return jobs.findNewest(tenantId, wanted, {
        after,
        limit,
        without: ["body", "departures"],
        itemOf: (document: JobDocument) => itemOf(jobOf(document)),
      });
    },

    async change(tenantId, id, now, decide) {
      const changed = await jobs.change(tenantId, id, now, (current, updatedAt) =>
        decide(jobOf(current), updatedAt),
      );
      return jobOf(changed);
    },
  };
}

function jobsToInsert(jobs: Aggregates<JobDocument>): Pick<JobStore, "insert" | "insertAll"> {
  return {
    async insert(job, event) {
      await jobs.insert(job.tenantId, documentOf(job), event).catch((error: unknown) => {
        if (!duplicateKey(error)) throw error;
      });
    },

    insertAll: (made) =>
      jobs.insertAll(
        made.map(({ job, event }) => ({
          tenantId: job.tenantId,
          document: documentOf(job),
          event,
        })),
      ),
  };
}

function documentOf({ id, tenantId: _tenant, updatedAt: _updated, ...fields }: Job) {
  return { _id: id, ...fields };
}

type Filter = mongo.Filter<JobDocument>;

function jobsToErase(collection: mongo.Collection<JobDocument>): Pick<JobStore, "rewrite"> {
  return {
    async rewrite(tenantId, entityId, bodyOf) {
      const sending = ofTenant(tenantId, { entityId, live: true, body: /@/ }) as Filter;
      let changed = 0;
      for await (const { _id, body } of collection.find(sending)) {
        const left = bodyOf(body ?? "");
        if (left === body) continue;
        await collection.updateOne(ofTenant(tenantId, { _id }), { $set: { body: left } });
        changed++;
      }
      return changed;
    },
  };
}

/** Matches jobs that ended before then, with nothing left to deliver. */
function endedBefore(before: Date): Filter {
  const status = { $in: ["SUCCEEDED", "FAILED"] };
  return { updatedAt: { $lt: before }, status, outbox: { $size: 0 } } as unknown as Filter;
}

function shownAs(status: JobRecord["status"], now: Date): object {
  if (status === "RUNNING") return { status: "PENDING", leasedUntil: { $gt: now } };
  if (status !== "PENDING") return { status };
  return { status, $or: [{ leasedUntil: null }, { leasedUntil: { $lte: now } }] };
}

/** The job of a document, without its outbox. */
export function jobOf(document: JobDocument): Job {
  const { _id, revision: _, commit: _commit, live: _live, outbox: _outbox, ...job } = document;
  return { ...job, id: _id, subscriptionId: job.subscriptionId ?? null };
}
