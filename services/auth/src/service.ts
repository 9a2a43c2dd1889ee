import assert from "node:assert";
import {
  type Lack,
  type Service,
  type ServiceOptions,
  callerSigner,
  on,
  serve,
} from "@slipway/broker";
import { auth } from "@slipway/contracts";
import {
  type Database,
  type Relay,
  type OutboxDocument,
  aggregateCollection,
  createQuota,
  createRelay,
  databaseFailureOf,
  lackOf,
  type mongo,
  openServiceDatabase,
  outboxRows,
  auditConsumer,
} from "@slipway/store";
import {
  type ApiKeyDocument,
  apiKeyFields,
  apiKeyIndexes,
  apiKeyStore,
} from "./api-key/api-key-store.ts";
import { type Peppers, everyPepper, pepperName } from "./api-key/hash-secret.ts";
import { createApiKey } from "./api-key/create-api-key.ts";
import { deleteApiKey } from "./api-key/delete-api-key.ts";
import { listApiKeys } from "./api-key/list-api-keys.ts";
import { noteUses } from "./api-key/note-uses.ts";
import type { Deps } from "./deps.ts";
import { identify, resolveCredential } from "./resolve-credential.ts";
import { createSession } from "./session/create-session.ts";
import { deleteCurrentSession } from "./session/delete-current-session.ts";
import { failureCollection, failureStore } from "./session/failure-store.ts";
import { logInQueue } from "./session/log-in-queue.ts";
import {
  type SessionDocument,
  sessionFields,
  sessionIndexes,
  sessionStore,
} from "./session/session-store.ts";
import { type Sweep, sessionSweep } from "./session/sweep-sessions.ts";
import { createTenant } from "./tenant/create-tenant.ts";
import { getTenantName } from "./tenant/get-tenant-name.ts";
import { type TenantDocument, tenantFields, tenantStore } from "./tenant/tenant-store.ts";
import { createUser } from "./user/create-user.ts";
import { disableUser } from "./user/disable-user.ts";
import { enableUser } from "./user/enable-user.ts";
import { setUserPassword } from "./user/set-user-password.ts";
import { type UserDocument, userFields, userIndexes, userStore } from "./user/user-store.ts";

const pepperLengthMin = 32;

interface Running {
  readonly database: Database;
  readonly relay: Relay;
  readonly deps: Deps;
  readonly sweep: Sweep;
}

/** Tenants, users, sessions and API keys. Needs the setting AUTH_PEPPER. */
export function authService(options: ServiceOptions): Service {
  let running: Running | undefined;
  const lacks = (): Lack | undefined => lackOf(running?.database);
  const isUp = (): boolean => lacks() === undefined;
  return {
    lacks,
    async start() {
      running = await open(options);
      const { deps } = running;
      const table = [...rows(deps), ...outboxRows("auth", running.relay)];
      deps.signer.publish(options.broker);
      serve(options.broker, "auth", table, { isUp, failureOf: databaseFailureOf });
      running.relay.start();
      deps.uses.start();
      running.sweep.start();
      void tellKeysToMove(deps);
    },
    async stop() {
      await running?.sweep.stop();
      await running?.relay.stop();
      await running?.deps.uses.stop();
      await running?.database.close();
      running = undefined;
    },
    async settle() {
      await running?.deps.uses.flush();
      await running?.relay.settle();
    },
  };
}

function rows(deps: Deps): Parameters<typeof serve>[2] {
  return [
    on(auth.identify, (request, input) => identify(deps, request, input)),
    on(auth.identifyShown, (request, input) => resolveCredential(deps, request, input)),
    on(auth.resolveCredential, (request, input) => resolveCredential(deps, request, input)),
    on(auth.getTenantName, (request) => getTenantName(deps, request)),
    on(auth.listApiKeys, (request) => listApiKeys(deps, request)),
    on(auth.createApiKey, (request, input) => createApiKey(deps, request, input)),
    on(auth.deleteApiKey, (request, input) => deleteApiKey(deps, request, input)),
    on(auth.createTenant, (request, input) => createTenant(deps, request, input)),
    on(auth.createSession, (request, input) => createSession(deps, request, input)),
    on(auth.deleteCurrentSession, (request) => deleteCurrentSession(deps, request)),
    on(auth.createUser, (request, input) => createUser(deps, request, input)),
    on(auth.disableUser, (request, input) => disableUser(deps, request, input)),
    on(auth.enableUser, (request, input) => enableUser(deps, request, input)),
    on(auth.setUserPassword, (request, input) => setUserPassword(deps, request, input)),
  ];
}

function open(options: ServiceOptions): Promise<Running> {
  const peppers = peppersOf(options);
  return openServiceDatabase(options, "auth", (database) =>
    openCollections(options, peppers, database),
  );
}

async function openCollections(
  { broker, log, settings, clock = Date.now }: ServiceOptions,
  peppers: Peppers,
  { connection }: Database,
): Promise<Omit<Running, "database">> {
  const warn = (line: string): void => log("warn", line);
  const [tenants, users, apiKeys, sessions, failures] = await Promise.all([
    aggregateCollection<TenantDocument>(connection, "tenants", tenantFields),
    aggregateCollection<UserDocument>(connection, "users", userFields, userIndexes),
    aggregateCollection<ApiKeyDocument>(connection, "api_keys", apiKeyFields, apiKeyIndexes),
    aggregateCollection<SessionDocument>(connection, "sessions", sessionFields, sessionIndexes),
    failureCollection(connection),
  ]);
  const withOutbox = [tenants, users, apiKeys, sessions, failures];
  const collections = withOutbox as unknown as mongo.Collection<OutboxDocument>[];
  const relay = createRelay({ connection, collections, consumers: [auditConsumer(broker)], warn });
  const keys = apiKeyStore(apiKeys, relay);
  const deps: Deps = {
    broker,
    tenants: tenantStore(tenants, relay),
    users: userStore(users, relay),
    apiKeys: keys,
    apiKeyQuota: createQuota("QUOTA_API_KEYS", settings),
    uses: noteUses(keys, warn),
    sessions: sessionStore(sessions, relay),
    failures: failureStore(failures, relay),
    logIns: logInQueue(),
    peppers,
    signer: callerSigner(everyPepper(peppers)),
    clock,
    log,
    warn,
  };
  return { relay, deps, sweep: sessionSweep(deps, warn) };
}

function peppersOf({ settings }: ServiceOptions): Peppers {
  const [current = "", next, old] = ["AUTH_PEPPER", "AUTH_PEPPER_NEXT", "AUTH_PEPPER_OLD"].map(
    (name) => {
      const pepper = settings?.[name];
      const isGood =
        pepper === undefined ? name !== "AUTH_PEPPER" : pepper.length >= pepperLengthMin;
      assert(isGood, `${name} must be set to at least ${pepperLengthMin} random characters.`);
      return pepper;
    },
  );
  return { current, next, old };
}

/** While one pepper follows another: the old one may go once this says 0. */
async function tellKeysToMove({ apiKeys, peppers, log, warn }: Deps): Promise<void> {
  if (peppers.old === undefined) return;
  try {
    const keys = await apiKeys.countUnderOthers(pepperName(peppers.current));
    log("info", "API keys that are not hashed under AUTH_PEPPER", { keys });
  } catch (error) {
    warn(`API keys that are not hashed under AUTH_PEPPER: ${String(error)}`);
  }
}
