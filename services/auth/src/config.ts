import assert from "node:assert";
import type { Settings } from "@slipway/broker";
import { type Quota, createQuota } from "@slipway/store";
import type { Peppers } from "./api-key/hash-secret.ts";

const pepperLengthMin = 32;

export interface Config {
  /** The keys of the hashes of secrets; kept apart from the database. */
  readonly peppers: Peppers;
  readonly apiKeyQuota: Quota;
}

/** This service's settings; needs AUTH_PEPPER. A value that cannot be read stops the start. */
export function configOf(settings: Settings): Config {
  return {
    peppers: {
      current: pepperOf(settings, "AUTH_PEPPER") ?? "",
      next: pepperOf(settings, "AUTH_PEPPER_NEXT"),
      old: pepperOf(settings, "AUTH_PEPPER_OLD"),
    },
    apiKeyQuota: createQuota("QUOTA_API_KEYS", settings),
  };
}

function pepperOf(settings: Settings, name: string): string | undefined {
  const pepper = settings[name];
  const isGood = pepper === undefined ? name !== "AUTH_PEPPER" : pepper.length >= pepperLengthMin;
  assert(isGood, `${name} must be set to at least ${pepperLengthMin} random characters.`);
  return pepper;
}
