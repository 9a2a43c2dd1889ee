import { defineService } from "@slipway/broker";
import { capacityArchive, outbox, resourcesCapacity, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions, syncConsumer, webhooksConsumer } from "@slipway/events";
import { timedStoreOf } from "@slipway/store";
import { archiveClaims } from "./archive/archive-claims.ts";
import { archiveLedgers } from "./archive/archive-ledgers.ts";
import { listEndedClaims } from "./archive/list-ended-claims.ts";
import { listEndedLedgers } from "./archive/list-ended-ledgers.ts";
import { buildDeps } from "./build-deps.ts";
import { attachClaims } from "./claim/attach-claims.ts";
import { checkClaim, checkClaims } from "./claim/check-claim.ts";
import { checkDemand } from "./claim/check-demand.ts";
import { claimAnew } from "./claim/claim-anew.ts";
import { claimCapacity } from "./claim/claim-capacity.ts";
import { confirmClaims } from "./claim/confirm-claims.ts";
import { extendClaims } from "./claim/extend-claims.ts";
import { releaseClaims } from "./claim/release-claims.ts";
import { configOf } from "./config.ts";
import { getRuns } from "./departure/get-runs.ts";
import { setRuns } from "./departure/set-runs.ts";
import { deliverCallOffs } from "./departure/deliver-call-offs.ts";
import { examineCapacity } from "./doctor/examine-capacity.ts";
import { examineLedger } from "./doctor/examine-ledger.ts";
import { repairCapacity } from "./doctor/repair-capacity.ts";
import { recoverClaims } from "./recovery/recover-claims.ts";
import { createResource } from "./resource/create-resource.ts";
import { deleteRequirement, dropRequirements } from "./resource/delete-requirement.ts";
import { deleteResource } from "./resource/delete-resource.ts";
import { getResource } from "./resource/get-resource.ts";
import { listRequirements } from "./resource/list-requirements.ts";
import { listResources } from "./resource/list-resources.ts";
import { setRequirement } from "./resource/set-requirement.ts";
import { updateResource } from "./resource/update-resource.ts";
import * as schema from "./schema.ts";
import { listUsage } from "./vacancies/list-usage.ts";
import { listVacancies } from "./vacancies/list-vacancies.ts";

/** Resources, what options need of them, and the ledgers that no departure can oversell. */
export const resourcesCapacityService = defineService({
  name: "resourcesCapacity",
  contracts: {
    ...resourcesCapacity,
    ...capacityArchive,
    ...outbox.outboxes.resourcesCapacity,
    ...tenantData.ofServices.resourcesCapacity,
  },
  config: configOf,
  store: timedStoreOf("resources-capacity", schema),
  deps: buildDeps,
  actions: {
    ...operatorActions,
    createResource,
    getResource,
    listResources,
    updateResource,
    deleteResource,
    setRequirement,
    deleteRequirement,
    dropRequirements,
    listRequirements,
    claimCapacity,
    claimAnew,
    checkClaim,
    checkClaims,
    checkDemand,
    confirmClaims,
    extendClaims,
    releaseClaims,
    attachClaims,
    setRuns,
    getRuns,
    listVacancies,
    listUsage,
    examineLedger,
    examineCapacity,
    repairCapacity,
    listEndedLedgers,
    archiveLedgers,
    listEndedClaims,
    archiveClaims,
  },
  consumers: (deps) => [
    auditConsumer(deps.broker),
    syncConsumer(deps.broker),
    webhooksConsumer(deps.broker),
    deliverCallOffs(deps),
  ],
  jobs: (deps) => [
    { name: "recover-claims", everyMs: deps.config.sweepMs, run: () => recoverClaims(deps) },
  ],
  parts: ({ actors }) => [actors],
});
