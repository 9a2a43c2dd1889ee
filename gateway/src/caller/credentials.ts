import {
  type OutputOf,
  auth,
  channelOf,
  isToken,
  parseKey,
  referenceCache,
  sync,
} from "@slipway/contracts";
import { hash } from "node:crypto";
import {
  type Request,
  type ServiceBroker,
  call,
  callerFor,
  ownRequest,
  unlessRefused,
} from "@slipway/broker";
import { createLeasedCache } from "@slipway/reference-cache";
import type { z } from "zod";
import { credentialsCharactersMax } from "../constants.ts";
import type { Asked, FailedLookups } from "../limits/failed-lookups.ts";

export type User = z.output<typeof auth.user>;
type Resolved = OutputOf<typeof auth.identify>;
export type Duty = Resolved["duty"];

/** Whom a credential stands for. */
interface Identity {
  readonly caller: NonNullable<Resolved["caller"]>;
  readonly user: User | null;
  /** Until it is done, the user's sessions have no scope. */
  readonly duty: Duty;
  /** True for a channel key whose channel exists, is active and still belongs to the key's supplier. */
  readonly isOpenChannel: boolean;
}

interface Found extends Resolved {
  readonly isOpenChannel: boolean;
}

/** The tenant is unknown until the lookup, so all credentials are cached under this one. */
const anyTenant = "-";

/** A request with the credential it brought. The cache keeps the digest; the token lives no longer than the request. */
interface LookUp extends Request, Asked {
  readonly token: string;
}

export function createCredentials(
  broker: ServiceBroker,
  { failedLookups, deadlineMs }: { failedLookups: FailedLookups; deadlineMs: number },
) {
  const asker = ownRequest(broker, anyTenant, "system", "read");
  const resolved = createLeasedCache<Found>({
    holder: { broker, invalidatedBy: referenceCache.invalidateInGateway },
    async load(request) {
      // The very request that `identify` has asked with.
      const lookUp = request as LookUp;
      const found = await askFor(lookUp);
      failedLookups.note(lookUp, found.caller !== null);
      return { ...found, isOpenChannel: await isOpenChannel(lookUp, found) };
    },
    tagsOf: ({ caller }) => {
      const { credentialId, actorId, tenantId, channel } = caller ?? {};
      const ids = [credentialId, actorId, tenantId, channel?.channelConnectionId];
      return ids.filter((id): id is string => typeof id === "string");
    },
    charactersMax: credentialsCharactersMax,
  });

  return {
    /**
     * Finds who owns a key or a session's token. Null if it is malformed, unknown, revoked or expired; the answer
     * never says which. Refuses with RATE_LIMITED an address that has had too many failed look-ups.
     */
    async identify(token: string, address: string): Promise<Identity | null> {
      if (!parseKey(token) && !isToken("session", token)) return null;
      const digest = hash("sha256", token, "base64");
      return failedLookups.bound({ address, digest }, () => {
        const deadline = Date.now() + deadlineMs;
        const request: LookUp = { ...asker, deadline, token, digest, address };
        // Nothing waits for the request itself: what was accepted before a revocation goes on.
        return resolved.use(request, digest, async ({ caller, ...rest }) =>
          caller ? { caller, ...rest } : null,
        );
      });
    },
    /** Drops the cached credentials of these keys, sessions, users, channels or tenants. */
    invalidate: (ids: readonly string[]) => resolved.invalidate(anyTenant, ids),
  };
}

/** Credentials in a leased cache: a revoked one is dropped before DELETE answers. */
export type Credentials = ReturnType<typeof createCredentials>;

/** Auth receives the digest that it compares, and not the text that grants access. */
function askFor(lookUp: LookUp): Promise<Resolved> {
  const { token } = lookUp;
  const key = parseKey(token);
  const digest = hash("sha256", key?.secret ?? token, "base64");
  return call(lookUp, auth.identify, { keyId: key?.keyId ?? null, digest });
}

/** Read with the key and kept as long: sync invalidates it with the channel. */
async function isOpenChannel(lookUp: LookUp, { caller }: Resolved): Promise<boolean> {
  const own = caller && channelOf(caller);
  if (!own) return false;
  const request = { ...lookUp, caller: callerFor(caller, lookUp.caller.requestId) };
  const asked = call(request, sync.getChannel, { id: own.channelConnectionId });
  const channel = await unlessRefused("NOT_FOUND", asked);
  if (channel?.status !== "ACTIVE") return false;
  return channel.supplierId === null || channel.supplierId === own.supplierId;
}
