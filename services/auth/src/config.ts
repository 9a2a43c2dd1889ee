import assert from "node:assert";
import { type Settings, readSettings, setting } from "@slipway/broker";
import { createQuota, quotaSettings } from "@slipway/store";
import { auth } from "@slipway/contracts";
import { z } from "zod";
import type { Peppers } from "./record/hash-secret.ts";
import type { Provider } from "./record/provider.ts";

const pepperLengthMin = 32;

const pepper = (about: string, unlessSet: string) =>
  setting(z.string().min(pepperLengthMin).optional(), {
    about,
    must: `at least ${pepperLengthMin} random characters`,
    unlessSet,
    isSecret: true,
  });

function parsed(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("no JSON");
    return z.NEVER;
  }
}

const hasTls = (text: string): boolean => {
  const { protocol, hostname } = URL.parse(text) ?? {};
  return protocol === "https:" || (protocol === "http:" && hostname === "127.0.0.1");
};

const provider = z.strictObject({
  id: z.string().regex(/^(?!providers$)[a-z0-9-]{1,32}$/),
  tenantId: z.string().min(1),
  name: z.string().min(1).max(100),
  issuer: z.string().refine(hasTls),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  domains: z.array(z.string().min(1)).default([]),
  claim: z.string().min(1).default("groups"),
  scopes: z.record(z.string(), z.array(auth.scope)).default({}),
});

const providerList = z
  .array(provider)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length);

export const authSettings = {
  AUTH_PEPPER: pepper(
    "the key of the hashes of API keys and sessions, the same wherever auth runs",
    "made at the first start, in the data directory; a node of a cluster needs it",
  ),
  AUTH_PEPPER_NEXT: pepper("the pepper that follows, while one follows another", "none"),
  AUTH_PEPPER_OLD: pepper("the pepper before, while one follows another", "none"),
  OIDC_PROVIDERS: setting(z.string().default("[]").transform(parsed).pipe(providerList), {
    about:
      "identity providers with which a tenant's users log in by OpenID Connect, as JSON (docs/deploy.md)",
    must: "a JSON list of providers, each with an id of its own, tenantId, name, issuer (https), clientId and clientSecret, perhaps domains, claim and scopes",
    unlessSet: "none",
    isSecret: true,
  }),
  QUOTA_API_KEYS: quotaSettings.QUOTA_API_KEYS,
  QUOTA_USERS: quotaSettings.QUOTA_USERS,
};

/** This service's settings; needs AUTH_PEPPER. A value that cannot be read stops the start. */
export function configOf(given: Settings) {
  const { AUTH_PEPPER, AUTH_PEPPER_NEXT, AUTH_PEPPER_OLD, OIDC_PROVIDERS } = readSettings(
    authSettings,
    given,
  );
  assert(AUTH_PEPPER !== undefined, "AUTH_PEPPER must be set.");
  /** The keys of the hashes of secrets; kept apart from the database. */
  const peppers: Peppers = { current: AUTH_PEPPER, next: AUTH_PEPPER_NEXT, old: AUTH_PEPPER_OLD };
  const providers: readonly Provider[] = OIDC_PROVIDERS;
  return {
    peppers,
    providers,
    apiKeyQuota: createQuota("QUOTA_API_KEYS", given),
    userQuota: createQuota("QUOTA_USERS", given),
  };
}

export type Config = ReturnType<typeof configOf>;
