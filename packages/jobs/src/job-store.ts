/**
 * All statements about jobs. A job is a record of a service that waits for an attempt: it has a tenant, a key, a time and,
 * while an attempt runs, a lease. So the write that ends an attempt changes the record and adds its events as well.
 */
import { type Index, type mongo, ofTenant } from "@slipway/store";

/** The fields of a job. A record without a lease is free. */
interface Waiting {
  readonly _id: string;
  readonly tenantId: string;
  readonly leasedUntil?: Date | null;
}

/** How a collection's records are jobs. */
interface JobTable<Document extends Waiting> {
  readonly collection: mongo.Collection<Document>;
  /** The fields that a record has while it waits. */
  readonly waiting: object;
  /** The field with the time from which a job is due. */
  readonly due: "nextAttemptAt" | "dueAt";
  /** The fields whose values make the key. The first stands in the index of jobs. */
  readonly key: readonly [string, ...string[]];
  /** The field that orders the jobs of a key where they run one after the other. Absent: by the time when they are due. */
  readonly order?: string;
  /** The update that the write of a lease makes beside. */
  readonly onTake?: () => mongo.UpdateFilter<Document>;
}

/** A job by its id, with the key that says to a sharded database where it is. */
type JobName = Pick<DueKey, "id" | "tenantId" | "key">;

