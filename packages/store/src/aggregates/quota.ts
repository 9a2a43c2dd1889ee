/** How much a tenant may have of what it makes. What it has beyond a quota stays and can be changed. */
import { type Settings, readSettings, refuse, setting, wholeNumber } from "@slipway/broker";
import { createTurnQueue } from "./turn-queue.ts";

interface QuotaKind {
  readonly unlessSet: number;
  readonly about: string;
  readonly sentence: (max: number) => string;
}

/** A quota of `what` for `whose`; `aside` says which of them count as well. */
function quotaOf(unlessSet: number, whose: string, what: string, aside = ""): QuotaKind {
  return {
    unlessSet,
    about: `${what} of ${whose}${aside}`,
    sentence: (max) => `${whose} has at most ${max} ${what}${aside}`,
  };
}

const archivedToo = ", archived ones included";

const quotaKinds = {
  QUOTA_API_KEYS: { ...quotaOf(100, "a tenant", "API keys"), about: "live API keys of a tenant" },
  QUOTA_USERS: quotaOf(200, "a tenant", "users", ", disabled ones included"),
  QUOTA_SUBSCRIPTIONS: quotaOf(50, "a tenant", "webhook subscriptions"),
  QUOTA_CHANNELS: quotaOf(50, "a tenant", "channels"),
  QUOTA_CALENDAR_FEEDS: quotaOf(100, "a tenant", "calendar feeds"),
  QUOTA_PHOTOS: {
    ...quotaOf(500, "a tenant", "photos"),
    about: "photos of all products of a tenant, uploads under way included",
  },
  QUOTA_PHOTO_MIB: {
    ...quotaOf(2_048, "a tenant", "MiB of photos"),
    sentence: (max) =>
      `a tenant's photos have at most ${max} MiB; removed ones count for some minutes`,
  },
  QUOTA_PERIODS_PER_OPTION: {
    ...quotaOf(200, "an option", "active availability periods"),
    about: "active availability periods of one option",
  },
  QUOTA_OPTIONS: quotaOf(10_000, "a tenant", "options"),
  QUOTA_PRODUCTS: quotaOf(10_000, "a tenant", "products", archivedToo),
  QUOTA_SUPPLIERS: quotaOf(10_000, "a tenant", "suppliers", archivedToo),
  QUOTA_UNITS_PER_OPTION: quotaOf(1_000, "an option", "units", archivedToo),
  QUOTA_RESOURCES: quotaOf(10_000, "a tenant", "resources"),
  QUOTA_BLOCKS_PER_PRODUCT: {
    ...quotaOf(2_000, "a product", "availability blocks that are not over"),
    about: "availability blocks of a product that are not over",
  },
  QUOTA_HOLDS_PER_KEY: {
    ...quotaOf(5_000, "a key", "live holds"),
    about: "live holds that a key or a user has made",
  },
  QUOTA_ORDERS_PER_KEY: {
    ...quotaOf(5_000, "a key", "open orders"),
    about: "open orders that a key or a user has made",
  },
} as const satisfies Readonly<Record<string, QuotaKind>>;

type QuotaName = keyof typeof quotaKinds;

export const quotaNames = Object.keys(quotaKinds) as QuotaName[];

const quotaMax = 9_999_999;

export const quotaSettings = Object.fromEntries(
  quotaNames.map((name) => {
    const { unlessSet, about } = quotaKinds[name];
    const must = `a whole number, 1 to ${quotaMax}`;
    return [name, setting(quotaSchema(unlessSet), { about, must })];
  }),
) as Readonly<Record<QuotaName, ReturnType<typeof quotaSchema>>>;

function quotaSchema(unlessSet: number) {
  return wholeNumber(1, quotaMax).default(unlessSet);
}

/** Need not count beyond `limit`. */
type Count = (limit: number) => Promise<number>;

/** One quota of every tenant, as it is set; stops the start where the setting is no such number. */
export function createQuota(name: QuotaName, settings: Settings = {}) {
  const { sentence } = quotaKinds[name];
  const max: number = readSettings({ [name]: quotaSettings[name] }, settings)[name] ?? 0;
  const turns = createTurnQueue();
  /** The refusal of one more. */
  const refusal = (): Error => refuse("QUOTA_EXCEEDED", { detail: sentence(max) });
  /** Refuses QUOTA_EXCEEDED where so many are there that no further one may be made. */
  const check = (count: number): void => {
    if (count >= max) throw refusal();
  };
  return {
    max,
    refusal,
    check,
    withinAllowance: allowanceOf({ max, refusal }),
    /**
     * Counts and makes, one after the other for a key in this process. Replicas count for themselves:
     * N of them exceed the quota by at most N - 1. Refuses QUOTA_EXCEEDED.
     */
    within: <Result>(key: string, count: Count, make: () => Promise<Result>): Promise<Result> =>
      turns(key, async () => {
        check(await count(max));
        return make();
      }),
  };
}

/** The records that a process may make of a key before it counts anew. */
interface Allowance {
  left: number;
  /** Records that are being made: a count may have missed them. */
  underway: number;
  counting?: Promise<void> | undefined;
}

const allowanceMax = 100;
const allowancesMax = 10_000;

/**
 * As `within`, for what is made often and ends by itself: requests make at the same time, and a process counts anew
 * after 100 of a key. It exceeds no quota by itself, and may refuse early by those that it is making. N replicas
 * exceed the quota by at most 100 (N - 1). Refuses QUOTA_EXCEEDED.
 */
function allowanceOf({ max, refusal }: { readonly max: number; readonly refusal: () => Error }) {
  const allowances = new Map<string, Allowance>();
  return async <Result>(
    key: string,
    count: Count,
    make: () => Promise<Result>,
  ): Promise<Result> => {
    if (allowances.size > allowancesMax) forgetIdle(allowances);
    const own = allowances.get(key) ?? { left: 0, underway: 0 };
    allowances.set(key, own);
    while (own.left < 1) await (own.counting ??= recount(own, count));
    own.left--;
    own.underway++;
    try {
      return await make();
    } finally {
      own.underway--;
    }
  };

  async function recount(own: Allowance, count: Count): Promise<void> {
    const { underway } = own;
    try {
      const left = max - underway - (await count(max));
      if (left < 1) throw refusal();
      own.left = Math.min(left, allowanceMax);
    } finally {
      own.counting = undefined;
    }
  }
}

function forgetIdle(allowances: Map<string, Allowance>): void {
  for (const [key, { underway, counting }] of allowances)
    if (underway === 0 && !counting) allowances.delete(key);
}
