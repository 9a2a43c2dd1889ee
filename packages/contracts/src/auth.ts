import { z } from "zod";
import { mutation, read } from "./action.ts";
import { caller } from "./caller.ts";
import {
  count,
  createdAt,
  deleted,
  emptyInput,
  id,
  instant,
  recordId,
  reference,
  tenantId,
  text,
} from "./primitives.ts";
import { keyRestrictions, unrestricted } from "./restrictions.ts";
import { grantableScopes } from "./scopes.ts";

export const scope = z.string().refine((value) => grantableScopes.includes(value), {
  message: "must be a known scope",
  params: { fieldCode: "INVALID_VALUE" },
});
const scopes = z
  .array(scope)
  .min(1)
  .max(100)
  .meta({
    description:
      "What the credential may do: `*`, `<area>:*` or `<area>:<verb>`; 1 to 100 of them. Nobody grants more than their own.",
    examples: [["availability:read", "bookings:write"]],
  });
const email = z.email().max(320);

/** Tenant, auth's part: its name. Its currency belongs to catalog, beside the pricing periods. */
export const tenantName = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  updatedAt: instant,
});

export const user = z
  .object({
    id: recordId,
    email: z.string().describe("E-mail address that the user logs in with."),
    name: z
      .string()
      .describe("What people call the user; the e-mail address where none was given."),
    scopes: z.array(z.string()).describe("What the user's sessions may do."),
  })
  .meta({ id: "User", description: "A person of the tenant who can log in." });

export const apiKey = z
  .object({
    id: recordId,
    tenantId,
    name: z.string().describe("What the key is called, for readers of the list of keys."),
    prefix: z
      .string()
      .describe("First characters of the key's text, by which you find it in your configuration."),
    scopes: z.array(z.string()).describe("What the key may do."),
    restrictions: keyRestrictions.describe("What the key is held to beside its scopes."),
    channelConnectionId: id
      .nullable()
      .default(null)
      .describe("Id of the channel that a channel key sells for; null: it is no channel key."),
    supplierId: id
      .nullable()
      .default(null)
      .describe("Id of the supplier whose tours a channel key sells; null: it is no channel key."),
    createdAt,
    createdBy: z
      .object({
        type: z.string().describe("Kind of credential that issued it: USER, API_KEY or SYSTEM."),
        id: z.string().nullable().describe("Id of that user or key; null for the command line."),
      })
      .meta({ id: "KeyIssuer", description: "The credential that issued a key." })
      .describe("Which credential issued the key."),
    lastUsedAt: instant.nullable().meta({
      description: "When a request last used the key, up to 60 s behind, in UTC; null: never.",
      examples: ["2027-05-01T10:00:00.000Z"],
    }),
  })
  .meta({ id: "ApiKey", description: "A credential for programs, without its text." });

export const issuedApiKey = apiKey
  .extend({
    key: z
      .string()
      .describe("The whole key, shown this once. Send it as `Authorization: Bearer <key>`."),
  })
  .meta({ id: "IssuedApiKey", description: "A new key together with its text." });

/**
 * Whether the gateway holds restricted keys to their restrictions. One of the release before does not
 * say so: to it such a key is unknown.
 */
const restricts = z.boolean().default(false);
/** Whether the gateway knows channel keys, by the same rule. */
const knowsChannels = z.boolean().default(false);

const identity = z.object({
  caller: caller.omit({ requestId: true }).nullable(),
  user: user.nullable(),
});

/**
 * Internal: who a credential belongs to, by what does not let anybody in: the SHA-256 of a session's token, or of the
 * secret of the key of this id. Null: unknown, revoked or expired, never told apart.
 */
export const identify = read("auth.identify", {
  input: z.object({
    /** Null: a session's token. */
    keyId: z.string().max(12).nullable(),
    /** SHA-256, base64. */
    digest: z.string().length(44),
    restricts,
    knowsChannels,
  }),
  output: identity.extend({
    /** The key is of a release that kept nothing to compare a digest with: `identifyShown` must see it once. */
    mustShow: z.boolean(),
  }),
  open: true,
  // For the proof in its answer.
  secret: true,
});