/** A due job that stands for its key. */
export interface DueKey {
  readonly id: string;
  readonly tenantId: string;
  /** The value of the key's first field. */
  readonly name: string;
  /** The values of all fields of the key. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** Where a look goes on: behind the last tenant or key whose turn it was, past those of which nothing may begin. */
interface Turn {
  readonly after: string;
  readonly without: readonly string[];
}

/** A job of a key as a look sees it. */
export interface ListedJob {
  readonly id: string;
  readonly dueAt: Date;
  /** Whether no attempt runs. */
  readonly isFree: boolean;
}

interface DueJobs {
  readonly count: number;
  readonly oldestAt: Date;
}

export interface JobStore<Document> {
  /** The first due and free job of the tenant behind the last one's turn; null behind the last tenant. */
  findTenant(now: Date, turn: Turn): Promise<DueKey | null>;
  /** The same of the keys of one tenant. */
  findKey(tenantId: string, now: Date, turn: Turn): Promise<DueKey | null>;
  /** The first jobs of a key, those under lease included: so all replicas together run no more of a key than this limit. */
  listFirst(key: DueKey, now: Date, limit: number): Promise<ListedJob[]>;
  /** Takes a due job: null where another attempt has it, or it waits no longer. The lease is in `leasedUntil`. */
  take(job: JobName, now: Date, until: Date): Promise<Document | null>;
  /** Lengthens a lease that stands; false: another attempt has the job, or the job is gone. */
  renew(job: JobName, leasedUntil: Date, until: Date): Promise<boolean>;
  /** Ends the lease of an attempt that has had no end. */
  giveBack(job: JobName, leasedUntil: Date): Promise<void>;
  /** Counts the due and free jobs of all tenants, up to a limit; null where there is none. */
  countDue(now: Date, limit: number): Promise<DueJobs | null>;
  /** Has a job looked at later. */
  putOff(job: JobName, now: Date, until: Date): Promise<void>;
  /** Whether the jobs of a key run one after the other, in an order of their own. */
  readonly isOrdered: boolean;
}

/** The index that serves all looks for jobs. */
export function jobIndex(name: string, status: string): Index {
  const fields = { tenantId: 1, [name]: 1, nextAttemptAt: 1 } as const;
  return [fields, { partialFilterExpression: { status } }];
}

export function jobStore<Document extends Waiting>(table: JobTable<Document>): JobStore<Document> {
  const { collection, waiting, due, order } = table;
  const one = ({ id, tenantId, key }: JobName, filter: object) =>
    ofTenant(tenantId, { _id: id, ...key, ...filter }) as mongo.Filter<Document>;
  const free = (now: Date): object => ({
    ...waiting,
    [due]: { $lte: now },
    // Absent, null or over.
    leasedUntil: { $not: { $gt: now } },
  });
  return {
    ...keysWithJobs(table, free),
    ...jobsOfKeys(table),
    isOrdered: order !== undefined,

    async take(job, now, until) {
      const { $set, ...update } = (table.onTake?.() ?? {}) as { readonly $set?: object };
      // Race: of two replicas that have found the job, the first lease makes the filter of the second fail.
      const taken = await collection.findOneAndUpdate(
        one(job, free(now)),
        { ...update, $set: { ...$set, leasedUntil: until } } as object,
        { returnDocument: "before" },
      );
      return taken && ({ ...taken, leasedUntil: until } as unknown as Document);
    },

    async renew(job, leasedUntil, until) {
      // Race: an attempt that has taken the job since has a lease of its own, and goes on alone.
      const longer = { $set: { leasedUntil: until } } as object;
      return (await collection.updateOne(one(job, { leasedUntil }), longer)).matchedCount === 1;
    },

    async giveBack(job, leasedUntil) {
      // Race: an attempt that has taken the job since has a lease of its own, which stays.
      const ended = { $set: { leasedUntil: null } } as object;
      await collection.updateOne(one(job, { leasedUntil }), ended);
    },

    async putOff(job, now, until) {
      // Race: a request that has made the job due later, or has ended it, stays.
      await collection.updateOne(one(job, free(now)), { $set: { [due]: until } } as object);
    },
  };
}

/** Finds the keys with due jobs, and counts these. The bounds let the index skip what waits in between: it costs nothing. */
function keysWithJobs<Document extends Waiting>(
  { collection, due, key }: JobTable<Document>,
  free: (now: Date) => object,
): Pick<JobStore<Document>, "findTenant" | "findKey" | "countDue"> {
  const [name] = key;
  const sort = { tenantId: 1, [name]: 1, [due]: 1 } as const;
  const own = key.filter((field) => field !== "tenantId");
  const projection = { tenantId: 1, ...Object.fromEntries(own.map((field) => [field, 1])) };

  async function find(filter: object): Promise<DueKey | null> {
    const found = await collection.findOne(filter as mongo.Filter<Document>, { sort, projection });
    if (!found) return null;
    const values = found as unknown as Waiting & Record<string, string>;
    const { _id: id, tenantId, [name]: text = tenantId } = values;
    const named = Object.fromEntries(own.map((field) => [field, values[field]]));
    return { id, tenantId, name: text, key: named };
  }

  return {
    findTenant: (now, { after, without }) =>
      find({ ...free(now), tenantId: { $gt: after, $nin: [...without] } }),

    findKey: async (tenantId, now, { after, without }) =>
      // A tenant that is the key has no other one.
      name === "tenantId"
        ? null
        : find(ofTenant(tenantId, { ...free(now), [name]: { $gt: after, $nin: [...without] } })),

    async countDue(now, limit) {
      const counted = { _id: null, count: { $sum: 1 }, oldestAt: { $min: `$${due}` } };
      // With a bound of the tenant the index skips what is not due.
      const ofAll = { ...free(now), tenantId: { $gt: "" } };
      const stages = [{ $match: ofAll }, { $limit: limit }, { $group: counted }];
      const [found] = await collection.aggregate<DueJobs>(stages, { hint: sort }).toArray();
      return found ?? null;
    },
  };
}

function jobsOfKeys<Document extends Waiting>({
  collection,
  waiting,
  due,
  order,
}: JobTable<Document>): Pick<JobStore<Document>, "listFirst"> {
  return {
    async listFirst({ tenantId, key }, now, limit) {
      const isDue = order === undefined ? { [due]: { $lte: now } } : {};
      const first = ofTenant(tenantId, { ...waiting, ...key, ...isDue });
      const projection = { leasedUntil: 1, [due]: 1 };
      const options = { sort: { [order ?? due]: 1 as const }, limit, projection };
      const found = await collection.find(first as mongo.Filter<Document>, options).toArray();
      return (found as unknown as (Waiting & Record<string, unknown>)[]).map((job) => {
        const dueAt = job[due] as Date;
        const isLeased = (job.leasedUntil?.getTime() ?? 0) > now.getTime();
        return { id: job._id, dueAt, isFree: !isLeased && dueAt <= now };
      });
    },
  };
}
