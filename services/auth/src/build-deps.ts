import { type Opened, callerSigner } from "@slipway/broker";
import { createSealer } from "@slipway/delivery/seal";
import { type ServiceDeps, type Store, aggregates, serviceDeps } from "@slipway/store";
import { apiKeyStore } from "./api-key/api-key-store.ts";
import { everyPepper, factorKey } from "./record/hash-secret.ts";
import { noteUses } from "./api-key/note-uses.ts";
import type { Config } from "./config.ts";
import type { ApiKeyDeps } from "./api-key/deps.ts";
import type { TenantDeps } from "./tenant/deps.ts";
import type { SingleSignOnDeps } from "./single-sign-on/deps.ts";
import type { ResolveDeps } from "./resolve-credential.ts";
import type { collections } from "./schema.ts";
import { failureStore } from "./session/failure-store.ts";
import { logInQueue } from "./session/log-in-queue.ts";
import { sessionStore } from "./record/session-store.ts";
import { createOidcClient } from "./single-sign-on/oidc-client.ts";
import { userStore } from "./record/user-store.ts";

type Deps = ServiceDeps<Config> & ResolveDeps & ApiKeyDeps & TenantDeps & SingleSignOnDeps;

export function buildDeps(opened: Opened<Config, Store<typeof collections>>): Deps {
  const { config, warn, store, clock = Date.now } = opened;
  const { relay, collections } = store;
  const apiKeys = apiKeyStore(collections.apiKeys, relay);
  return {
    ...serviceDeps(opened),
    tenants: aggregates(collections.tenants, relay),
    users: userStore(collections.users, relay),
    apiKeys,
    uses: noteUses(apiKeys, warn),
    sessions: sessionStore(collections.sessions, relay),
    failures: failureStore(collections.failures, relay),
    logIns: logInQueue(),
    oidc: createOidcClient(),
    factorSealer: createSealer(everyPepper(config.peppers).map(factorKey)),
    signer: callerSigner(everyPepper(config.peppers)),
    clock,
  };
}
