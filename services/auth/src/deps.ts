import type { CallerSigner } from "@slipway/broker";
import type { FairQueue } from "@slipway/fair-queue";
import type { Aggregates, ServiceDeps } from "@slipway/store";
import type { ApiKeyStore } from "./api-key/api-key-store.ts";
import type { Uses } from "./api-key/note-uses.ts";
import type { Config } from "./config.ts";
import type { TenantDocument } from "./schema.ts";
import type { FailureStore } from "./session/failure-store.ts";
import type { SessionStore } from "./session/session-store.ts";
import type { UserStore } from "./user/user-store.ts";

/** What the use cases of this service work with. */
export interface Deps extends ServiceDeps<Config> {
  readonly tenants: Aggregates<TenantDocument>;
  readonly users: UserStore;
  readonly apiKeys: ApiKeyStore;
  readonly uses: Uses;
  readonly sessions: SessionStore;
  readonly failures: FailureStore;
  /** Where log-ins wait for the test of their password. */
  readonly logIns: FairQueue;
  /** Proves to other services whom a credential has been resolved to. */
  readonly signer: CallerSigner;
  readonly clock: () => number;
}