/**
 * Internal, for keys of the release before: who a bearer text belongs to. Null as of `identify`, which knows the key
 * from then on.
 */
export const identifyShown = read("auth.identifyShown", {
  input: z.object({ token: z.string().max(500), restricts, knowsChannels }),
  output: identity,
  open: true,
  secret: true,
});

/** Internal, for gateways of the release before: the same, under the name that they call. */
export const resolveCredential = read("auth.resolveCredential", {
  input: z.object({ token: z.string().max(500), restricts, knowsChannels }),
  output: identity,
  open: true,
  secret: true,
});

/** The name and times of the caller's tenant. */
export const getTenantName = read("auth.getTenantName", {
  about: {
    description:
      "Tells which tenant and scopes the credential has; `user` is null for an API key. A quick test that a key works.",
  },
  input: emptyInput,
  output: tenantName,
  refusals: ["NOT_FOUND"],
});

export const listApiKeys = read("auth.listApiKeys", {
  about: { description: "Keys of the tenant, newest first, without their texts." },
  input: emptyInput,
  output: z.array(apiKey),
});

const newApiKey = z.object({
  name: text.meta({
    description: "What the key is called, 1 to 1000 characters.",
    examples: ["Website checkout"],
  }),
  scopes: scopes.default(["*"]),
});

const newRestrictions = z
  .object({
    supplierId: reference
      .nullable()
      .default(null)
      .describe("Id of the only supplier whose records the key reaches; null: all of the tenant."),
    overrides: z
      .boolean()
      .default(true)
      .describe(
        "False refuses `retailPrices`, `expandCapacity` and `customStart` with 403 OVERRIDE_FORBIDDEN.",
      ),
  })
  .meta({
    id: "NewKeyRestrictions",
    description: "What a new key is held to beside its scopes. They never change.",
  });

/** The new key's text is answered once and never again; omitted scopes ask for `*`. */
export const issueApiKey = mutation("auth.issueApiKey", {
  about: {
    description:
      "Issues a key and answers its text, this once. A key that is lost cannot be shown again. A restricted key issues only keys that are at least as restricted.",
    repeat:
      "Each call issues another key. After an unknown outcome, list the keys and delete the surplus one.",
  },
  input: newApiKey.extend({
    restrictions: newRestrictions
      .default(() => ({ ...unrestricted }))
      .describe("What the key is held to beside its scopes. Left out: nothing."),
  }),
  output: issuedApiKey,
  refusals: ["NOT_FOUND", "SCOPE_ESCALATION", "QUOTA_EXCEEDED"],
  secret: true,
});

/** What a channel key may do, which is not said in scopes: who issues one must hold these. */
export const channelKeyScopes = [
  "suppliers:read",
  "catalog:read",
  "availability:read",
  "bookings:read",
  "bookings:write",
] as const;

/**
 * Internal: a key by which a reseller sells one supplier's tours over OCTO. It has no scopes, so `/api/v1` refuses it.
 * The gateway has looked up channel and supplier.
 */
export const issueChannelKey = mutation("auth.issueChannelKey", {
  input: z.object({
    name: newApiKey.shape.name,
    channelConnectionId: reference,
    /** The channel's code: what the key's changes name as their source. */
    source: text,
    supplierId: reference,
  }),
  output: issuedApiKey,
  refusals: ["SCOPE_ESCALATION", "QUOTA_EXCEEDED"],
  secret: true,
});

/** The same of an unrestricted key: for the command line, and for gateways of the release before. */
export const createApiKey = mutation("auth.createApiKey", {
  input: newApiKey,
  output: issuedApiKey,
  refusals: ["SCOPE_ESCALATION", "QUOTA_EXCEEDED"],
  secret: true,
});

/** Once answered, no gateway accepts the key. */
export const deleteApiKey = mutation("auth.deleteApiKey", {
  about: {
    description:
      "Revokes the key: no gateway accepts it from the answer on. To rotate a key, issue the new one first.",
    repeat: "A repeat is 404 NOT_FOUND.",
  },
  input: z.object({ id: text.describe("Id of the key to revoke.") }),
  output: deleted,
  refusals: ["NOT_FOUND", "KEY_IN_USE"],
});

