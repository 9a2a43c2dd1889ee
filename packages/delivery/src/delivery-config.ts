/** The settings of whatever sends deliveries; each name says what it is for in server/README.md. */
import ipaddr from "ipaddr.js";
import { z } from "zod";
import type { Key } from "./seal.ts";

const keyName = /^[A-Za-z0-9_-]{1,20}$/;

const keys = z
  .string()
  .transform((text) => text.split(",").map((each) => each.trim().split(":")))
  .refine((pairs) => pairs.every(([name = "", value = ""]) => isKey(name, value)))
  .refine((pairs) => new Set(pairs.map(([name]) => name)).size === pairs.length)
  .transform((pairs): Key[] =>
    pairs.map(([name = "", value = ""]) => ({ name, bytes: Buffer.from(value, "base64") })),
  );

function isKey(name: string, value: string): boolean {
  return keyName.test(name) && Buffer.from(value, "base64").length === 32;
}

const networks = z
  .string()
  .transform((text) => text.split(",").map((each) => each.trim()))
  .refine((texts) => texts.every(isNetwork));

function isNetwork(text: string): boolean {
  try {
    ipaddr.parseCIDR(text);
    return true;
  } catch {
    return false;
  }
}

const seconds = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?(\s*,\s*\d{1,7}(\.\d{1,3})?){0,29}$/)
  .transform((text) => text.split(",").map(Number));

const whole = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);

/** By the names of the environment. */
export const deliverySettings = {
  /** `<name>:<32 bytes in base64>`, several by commas: the first seals, each opens. */
  SECRETS_KEYS: keys.optional(),
  WEBHOOK_ALLOW_CIDRS: networks.optional(),
  WEBHOOK_DENY_CIDRS: networks.optional(),
  WEBHOOK_REQUIRE_HTTPS: z.enum(["true", "false"]).default("false"),
  WEBHOOK_SCHEDULE_SECONDS: seconds.default([
    0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
  ]),
  WEBHOOK_DISABLE_FAILURES: whole.default(10),
  WEBHOOK_DISABLE_HOURS: whole.default(72),
};

/** What each must be, for the sentence that names a wrong one. */
export const deliveryDemands: Readonly<Record<keyof typeof deliverySettings, string>> = {
  SECRETS_KEYS: "one or more of name:key by commas, a key being 32 random bytes in base64",
  WEBHOOK_ALLOW_CIDRS: "networks such as 10.0.0.0/8, separated by commas",
  WEBHOOK_DENY_CIDRS: "networks such as 203.0.113.0/24, separated by commas",
  WEBHOOK_REQUIRE_HTTPS: "true or false",
  WEBHOOK_SCHEDULE_SECONDS:
    "the seconds before each attempt, the first included, separated by commas",
  WEBHOOK_DISABLE_FAILURES: "a whole number",
  WEBHOOK_DISABLE_HOURS: "a whole number of hours",
};

export interface DeliveryConfig {
  readonly keys: readonly Key[];
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  /** Whether an endpoint must be https. */
  readonly requireHttps: boolean;
  readonly scheduleSeconds: readonly number[];
  readonly disableFailures: number;
  readonly disableHours: number;
}

/** The settings, checked; throws one sentence about the first that is wrong or missing. */
export function deliveryConfigOf(
  settings: Readonly<Record<string, string | undefined>> = {},
): DeliveryConfig {
  const parsed = z.object(deliverySettings).safeParse(settings);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof deliverySettings;
    throw new Error(`${name} must be ${deliveryDemands[name]}.`);
  }
  const given = parsed.data;
  if (given.SECRETS_KEYS === undefined)
    throw new Error(`SECRETS_KEYS must be ${deliveryDemands.SECRETS_KEYS}.`);
  return {
    keys: given.SECRETS_KEYS,
    allowed: given.WEBHOOK_ALLOW_CIDRS ?? [],
    denied: given.WEBHOOK_DENY_CIDRS ?? [],
    requireHttps: given.WEBHOOK_REQUIRE_HTTPS === "true",
    scheduleSeconds: given.WEBHOOK_SCHEDULE_SECONDS,
    disableFailures: given.WEBHOOK_DISABLE_FAILURES,
    disableHours: given.WEBHOOK_DISABLE_HOURS,
  };
}
