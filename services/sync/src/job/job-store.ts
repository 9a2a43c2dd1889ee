import { changesOf } from "@slipway/events";
import {
  type OutboxEvent,
  type RecordPage,
  type Relay,
  aggregates,
  fieldsOf,
  unlessTaken,
  type mongo,
  ofTenant,
  recordsOf,
  removeInBatches,
} from "@slipway/store";
import { type Channel, ofChannels } from "../record/channel.ts";
import type { JobDocument } from "./schema.ts";
import { type Job, type JobRecord, keptRecord } from "./job.ts";

interface JobFilter {
  readonly status?: JobRecord["status"] | undefined;
  readonly channelConnectionId?: string | undefined;
  /** The booking or option whose jobs are wanted. */
  readonly entityId?: string | undefined;
  /** The channels whose jobs are wanted; undefined: all. */
  readonly among?: readonly Channel[] | undefined;
}

interface JobPage<Item> extends RecordPage<Job, Item> {
  readonly now: number;
}

export interface NewJob {
  readonly job: Job;
  readonly event: OutboxEvent;
}

export function jobStore(collection: mongo.Collection<JobDocument>, relay: Relay) {
  const jobs = aggregates<JobDocument>(collection, relay);
  const { findNewest, ...records } = recordsOf(jobs, jobOf);
  return {
    ...records,
    ...changesOf(records, keptRecord),
    ...jobsToErase(collection),
    /** Removes the jobs of any tenants that have ended before that instant; answers how many. */
    removeEnded: (before: Date) => removeInBatches(collection, endedBefore(before)),

    /** Inserts a job unless the channel or the subscription has one of the same event: the unique index decides. */
    insert: (job: Job, event: OutboxEvent) =>
      unlessTaken(jobs.insert(job.tenantId, documentOf(job), event)),

    insertAll: (made: readonly NewJob[]) =>
      jobs.insertAll(
        made.map(({ job, event }) => ({
          tenantId: job.tenantId,
          document: documentOf(job),
          event,
        })),
      ),

    /**
     * Newest first, after that id, by the status that readers see, as many as fit a page. The message is not read:
     * `body` and `departures` are missing.
     */
    list<Item>(tenantId: string, filter: JobFilter, { now, ...page }: JobPage<Item>) {
      const { status, channelConnectionId, entityId, among } = filter;
      const wanted = {
        ...(status === undefined ? {} : shownAs(status, new Date(now))),
        ...ofChannels(channelConnectionId, among),
        ...(entityId === undefined ? {} : { entityId }),
      };
      return findNewest(tenantId, wanted, { ...page, without: ["body", "departures"] });
    },
  };
}

export type JobStore = ReturnType<typeof jobStore>;

type Filter = mongo.Filter<JobDocument>;

function documentOf({ id, tenantId: _tenant, updatedAt: _updated, ...fields }: Job) {
  return { _id: id, ...fields };
}

function jobsToErase(collection: mongo.Collection<JobDocument>) {
  return {
    /** Gives jobs about a booking that have an `@` in what they send another text; answers how many it changed. */
    async rewrite(tenantId: string, entityId: string, bodyOf: (body: string) => string) {
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
  return { ...fieldsOf(document), subscriptionId: document.subscriptionId ?? null };
}
