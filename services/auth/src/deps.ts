import type { ServiceBroker } from "@slipway/broker";
import type { Quota } from "@slipway/store";
import type { ApiKeyStore } from "./api-key/api-key-store.ts";
import type { Uses } from "./api-key/note-uses.ts";
import type { FailureStore } from "./session/failure-store.ts";
import type { SessionStore } from "./session/session-store.ts";
import type { TenantStore } from "./tenant/tenant-store.ts";
import type { PasswordTests } from "./user/test-passwords.ts";
import type { UserStore } from "./user/user-store.ts";

/** What the use cases of this service work with. */
export interface Deps {
  readonly broker: ServiceBroker;
  readonly tenants: TenantStore;
  readonly users: UserStore;
  readonly apiKeys: ApiKeyStore;
  readonly apiKeyQuota: Quota;
  readonly uses: Uses;
  readonly sessions: SessionStore;
  readonly failures: FailureStore;
  readonly passwordTests: PasswordTests;
  /** The key of the hashes of secrets; kept apart from the database. */
  readonly pepper: string;
  readonly clock: () => number;
  readonly warn: (line: string) => void;
}