/** Command line only: makes the tenant of the caller's tenantId. */
export const createTenant = mutation("auth.createTenant", {
  input: z.object({ name: text }),
  output: tenantName,
});

/** What a person logs in with. Any text as the e-mail: one that is no e-mail is nobody's. */
export const logIn = z.object({
  email: z
    .string()
    .min(1)
    .max(320)
    .meta({
      description: "E-mail address of the user, 1 to 320 characters.",
      examples: ["ciao@laguna-viva.example"],
    }),
  password: text.describe("Password of the user, 1 to 1000 characters."),
});

export const newSession = z
  .object({
    token: z
      .string()
      .describe(
        "The session's token, shown this once. Send it as `Authorization: Bearer <token>`.",
      ),
    expiresAt: instant.describe(
      "When the session ends at the latest, in UTC. It ends sooner after 30 minutes without a request.",
    ),
    user: user.describe("The user who has logged in."),
  })
  .meta({ id: "NewSession", description: "A session that has just begun, with its token." });

/**
 * Begins a session. Whatever is wrong (no such user, the password, a wait after failures, a disabled
 * user) is one refusal, in like time. The token is answered once and never again. Refuses
 * RATE_LIMITED a device that is not known where its address must wait.
 */
export const createSession = mutation("auth.createSession", {
  about: {
    description:
      "Begins a session: answers its token once, and sets it as a cookie for a browser. A wrong password, an unknown user and a user who must wait are one answer. It also sets the device cookie `__Host-slipway-device` (`slipway-device` without TLS): a browser that sends it waits for its own failed log-ins alone.",
    repeat: "Each call begins another session.",
  },
  input: logIn.extend({
    /** What the client's address is called: by it log-ins wait in turn, and events are told. */
    address: z.string().max(100),
    /** The device cookie; null: none. */
    device: z.string().max(1_000).nullable(),
    /** How long this address must wait, unless the device is known; 0: not at all. */
    waitSeconds: count,
  }),
  output: newSession.extend({
    /** The device cookie that the browser keeps from now on. */
    device: z.object({ text: z.string().max(1_000), maxAgeSeconds: count }),
  }),
  refusals: ["RATE_LIMITED", "UNAUTHENTICATED", "OVERLOADED"],
  open: true,
  secret: true,
});

/** Once answered, no gateway accepts the caller's session. */
export const deleteCurrentSession = mutation("auth.deleteCurrentSession", {
  about: {
    description:
      "Ends the session that the request is sent with. No gateway accepts it from the answer on.",
    repeat: "A repeat is 401, because the credential is gone.",
  },
  input: emptyInput,
  output: deleted,
  refusals: ["SESSION_REQUIRED"],
});

/** A user as its operator sees it. */
const operatedUser = user.extend({
  tenantId: id,
  createdAt: instant,
  passwordChangedAt: instant,
  /** Null: may begin sessions. */
  disabledAt: instant.nullable(),
});
const password = z.string().min(12).max(128);

/** Command line only. The password is hashed before it is kept. */
export const createUser = mutation("auth.createUser", {
  input: z.object({
    email,
    name: text.optional(),
    password,
    scopes: scopes.default(["*"]),
  }),
  output: operatedUser,
  refusals: ["NOT_FOUND", "REFERENCE_TAKEN"],
  secret: true,
});

/** Command line only: ends the user's sessions at once and lets it begin none. */
export const disableUser = mutation("auth.disableUser", {
  input: z.object({ email }),
  output: operatedUser,
  refusals: ["NOT_FOUND"],
});

/** Command line only: lets a disabled user begin sessions again. */
export const enableUser = mutation("auth.enableUser", {
  input: z.object({ email }),
  output: operatedUser,
  refusals: ["NOT_FOUND"],
});

/** Command line only: ends the user's sessions at once; the old password opens none any more. */
export const setUserPassword = mutation("auth.setUserPassword", {
  input: z.object({ email, password }),
  output: operatedUser,
  refusals: ["NOT_FOUND"],
  secret: true,
});
