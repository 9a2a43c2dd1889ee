import assert from "node:assert";
import { type Settings, readSettings, setting } from "@slipway/broker";
import { type Quota, createQuota, quotaSettings } from "@slipway/store";
import { z } from "zod";
import type { Peppers } from "./record/hash-secret.ts";

const pepperLengthMin = 32;

const pepper = (about: string, unlessSet: string) =>
  setting(z.string().min(pepperLengthMin).optional(), {
    about,
    must: `at least ${pepperLengthMin} random characters`,
    unlessSet,
    isSecret: true,
  });

/** By the names of the environment. */
export const authSettings = {
  AUTH_PEPPER: pepper(
    "the key of the hashes of API keys and sessions, the same wherever auth runs",
    "made at the first start, in the data directory; a node of a cluster needs it",
  ),
  AUTH_PEPPER_NEXT: pepper("the pepper that follows, while one follows another", "none"),
  AUTH_PEPPER_OLD: pepper("the pepper before, while one follows another", "none"),
  QUOTA_API_KEYS: quotaSettings.QUOTA_API_KEYS,
  QUOTA_USERS: quotaSettings.QUOTA_USERS,
};

export interface Config {
  /** The keys of the hashes of secrets; kept apart from the database. */
  readonly peppers: Peppers;
  readonly apiKeyQuota: Quota;
  readonly userQuota: Quota;
}

/** This service's settings; needs AUTH_PEPPER. A value that cannot be read stops the start. */
export function configOf(given: Settings): Config {
  const { AUTH_PEPPER, AUTH_PEPPER_NEXT, AUTH_PEPPER_OLD } = readSettings(authSettings, given);
  assert(AUTH_PEPPER !== undefined, "AUTH_PEPPER must be set.");
  return {
    peppers: { current: AUTH_PEPPER, next: AUTH_PEPPER_NEXT, old: AUTH_PEPPER_OLD },
    apiKeyQuota: createQuota("QUOTA_API_KEYS", given),
    userQuota: createQuota("QUOTA_USERS", given),
  };
}
