import assert from "node:assert";
import { type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import {
  type Database,
  type Relay,
  type Telling,
  aggregateCollection,
  createRelay,
  isOutage,
  type mongo,
  openDatabase,
  tellAudit,
} from "@slipway/store";
import {
  type ApiKeyDocument,
  apiKeyFields,
  apiKeyIndexes,
  apiKeyStore,
} from "./api-key/api-key-store.ts";
import { createApiKey } from "./api-key/create-api-key.ts";
import { deleteApiKey } from "./api-key/delete-api-key.ts";
import { listApiKeys } from "./api-key/list-api-keys.ts";
import { noteUses } from "./api-key/note-uses.ts";
import { resolveCredential } from "./api-key/resolve-credential.ts";
import type { Deps } from "./deps.ts";
import { createTenant } from "./tenant/create-tenant.ts";
import { getTenantName } from "./tenant/get-tenant-name.ts";
import { type TenantDocument, tenantFields, tenantStore } from "./tenant/tenant-store.ts";
import { createUser } from "./user/create-user.ts";
import { type UserDocument, userFields, userIndexes, userStore } from "./user/user-store.ts";

const pepperLengthMin = 32;

interface Running {
  readonly database: Database;
  readonly relay: Relay;
  readonly deps: Deps;
}

/** Tenants, users and API keys. Needs the setting AUTH_PEPPER. */
export function authService(options: ServiceOptions): Service {
  let running: Running | undefined;
  const isUp = (): boolean => running?.database.isUp() ?? false;
  return {
    name: "auth",
    isUp,
    async start() {
      running = await open(options);
      const { deps } = running;
      serve(options.broker, "auth", rows(deps), { isUp, isOutage });
      running.relay.start();
      deps.uses.start();
    },
    async stop() {
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
    on(auth.resolveCredential, (request, input) => resolveCredential(deps, request, input)),
    on(auth.getTenantName, (request) => getTenantName(deps, request)),
    on(auth.listApiKeys, (request) => listApiKeys(deps, request)),
    on(auth.createApiKey, (request, input) => createApiKey(deps, request, input)),
    on(auth.deleteApiKey, (request, input) => deleteApiKey(deps, request, input)),
    on(auth.createTenant, (request, input) => createTenant(deps, request, input)),
    on(auth.createUser, (request, input) => createUser(deps, request, input)),
  ];
}

async function open(options: ServiceOptions): Promise<Running> {
  const pepper = pepperOf(options);
  const database = await openDatabase(options.mongodbUri, `${options.databasePrefix}-auth`);
  try {
    return { database, ...(await openCollections(options, pepper, database)) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openCollections(
  { broker, log, clock = Date.now }: ServiceOptions,
  pepper: string,
  { connection }: Database,
): Promise<Omit<Running, "database">> {
  const warn = (line: string): void => log("warn", line);
  const [tenants, users, apiKeys] = await Promise.all([
    aggregateCollection<TenantDocument>(connection, "tenants", tenantFields),
    aggregateCollection<UserDocument>(connection, "users", userFields, userIndexes),
    aggregateCollection<ApiKeyDocument>(connection, "api_keys", apiKeyFields, apiKeyIndexes),
  ]);
  const collections = [tenants, users, apiKeys] as unknown as mongo.Collection<Telling>[];
  const relay = createRelay({ collections, consumers: [tellAudit(broker)], warn });
  const keys = apiKeyStore(apiKeys, relay);
  const deps: Deps = {
    broker,
    tenants: tenantStore(tenants, relay),
    users: userStore(users, relay),
    apiKeys: keys,
    uses: noteUses(keys, warn),
    pepper,
    clock,
  };
  return { relay, deps };
}

function pepperOf({ settings }: ServiceOptions): string {
  const pepper = settings?.["AUTH_PEPPER"] ?? "";
  assert(
    pepper.length >= pepperLengthMin,
    `AUTH_PEPPER must be set to at least ${pepperLengthMin} random characters.`,
  );
  return pepper;
}
