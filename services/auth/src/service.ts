import { defineService } from "@slipway/broker";
import { auth, outbox, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions } from "@slipway/events";
import { storeOf } from "@slipway/store";
import { issueApiKey } from "./api-key/issue-api-key.ts";
import { issueChannelKey } from "./api-key/issue-channel-key.ts";
import { deleteApiKey } from "./api-key/delete-api-key.ts";
import { listApiKeys } from "./api-key/list-api-keys.ts";
import { logKeysToMove } from "./api-key/log-keys-to-move.ts";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { identify } from "./resolve-credential.ts";
import * as schema from "./schema.ts";
import { addSecondFactor } from "./second-factor/add-second-factor.ts";
import { confirmSecondFactor } from "./second-factor/confirm-second-factor.ts";
import { removeSecondFactor } from "./second-factor/remove-second-factor.ts";
import { resetSecondFactor } from "./second-factor/reset-second-factor.ts";
import { setSecondFactorRule } from "./second-factor/set-second-factor-rule.ts";
import { createSession } from "./session/create-session.ts";
import { deleteCurrentSession } from "./session/delete-current-session.ts";
import { deleteOwnSession } from "./session/delete-own-session.ts";
import { listOwnSessions } from "./session/list-own-sessions.ts";
import { sweepSessions } from "./session/sweep-sessions.ts";
import { deleteTenant } from "./tenant/delete-tenant.ts";
import { finishSingleSignOn } from "./single-sign-on/finish-single-sign-on.ts";
import { listProviders } from "./single-sign-on/list-providers.ts";
import { startSingleSignOn } from "./single-sign-on/start-single-sign-on.ts";
import { createTenant } from "./tenant/create-tenant.ts";
import { getTenantName } from "./tenant/get-tenant-name.ts";
import { createUser } from "./user/create-user.ts";
import { disableUser } from "./user/disable-user.ts";
import { enableUser } from "./user/enable-user.ts";
import { inviteUser } from "./user/invite-user.ts";
import { listUsers } from "./user/list-users.ts";
import { setOwnPassword } from "./user/set-own-password.ts";
import { setUpUser } from "./user/set-up-user.ts";
import { setUserPassword } from "./user/set-user-password.ts";
import { updateUser } from "./user/update-user.ts";

/** Tenants, users, sessions and API keys. Needs the setting AUTH_PEPPER. */
export const authService = defineService({
  name: "auth",
  contracts: { ...auth, ...outbox.outboxes.auth, ...tenantData.ofServices.auth },
  config: configOf,
  store: storeOf("auth", schema),
  deps: buildDeps,
  actions: {
    ...operatorActions,
    identify,
    getTenantName,
    listApiKeys,
    issueApiKey,
    issueChannelKey,
    deleteApiKey,
    createTenant,
    deleteTenant,
    createSession,
    listProviders,
    startSingleSignOn,
    finishSingleSignOn,
    deleteCurrentSession,
    createUser,
    disableUser,
    enableUser,
    setUserPassword,
    listUsers,
    inviteUser,
    updateUser,
    setUpUser,
    setOwnPassword,
    setSecondFactorRule,
    addSecondFactor,
    confirmSecondFactor,
    removeSecondFactor,
    resetSecondFactor,
    listOwnSessions,
    deleteOwnSession,
  },
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
