/** How much a tenant may have of what it makes. What it has beyond a quota stays and can be changed. */
import { refuse } from "@slipway/broker";
import assert from "node:assert";
import { createTurnQueue } from "./turn-queue.ts";

interface QuotaKind {
  readonly unlessSet: number;
  /** For the sentence of the refusal. */
  readonly sentence: (max: number) => string;
}

/** By the names of the environment. */
const quotaKinds = {
  QUOTA_API_KEYS: {
    unlessSet: 100,
    sentence: (max) => `a tenant has at most ${max} API keys`,
  },
  QUOTA_SUBSCRIPTIONS: {
    unlessSet: 50,
    sentence: (max) => `a tenant has at most ${max} webhook subscriptions`,
  },
  QUOTA_CHANNELS: {
    unlessSet: 50,
    sentence: (max) => `a tenant has at most ${max} channels`,
  },
  QUOTA_CALENDAR_FEEDS: {
    unlessSet: 100,
    sentence: (max) => `a tenant has at most ${max} calendar feeds`,
  },
  QUOTA_PHOTOS: {
    unlessSet: 500,
    sentence: (max) => `a tenant has at most ${max} photos`,
  },
  QUOTA_PHOTO_MIB: {
    unlessSet: 2_048,
    sentence: (max) =>
      `a tenant's photos have at most ${max} MiB; removed ones count for some minutes`,
  },
  QUOTA_PERIODS_PER_OPTION: {
    unlessSet: 200,
    sentence: (max) => `an option has at most ${max} active availability periods`,
  },
  QUOTA_OPTIONS: {
    unlessSet: 10_000,
    sentence: (max) => `a tenant has at most ${max} options`,
  },
  QUOTA_PRODUCTS: {
    unlessSet: 10_000,
    sentence: (max) => `a tenant has at most ${max} products, archived ones included`,
  },
} as const satisfies Readonly<Record<string, QuotaKind>>;

export type QuotaName = keyof typeof quotaKinds;

export const quotaNames = Object.keys(quotaKinds) as QuotaName[];
/** What a setting must match. */
export const quotaPattern = /^[1-9]\d{0,6}$/;
export const quotaDemand = "a whole number, 1 to 9999999";

/** One quota of every tenant. */
export interface Quota {
  readonly max: number;
  /** The refusal of one more. */
  refusal(): Error;
  /** Refuses QUOTA_EXCEEDED where so many are there that no further one may be made. */
  check(count: number): void;
  /**
   * Counts and makes, one after the other for a key in this process. Replicas count for themselves:
   * N of them exceed the quota by at most N - 1. Refuses QUOTA_EXCEEDED.
   */
  within<Result>(
    key: string,
    /** Need not count beyond `limit`. */
    count: (limit: number) => Promise<number>,
    make: () => Promise<Result>,
  ): Promise<Result>;
}

/** The quota as it is set; stops the start where the setting is no such number. */
export function createQuota(
  name: QuotaName,
  settings: Readonly<Record<string, string | undefined>> = {},
): Quota {
  const { unlessSet, sentence } = quotaKinds[name];
  const given = settings[name];
  assert(given === undefined || quotaPattern.test(given), `${name} must be ${quotaDemand}.`);
  const max = given === undefined ? unlessSet : Number(given);
  const turns = createTurnQueue();
  const refusal = (): Error => refuse("QUOTA_EXCEEDED", { detail: sentence(max) });
  const check = (count: number): void => {
    if (count >= max) throw refusal();
  };
  return {
    max,
    refusal,
    check,
    within: (key, count, make) =>
      turns(key, async () => {
        check(await count(max));
        return make();
      }),
  };
}
