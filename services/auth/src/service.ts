import { defineService } from "@slipway/broker";
import { auth, outbox, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions } from "@slipway/events";
import { storeOf } from "@slipway/store";
import { logKeysToMove } from "./api-key/log-keys-to-move.ts";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import * as schema from "./schema.ts";
import { sweepSessions } from "./session/sweep-sessions.ts";
import * as useCases from "./use-cases.ts";

/** Tenants, users, sessions and API keys. Needs the setting AUTH_PEPPER. */
export const authService = defineService({
  name: "auth",
  contracts: { ...auth, ...outbox.outboxes.auth, ...tenantData.ofServices.auth },
  config: configOf,
  store: storeOf("auth", schema),
  deps: buildDeps,
  actions: { ...operatorActions, ...useCases },
  consumers: ({ broker }) => [auditConsumer(broker)],
  jobs: (deps) => [
    { name: "sweep-sessions", everyMs: 60_000, run: () => sweepSessions(deps) },
    // Beside it a gateway answers from its lease for a second.
    { name: "flush-uses", everyMs: 30_000, run: () => deps.uses.flush() },
  ],
  parts: (deps) => [
    { start: () => deps.signer.publish(deps.broker) },
    { start: () => void logKeysToMove(deps) },
    { stop: () => deps.uses.flush(), settle: () => deps.uses.flush() },
  ],
});
