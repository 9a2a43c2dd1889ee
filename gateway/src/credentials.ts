import { type OutputOf, auth, facts, isSessionToken, parseKey } from "@slipway/contracts";
import { createHash } from "node:crypto";
import { type Request, type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { createFacts } from "@slipway/facts";
import type { z } from "zod";

export type User = z.output<typeof auth.user>;
type Resolved = OutputOf<typeof auth.resolveCredential>;

/** Whom a credential stands for. */
export interface Identity {
  readonly caller: NonNullable<Resolved["caller"]>;
  readonly user: User | null;
}

/** Credentials, kept under the lease of facts: a revoked one is forgotten before DELETE answers. */
export interface Credentials {
  /** Of a key or a session's token. Null: malformed, unknown, revoked or expired; never told apart. */
  identify(token: string): Promise<Identity | null>;
  /** Drops what is kept of these keys, sessions, users or tenants. */
  forget(ids: readonly string[]): Promise<void>;
}

/** Whose a credential is is not known before it is looked up: all are kept for this one. */
const anyTenant = "-";
const credentialsMax = 20_000;

export function createCredentials(broker: ServiceBroker): Credentials {
  // Kept by digest. The text itself lives no longer than the request that brought it.
  const tokens = new WeakMap<Request, string>();
  const resolved = createFacts<Resolved>({
    holder: { broker, forgetBy: facts.forgetInGateway },
    load: (request) => call(request, auth.resolveCredential, { token: tokens.get(request) ?? "" }),
    tagsOf: ({ caller }) =>
      [caller?.credentialId, caller?.actorId, caller?.tenantId].filter(
        (id): id is string => typeof id === "string",
      ),
    entriesMax: credentialsMax,
  });

  return {
    async identify(token) {
      if (!isSessionToken(token) && !parseKey(token)) return null;
      const request = ownRequest(broker, anyTenant, "system", "read");
      tokens.set(request, token);
      const digest = createHash("sha256").update(token).digest("base64");
      // Nothing waits for the request itself: what was accepted before a revocation goes on.
      return resolved.use(request, digest, async ({ caller, user }) =>
        caller ? { caller, user } : null,
      );
    },
    forget: (ids) => resolved.forget(anyTenant, ids),
  };
}
