import { z } from "zod";
import { component, string, boolean, stringOrNull, nullByDefault, stringOf } from "./schemas.ts";
import { mutation, read, readKnown } from "./action.ts";
import { caller } from "./caller.ts";
import {
  count,
  createdAt,
  deleted,
  deletion,
  emptyInput,
  id,
  instant,
  recordId,
  reference,
  tenantId,
  shownText,
  text,
} from "./primitives.ts";
import { keyRestrictions, unrestricted } from "./restrictions.ts";
import { grantableScopes } from "./scopes.ts";

export const scope = z
  .string()
  .refine((value) => grantableScopes.includes(value), "must be a known scope");
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
const password = z.string().min(12).max(128);

/** Tenant, auth's part: its name. Its currency belongs to catalog, beside the pricing periods. */
export const tenantName = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  updatedAt: instant,
  secondFactorRequired: z.boolean(),
});

export const user = component("User", "A person of the tenant who can log in.", {
  id: recordId,
  email: string("E-mail address that the user logs in with."),
  name: string("What people call the user; the e-mail address where none was given."),
  scopes: z.array(z.string()).describe("What the user's sessions may do."),
});

/** A user as the tenant's other users and the operator see it. */
export const tenantUser = component(
  "TenantUser",
  "A user of the tenant, with what an owner must know.",
  {
    ...user.shape,
    tenantId,
    createdAt,
    passwordChangedAt: instant.nullable().meta({
      description: "When the user last set a password, in UTC; null: none yet, so no log-in.",
      examples: ["2026-11-21T09:30:00.000Z"],
    }),
    setupExpiresAt: instant.nullable().meta({
      description: "Until when the user's setup token is good, in UTC; null: there is none.",
      examples: ["2026-11-22T09:30:00.000Z"],
    }),
    disabledAt: instant.nullable().meta({
      description: "Since when the user may not log in, in UTC; null: the user may.",
      examples: ["2026-11-21T09:30:00.000Z"],
    }),
    secondFactorAt: nullByDefault(
      instant,
      "When the user's second factor was confirmed, in UTC; null: there is none.",
      ["2026-11-21T09:30:00.000Z"],
    ),
  },
);

const invitedUser = component("InvitedUser", "A new user together with the setup token.", {
  ...tenantUser.shape,
  setupToken: string(
    "By which the user sets the first password, shown this once: good for 24 hours and for one use.",
  ),
});

export const session = component(
  "Session",
  "A log-in of the user that has not ended, without its token.",
  {
    id: recordId,
    createdAt: instant.describe("When the user logged in, in UTC."),
    expiresAt: instant.describe("When the session ends at the latest, in UTC."),
    lastUsedAt: instant.describe(
      "When a request last used the session, up to 60 s behind, in UTC.",
    ),
    current: boolean("Whether this request was sent with it."),
  },
);

export const apiKey = component("ApiKey", "A credential for programs, without its text.", {
  id: recordId,
  tenantId,
  name: string("What the key is called, for readers of the list of keys."),
  prefix: string("First characters of the key's text, by which you find it in your configuration."),
  scopes: z.array(z.string()).describe("What the key may do."),
  restrictions: keyRestrictions.describe("What the key is held to beside its scopes."),
  channelConnectionId: nullByDefault(
    id,
    "Id of the channel that a channel key sells for; null: it is no channel key.",
  ),
  supplierId: nullByDefault(
    id,
    "Id of the supplier whose tours a channel key sells; null: it is no channel key.",
  ),
  createdAt,
  createdBy: component("KeyIssuer", "The credential that issued a key.", {
    type: string("Kind of credential that issued it: USER, API_KEY or SYSTEM."),
    id: stringOrNull("Id of that user or key; null for the command line."),
  }).describe("Which credential issued the key."),
  lastUsedAt: instant.nullable().meta({
    description: "When a request last used the key, up to 60 s behind, in UTC; null: never.",
    examples: ["2027-05-01T10:00:00.000Z"],
  }),
});

export const issuedApiKey = component("IssuedApiKey", "A new key together with its text.", {
  ...apiKey.shape,
  key: string("The whole key, shown this once. Send it as `Authorization: Bearer <key>`."),
});

