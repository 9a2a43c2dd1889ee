import { z } from "zod";
import { mutation, read } from "./action.ts";
import { caller } from "./caller.ts";
import { deleted, emptyInput, id, instant, text } from "./primitives.ts";
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

/** Internal: who a bearer text belongs to. Null: unknown, revoked or expired, never told apart. */
export const resolveCredential = read("auth.resolveCredential", {
  input: z.object({ token: z.string().max(500) }),
  output: z.object({
    caller: caller.omit({ requestId: true }).nullable(),
    user: user.nullable(),
  }),
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
  refusals: ["SCOPE_ESCALATION"],
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

/** Command line only. The password is hashed before it is kept. */
export const createUser = mutation("auth.createUser", {
  input: z.object({
    email,
    name: text.optional(),
    password: z.string().min(12).max(128),
    scopes: scopes.default(["*"]),
  }),
  output: user.extend({ tenantId: id, createdAt: instant }),
  refusals: ["NOT_FOUND", "REFERENCE_TAKEN"],
});
