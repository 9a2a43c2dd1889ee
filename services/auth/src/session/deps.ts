import type { Sealer } from "@slipway/delivery/seal";
import type { Aggregates, ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { TenantDocument } from "../record/schema.ts";
import type { UserStore } from "../record/user-store.ts";
import type { SessionStore } from "../record/session-store.ts";
import type { FailureStore } from "./failure-store.ts";
import type { FairQueue } from "@slipway/fair-queue";

/** Dependencies of session/, and of user/ and second-factor/ above it. */
export interface SessionDeps
  extends Pick<ServiceDeps<Config>, "broker" | "config" | "log" | "warn"> {
  readonly tenants: Aggregates<TenantDocument>;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly failures: FailureStore;
  /** Where log-ins wait for the test of their password. */
  readonly logIns: FairQueue;
  /** Seals authenticator apps' secrets and the log-in state that browsers keep. Its keys are derived from the peppers. */
  readonly factorSealer: Sealer;
  readonly clock: () => number;
}