/** The duty of a session's user, to be done before anything else; null: none. */
export const duty = z
  .enum(["CHANGE_PASSWORD", "ADD_SECOND_FACTOR"])
  .meta({ id: "Duty", description: "What a user must do before anything else." })
  .nullable();

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
  output: z.object({
    caller: caller.omit({ requestId: true }).nullable(),
    user: user.nullable(),
    duty,
  }),
  open: true,
  // For the proof in its answer.
  secret: true,
});

/** The name and times of the caller's tenant. */
export const getTenantName = readKnown("auth.getTenantName", {
  description:
    "Answers which tenant and scopes the credential has; `user` is null for an API key. A quick test that a key works.",
  input: emptyInput,
  output: tenantName,
});

export const listApiKeys = read("auth.listApiKeys", {
  description: "Keys of the tenant, newest first, without their texts.",
  input: emptyInput,
  output: z.array(apiKey),
});

const newApiKey = z.object({
  name: shownText.meta({
    description: "What the key is called, 1 to 1000 characters.",
    examples: ["Website checkout"],
  }),
  scopes: scopes.default(["*"]),
});

const newRestrictions = component(
  "NewKeyRestrictions",
  "What a new key is held to beside its scopes. They never change.",
  {
    supplierId: nullByDefault(
      reference,
      "Id of the only supplier whose records the key reaches; null: all of the tenant.",
    ),
    overrides: z
      .boolean()
      .default(true)
      .describe(
        "False refuses `retailPrices`, `pricingReferenceStartAt`, `expandCapacity` and `customStart` with 403 OVERRIDE_FORBIDDEN.",
      ),
  },
);

/** The new key's text is answered once and never again; omitted scopes ask for `*`. */
export const issueApiKey = mutation("auth.issueApiKey", {
  description:
    "Issues a key and answers its text, this once. A key that is lost cannot be shown again. A restricted key issues only keys that are at least as restricted.",
  repeat:
    "Each call issues another key. After an unknown outcome, list the keys and delete the surplus one.",
  input: newApiKey.extend({
    restrictions: newRestrictions
      .default(() => ({ ...unrestricted }))
      .describe("What the key is held to beside its scopes. Left out: nothing."),
  }),
  output: issuedApiKey,
  refusals: ["NOT_FOUND", "SCOPE_ESCALATION", "QUOTA_EXCEEDED"],
  secret: true,
});

/** The scopes of every channel key. They are fixed, and the issuer must hold them. */
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

export const deleteApiKey = deletion("auth.deleteApiKey", {
  description:
    "Revokes the key: no gateway accepts it from the answer on. It needs what the key may do: nobody revokes a key that they could not issue. To rotate a key, issue the new one first.",
  input: z.object({ id: text.describe("Id of the key to revoke.") }),
  refusals: ["KEY_IN_USE", "NOT_FOUND", "SCOPE_ESCALATION"],
});

/** Internal: deletes the tenant's own record, once nothing else is left of it. `name` guards against a mistaken id. */
export const deleteTenant = mutation("auth.deleteTenant", {
  input: z.object({ name: z.string() }),
  output: deleted,
  refusals: ["NOT_FOUND", "VERSION_CONFLICT"],
});

/** Command line only: makes the tenant of the caller's tenantId. */
export const createTenant = mutation("auth.createTenant", {
  input: z.object({ name: shownText }),
  output: tenantName,
});

/** A code of a second factor, as it is typed. */
const factorCode = z.string().min(1).max(50);

/** The credentials of a log-in. Any text is allowed as the e-mail: one that is no e-mail matches no user. */
export const logIn = z.object({
  email: stringOf({ max: 320 }).meta({
    description: "E-mail address of the user, 1 to 320 characters.",
    examples: ["ciao@laguna-viva.example"],
  }),
  password: text.describe("Password of the user, 1 to 1000 characters."),
  code: factorCode
    .meta({
      description:
        "The six digits that the authenticator app of a user with a second factor shows now, or a recovery code.",
      examples: ["492039"],
    })
    .optional(),
});

