import { z } from "zod";
import { mutation, read } from "./action.ts";
import { caller } from "./caller.ts";
import { count, deleted, emptyInput, id, instant, text } from "./primitives.ts";
import { grantableScopes } from "./scopes.ts";

export const scope = z.string().refine((value) => grantableScopes.includes(value), {
  message: "must be a known scope",
  params: { fieldCode: "INVALID_VALUE" },
});
const scopes = z.array(scope).min(1).max(100);
const email = z.email().max(320);

/** Tenant, auth's part: its name. Its currency belongs to catalog, beside the pricing periods. */
export const tenantName = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  updatedAt: instant,
});

export const user = z
  .object({ id, email: z.string(), name: z.string(), scopes: z.array(z.string()) })
  .meta({ id: "User" });

export const apiKey = z
  .object({
    id,
    tenantId: id,
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.string()),
    createdAt: instant,
    createdBy: z.object({ type: z.string(), id: z.string().nullable() }),
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: "ApiKey" });

export const issuedApiKey = apiKey.extend({ key: z.string() }).meta({ id: "IssuedApiKey" });

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
  input: z.object({ token: z.string().max(500) }),
  output: identity,
  open: true,
  secret: true,
});

/** Internal, for gateways of the release before: the same, under the name that they call. */
export const resolveCredential = read("auth.resolveCredential", {
  input: z.object({ token: z.string().max(500) }),
  output: identity,
  open: true,
  secret: true,
});

/** The name and times of the caller's tenant. */
export const getTenantName = read("auth.getTenantName", {
  input: emptyInput,
  output: tenantName,
  refusals: ["NOT_FOUND"],
});

export const listApiKeys = read("auth.listApiKeys", { input: emptyInput, output: z.array(apiKey) });

/** The new key's text is answered once and never again; omitted scopes ask for `*`. */
export const createApiKey = mutation("auth.createApiKey", {
  input: z.object({ name: text, scopes: scopes.default(["*"]) }),
  output: issuedApiKey,
  refusals: ["SCOPE_ESCALATION", "QUOTA_EXCEEDED"],
  secret: true,
});

/** Once answered, no gateway accepts the key. */
export const deleteApiKey = mutation("auth.deleteApiKey", {
  input: z.object({ id: text }),
  output: deleted,
  refusals: ["NOT_FOUND", "KEY_IN_USE"],
});

/** Command line only: makes the tenant of the caller's tenantId. */
export const createTenant = mutation("auth.createTenant", {
  input: z.object({ name: text }),
  output: tenantName,
});

/** What a person logs in with. Any text as the e-mail: one that is no e-mail is nobody's. */
export const logIn = z.object({ email: z.string().min(1).max(320), password: text });

export const newSession = z
  .object({
    token: z.string(),
    /** It ends at the latest then, and after 30 minutes without a request. */
    expiresAt: instant,
    user,
  })
  .meta({ id: "NewSession" });

/**
 * Begins a session. Whatever is wrong (no such user, the password, a wait after failures, a disabled
 * user) is one refusal, in like time. The token is answered once and never again. Refuses
 * RATE_LIMITED a device that is not known where its address must wait.
 */
export const createSession = mutation("auth.createSession", {
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
