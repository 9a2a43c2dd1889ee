import {
  type Settings,
  InvalidSetting,
  readSettings,
  setting,
  settingText,
  wholeNumber,
} from "@slipway/broker";
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

const attempts = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?(\s*,\s*\d{1,7}(\.\d{1,3})?){0,29}$/)
  .transform((text) => text.split(",").map(Number));

export const deliverySettings = {
  SECRETS_KEYS: setting(keys.optional(), {
    about:
      "the keys that seal receivers' secrets, the same wherever webhooks and sync run: the first seals, each opens",
    must: "one or more of name:key by commas, a key being 32 random bytes in base64",
    unlessSet: "made at the first start, in the data directory; a node of a cluster needs it",
    isSecret: true,
  }),
  WEBHOOK_ALLOW_CIDRS: setting(networks.optional(), {
    about:
      "networks beside public addresses to which webhooks and channels may send, such as 127.0.0.0/8",
    must: "networks such as 10.0.0.0/8, separated by commas",
    unlessSet: "none",
  }),
  WEBHOOK_DENY_CIDRS: setting(networks.optional(), {
    about: "public networks to which webhooks and channels may not send",
    must: "networks such as 203.0.113.0/24, separated by commas",
    unlessSet: "none",
  }),
  WEBHOOK_REQUIRE_HTTPS: setting(z.enum(["true", "false"]).default("false"), {
    about: "whether endpoints of webhooks and channels must be https; nothing is sent to others",
    must: "true or false",
  }),
  WEBHOOK_CHALLENGE: setting(z.enum(["true", "false"]).default("false"), {
    about:
      "whether an origin must answer a challenge before the first delivery of a tenant to it; a receiver that does not know challenges gets nothing",
    must: "true or false",
  }),
  WEBHOOK_SCHEDULE_SECONDS: setting(
    attempts.default([0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]),
    {
      about: "seconds before each attempt to deliver, the first included",
      must: "the seconds before each attempt, the first included, separated by commas",
    },
  ),
  WEBHOOK_DISABLE_FAILURES: setting(wholeNumber(0, 999_999).default(10), {
    about: "failed attempts in a row from which a subscription may be disabled",
    must: "a whole number",
  }),
  WEBHOOK_DISABLE_HOURS: setting(wholeNumber(0, 999_999).default(72), {
    about: "hours without a success after which such a subscription is disabled",
    must: "a whole number of hours",
  }),
};

/** The settings, checked; throws one sentence about the first that is wrong or missing. */
export function deliveryConfigOf(settings: Settings = {}) {
  const given = readSettings(deliverySettings, settings);
  if (given.SECRETS_KEYS === undefined)
    throw new InvalidSetting(
      `SECRETS_KEYS must be ${settingText(deliverySettings.SECRETS_KEYS).must}.`,
    );
  return {
    keys: given.SECRETS_KEYS,
    allowed: given.WEBHOOK_ALLOW_CIDRS ?? [],
    denied: given.WEBHOOK_DENY_CIDRS ?? [],
    requireHttps: given.WEBHOOK_REQUIRE_HTTPS === "true",
    challenges: given.WEBHOOK_CHALLENGE === "true",
    scheduleSeconds: given.WEBHOOK_SCHEDULE_SECONDS,
    disableFailures: given.WEBHOOK_DISABLE_FAILURES,
    disableHours: given.WEBHOOK_DISABLE_HOURS,
  };
}

export type DeliveryConfig = Readonly<ReturnType<typeof deliveryConfigOf>>;