export const newSession = component(
  "NewSession",
  "A session that has just begun, with its token.",
  {
    token: string(
      "The session's token, shown this once. Send it as `Authorization: Bearer <token>`.",
    ),
    expiresAt: instant.describe(
      "When the session ends at the latest, in UTC. It ends sooner after 30 minutes without a request.",
    ),
    user: user.describe("The user who has logged in."),
    duty: duty
      .default(null)
      .describe(
        "What the user must do first; null: nothing. Until then the session may do nothing that needs a scope.",
      ),
  },
);

/**
 * Begins a session. Whatever is wrong (no such user, the password, a wait after failures, a disabled
 * user) is one refusal, in like time. The token is answered once and never again. Refuses
 * RATE_LIMITED a device that is not known where its address must wait.
 */
export const createSession = mutation("auth.createSession", {
  description:
    "Begins a session: answers its token once, and sets it as a cookie for a browser. A wrong password, a wrong code, an unknown user and a user who must wait are one answer. A user with a second factor needs `code`: without it a right password is 401 SECOND_FACTOR_REQUIRED. It also sets the device cookie `__Host-slipway-device` (`slipway-device` without TLS): a browser that sends it waits for its own failed log-ins alone.",
  repeat: "Each call begins another session.",
  input: logIn.extend({
    /** The name of the client's address: log-ins wait in turn by it, and events carry it. */
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
  refusals: ["RATE_LIMITED", "UNAUTHENTICATED", "SECOND_FACTOR_REQUIRED", "OVERLOADED"],
  open: true,
  secret: true,
});

/** Internal: the identity providers that a log-in may show. */
export const listProviders = read("auth.listProviders", {
  input: emptyInput,
  output: z.array(z.object({ id: z.string(), name: z.string() })),
  open: true,
});

/** Internal: where a browser logs in at a provider, and the sealed text that it brings back. */
export const startSingleSignOn = mutation("auth.startSingleSignOn", {
  input: z.object({ provider: z.string().max(32), redirectUri: z.url().max(2_000) }),
  output: z.object({ url: z.url(), state: z.string(), maxAgeSeconds: count }),
  refusals: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
  open: true,
  secret: true,
});

/** Internal: begins a session of the user whom a provider has sent back. Whatever is wrong is one refusal. */
export const finishSingleSignOn = mutation("auth.finishSingleSignOn", {
  input: z.object({
    provider: z.string().max(32),
    state: z.string().max(4_000),
    /** The query string with the code, from the address to which the provider has sent the browser. */
    query: z.string().max(8_000),
    address: z.string().max(100),
  }),
  output: newSession,
  refusals: ["UNAUTHENTICATED", "QUOTA_EXCEEDED"],
  open: true,
  secret: true,
});

export const deleteCurrentSession = mutation("auth.deleteCurrentSession", {
  description:
    "Ends the session that the request is sent with. No gateway accepts it from the answer on.",
  repeat: "A repeat is 401, because the credential is gone.",
  input: emptyInput,
  output: deleted,
  refusals: ["SESSION_REQUIRED"],
});

export const listUsers = read("auth.listUsers", {
  description:
    "Users of the tenant, newest first, disabled ones included: the names behind the ids of the audit log. Only a session may ask.",
  input: emptyInput,
  output: z.array(tenantUser),
  refusals: ["SESSION_REQUIRED"],
});

export const inviteUser = mutation("auth.inviteUser", {
  description:
    "Makes a user and answers the setup token, this once: give it to the user, who sets a password by `POST /users/setup`. Nobody grants more than their own scopes.",
  repeat:
    "Until the user has a password or has logged in by an identity provider, a repeat replaces name, scopes and token, and ends the token before. It needs the scopes that the user had, else it is 403 SCOPE_ESCALATION. Later it is 409 REFERENCE_TAKEN.",
  input: z.object({
    email: email.meta({
      description:
        "E-mail address that the user logs in with, unique in the installation whatever its case.",
      examples: ["marco@laguna-viva.example"],
    }),
    name: shownText.meta({
      description: "What people call the user, 1 to 1000 characters.",
      examples: ["Marco Zorzi"],
    }),
    scopes,
  }),
  output: invitedUser,
  refusals: ["SESSION_REQUIRED", "SCOPE_ESCALATION", "REFERENCE_TAKEN", "QUOTA_EXCEEDED"],
  secret: true,
});

/** Once answered, no gateway accepts a session that this has ended, or scopes that it has taken away. */
export const updateUser = mutation("auth.updateUser", {
  description:
    "Changes a user's name or scopes, or disables or enables the user. Disabling ends all sessions of the user; scopes hold from the next request on. To add scopes, or to enable a user, one needs those scopes. Scopes that are added end a setup token that is not used yet: invite the user again.",
  repeat: "A repeat changes nothing more.",
  input: z.object({
    id: text.describe("Id of the user to change."),
    name: shownText.describe("What people call the user, 1 to 1000 characters.").optional(),
    scopes: scopes.optional(),
    disabled: boolean(
      "True ends the user's sessions and refuses log-ins; false lets the user log in.",
    ).optional(),
    secondFactor: z
      .literal(false)
      .describe(
        "False removes another user's second factor and ends the user's sessions, such as after a lost phone. One needs all scopes of the user.",
      )
      .optional(),
  }),
  output: tenantUser,
  refusals: [
    "SESSION_REQUIRED",
    "NOT_FOUND",
    "SCOPE_ESCALATION",
    "INVALID_STATE",
    "LAST_OWNER",
    "VERSION_CONFLICT",
  ],
});

/** The set-up that an invited user sends. */
export const setup = z.object({
  setupToken: text.describe("The setup token, as `POST /users` answered it."),
  password: password.meta({
    description:
      "The password that the user will log in with, 12 to 128 characters; none of the 10 000 most common ones, nor two of them in a row.",
    examples: ["otto ponti prima di cena"],
  }),
});

/** An unknown, used or expired token and a disabled user are one refusal. */
export const setUpUser = mutation("auth.setUpUser", {
  description:
    "Sets the first password of a user, by the setup token. Then the user logs in by `POST /sessions`. Failures count as those of log-ins do.",
  repeat: "A repeat is 401, because the token is used.",
  input: setup.extend({
    /** The name of the client's address: set-ups wait in turn by it, and events carry it. */
    address: z.string().max(100),
  }),
  output: tenantUser,
  refusals: ["RATE_LIMITED", "UNAUTHENTICATED", "OVERLOADED"],
  open: true,
  secret: true,
});

export const passwordChange = z.object({
  current: text.describe("The user's password until now, 1 to 1000 characters."),
  password: password.meta({
    description:
      "The password from now on, 12 to 128 characters; none of the 10 000 most common ones, nor two of them in a row, nor the current one.",
    examples: ["sei remi e una bricola"],
  }),
});

/** Once answered, no gateway accepts a session of the user that began before. */
export const setOwnPassword = mutation("auth.setOwnPassword", {
  description:
    "Changes the password of the session's user and ends all sessions of the user, this one too: log in again. A wrong `current` counts as a failed log-in of this session.",
  repeat: "A repeat is 401, because the session has ended.",
  input: passwordChange.extend({ address: z.string().max(100) }),
  output: tenantUser,
  refusals: ["SESSION_REQUIRED", "WRONG_PASSWORD", "VERSION_CONFLICT", "OVERLOADED"],
  secret: true,
});

export const setSecondFactorRule = mutation("auth.setSecondFactorRule", {
  description:
    "Sets whether users of the tenant need a second factor. From then on a session of a user without one may do nothing but add it: `duty` of `GET /me` says so. Keys need none.",
  repeat: "A repeat changes nothing.",
  input: z.object({
    required: boolean("True: each user of the tenant needs a second factor."),
  }),
  output: component("SecondFactorRule", "Whether users need a second factor.", {
    required: boolean("Whether each user needs a second factor."),
  }),
  refusals: ["SESSION_REQUIRED", "VERSION_CONFLICT"],
});

/** The proof that a user repeats to change the second factor: a session and a password alone may be a thief's. */
export const ownProof = z.object({
  current: text.describe("The user's password, 1 to 1000 characters."),
  code: factorCode
    .meta({
      description:
        "Where the user has a second factor: the six digits that its app shows now, or a recovery code. Each is good once.",
      examples: ["492039"],
    })
    .optional(),
});

export const addSecondFactor = mutation("auth.addSecondFactor", {
  description:
    "Makes a secret for an authenticator app (TOTP, RFC 6238) of the session's user. Nothing changes until `POST /users/me/second-factor/confirm` brings a code of the app. Where there is a second factor, it needs a `code` of it: without one a right password is 401 SECOND_FACTOR_REQUIRED, and a wrong or used code is 403 WRONG_PASSWORD.",
  repeat: "A repeat makes another secret, and the one before is worthless. It needs another code.",
  input: ownProof.extend({ address: z.string().max(100) }),
  output: component("NewSecondFactor", "A secret for an authenticator app.", {
    appSecret: string("The secret, in base32, to be typed into the app. It is shown this once.", [
      "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    ]),
    uri: string("The same as the `otpauth:` address that apps take."),
    qrCode: string("The address as a picture to scan: a `data:` URL of an SVG."),
  }),
  refusals: [
    "SECOND_FACTOR_REQUIRED",
    "SESSION_REQUIRED",
    "WRONG_PASSWORD",
    "VERSION_CONFLICT",
    "OVERLOADED",
  ],
  secret: true,
});

export const confirmSecondFactor = mutation("auth.confirmSecondFactor", {
  description:
    "Makes the secret that was made last the user's second factor, and answers ten recovery codes, this once. Each is good for one log-in without the app. A secret waits ten minutes, and for five codes: then this is 409 INVALID_STATE, and another secret must be made.",
  repeat: "A repeat is 409 INVALID_STATE. Make another secret for other recovery codes.",
  input: z.object({
    code: factorCode.meta({
      description: "The six digits that the app shows now.",
      examples: ["492039"],
    }),
  }),
  output: component("RecoveryCodes", "By which a user logs in who has lost the app.", {
    recoveryCodes: z
      .array(z.string())
      .describe("Ten codes to be kept in a safe place, each good for one log-in."),
  }),
  refusals: ["SESSION_REQUIRED", "INVALID_STATE", "VERSION_CONFLICT"],
  secret: true,
});

export const removeSecondFactor = mutation("auth.removeSecondFactor", {
  description:
    "Removes the second factor of the session's user, with its recovery codes. It needs a `code`: without one a right password is 401 SECOND_FACTOR_REQUIRED, and a wrong or used code is 403 WRONG_PASSWORD. Where the tenant asks for a second factor, the user must add another.",
  repeat: "A repeat changes nothing.",
  input: ownProof.extend({ address: z.string().max(100) }),
  output: tenantUser,
  refusals: addSecondFactor.refusals,
  secret: true,
});

/** A change of the user whom an e-mail address names, of any tenant. */
const ofUser = {
  input: z.object({ email }),
  output: tenantUser,
  refusals: ["NOT_FOUND"],
} as const;

/** Command line only: the user has lost app and codes. Ends the user's sessions. */
export const resetSecondFactor = mutation("auth.resetSecondFactor", ofUser);

export const listOwnSessions = read("auth.listOwnSessions", {
  description: "Sessions of the session's user that have not ended, newest first; 200 at most.",
  input: emptyInput,
  output: z.array(session),
  refusals: ["SESSION_REQUIRED"],
});

export const deleteOwnSession = deletion("auth.deleteOwnSession", {
  description:
    "Ends a session of the session's user, such as one on a lost device. No gateway accepts it from the answer on.",
  input: z.object({ id: text.describe("Id of the session, as the list of sessions has it.") }),
  refusals: ["SESSION_REQUIRED", "NOT_FOUND"],
});

/** Command line only. The password is hashed before it is kept. */
export const createUser = mutation("auth.createUser", {
  input: z.object({
    email,
    name: shownText.optional(),
    password,
    scopes: scopes.default(["*"]),
    /** The user sets another password at the first log-in. */
    mustChangePassword: z.boolean().default(false),
  }),
  output: tenantUser,
  refusals: ["NOT_FOUND", "REFERENCE_TAKEN"],
  secret: true,
});

/** Command line only: ends the user's sessions at once and lets it begin none. */
export const disableUser = mutation("auth.disableUser", ofUser);

/** Command line only: lets a disabled user begin sessions again. */
export const enableUser = mutation("auth.enableUser", ofUser);

/** Command line only: ends the user's sessions at once; the old password opens none any more. */
export const setUserPassword = mutation("auth.setUserPassword", {
  input: z.object({ email, password }),
  output: tenantUser,
  refusals: ["NOT_FOUND"],
  secret: true,
});
