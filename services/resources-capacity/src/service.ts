import { type Lack, type Row, type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import {
  type Database,
  type Relay,
  type Time,
  createRelay,
  databaseFailureOf,
  databaseTime,
  lackOf,
  openServiceDatabase,
  outboxRows,
  auditConsumer,
  syncConsumer,
} from "@slipway/store";
import { attachClaims } from "./claim/attach-claims.ts";
import { claimAnew } from "./claim/claim-anew.ts";
import { checkDemand } from "./claim/check-demand.ts";
import { claimCapacity } from "./claim/claim-capacity.ts";
import { claimCollection, claimStore } from "./claim/claim-store.ts";
import { dayStore } from "./ledger/day-store.ts";
import { examineCapacity } from "./doctor/examine-capacity.ts";
import { examineLedger } from "./doctor/examine-ledger.ts";
import { extendClaims } from "./claim/extend-claims.ts";
import { confirmClaims } from "./claim/confirm-claims.ts";
import { createActors } from "./actor/ledger-actors.ts";
import { ledgerCollection, ledgerStore } from "./ledger/ledger-store.ts";
import { createSnapshots } from "./vacancies/snapshot-cache.ts";
import { listVacancies } from "./vacancies/list-vacancies.ts";
import { createAttachments } from "./actor/attachment-queue.ts";
import { releaseClaims } from "./claim/release-claims.ts";
import { repairCapacity } from "./doctor/repair-capacity.ts";
import { type Sweep, sweepClaims } from "./recovery/sweep-claims.ts";
import { configOf } from "./config.ts";
import type { Deps } from "./deps.ts";
import { createResource } from "./resource/create-resource.ts";
import { deleteRequirement, dropRequirements } from "./resource/delete-requirement.ts";
import { deleteResource } from "./resource/delete-resource.ts";
import { getResource } from "./resource/get-resource.ts";
import { listRequirements } from "./resource/list-requirements.ts";
import { listResources } from "./resource/list-resources.ts";
import { resourceCollection, resourceStore } from "./resource/resource-store.ts";
import { setRequirement } from "./resource/set-requirement.ts";
import { updateResource } from "./resource/update-resource.ts";

interface Running {
  readonly database: Database;
  readonly relay: Relay;
  readonly deps: Deps;
  readonly sweep: Sweep;
  readonly time: Time;
}

/** Resources, what options need of them, and the ledgers that no departure can oversell. */
export function resourcesCapacityService(options: ServiceOptions): Service {
  let running: Running | undefined;
  const lacks = (): Lack | undefined => lackOf(running?.database, running?.time);
  const isUp = (): boolean => lacks() === undefined;

  return {
    lacks,
    async start() {
      running = await open(options);
      const table = [...rows(running.deps), ...outboxRows("resourcesCapacity", running.relay)];
      serve(options.broker, "resourcesCapacity", table, { isUp, failureOf: databaseFailureOf });
      running.relay.start();
    },
    async stop() {
      if (!running) return;
      const { sweep, deps, relay, database, time } = running;
      time.stop();
      await sweep.stop();
      await deps.actors.stop();
      await relay.stop();
      await database.close();
      running = undefined;
    },
    async settle() {
      await running?.deps.actors.settle();
      await running?.relay.settle();
    },
  };
}

function open(options: ServiceOptions): Promise<Running> {
  const config = configOf(options.settings);
  return openServiceDatabase(options, "resources-capacity", (database) =>
    connect(options, config, database),
  );
}

async function connect(
  options: ServiceOptions,
  config: Deps["config"],
  database: Database,
): Promise<Omit<Running, "database">> {
  const { broker, log } = options;
  const warn = (line: string): void => log("warn", line);
  const { connection } = database;
  const [resources, claims, ledgers, days] = await Promise.all([
    resourceCollection(connection),
    claimCollection(connection),
    ledgerCollection(connection),
    dayStore(connection),
  ]);
  const time = databaseTime(database, options);
  // The last that may fail: from here on it measures until it is stopped.
  await time.start();
  const clock = options.clock ?? time.floor;
  // mark: time-of-places
  const certainTime = async (): Promise<number> => options.clock?.() ?? time.certain();
  const relay = createRelay({
    connection,
    collections: [resources, claims, ledgers] as never,
    consumers: [auditConsumer(broker), syncConsumer(broker)],
    warn,
  });
  const stores = {
    resources: resourceStore(resources, relay),
    claims: claimStore(claims, relay),
    ledgers: ledgerStore(ledgers, relay),
  };
  const attachments = createAttachments();
  const actorDeps = { ...stores, attachments, clock, certainTime, warn };
  const actors = createActors(actorDeps);
  const snapshots = createSnapshots(stores);
  const deps: Deps = { ...actorDeps, broker, days, actors, snapshots, config };
  return { relay, deps, sweep: sweepClaims(deps), time };
}

function rows(deps: Deps): Row[] {
  return [
    on(contracts.createResource, (request, input) => createResource(deps, request, input)),
    on(contracts.getResource, (request, input) => getResource(deps, request, input)),
    on(contracts.listResources, (request, input) => listResources(deps, request, input)),
    on(contracts.updateResource, (request, input) => updateResource(deps, request, input)),
    on(contracts.deleteResource, (request, input) => deleteResource(deps, request, input)),
    on(contracts.setRequirement, (request, input) => setRequirement(deps, request, input)),
    on(contracts.deleteRequirement, (request, input) => deleteRequirement(deps, request, input)),
    on(contracts.dropRequirements, (request, input) => dropRequirements(deps, request, input)),
    on(contracts.listRequirements, (request, input) => listRequirements(deps, request, input)),
    on(contracts.claimCapacity, (request, input) => claimCapacity(deps, request, input)),
    on(contracts.claimAnew, (request, input) => claimAnew(deps, request, input)),
    on(contracts.checkDemand, (request, input) => checkDemand(deps, request, input)),
    on(contracts.firmClaims, (request, input) => confirmClaims(deps, request, input)),
    on(contracts.extendClaims, (request, input) => extendClaims(deps, request, input)),
    on(contracts.releaseClaims, (request, input) => releaseClaims(deps, request, input)),
    on(contracts.attachClaims, (_request, input) => attachClaims(deps, input)),
    on(contracts.listVacancies, (request, input) => listVacancies(deps, request, input)),
    on(contracts.examineLedger, (request, input) => examineLedger(deps, request, input)),
    on(contracts.examineCapacity, (request) => examineCapacity(deps, request)),
    on(contracts.repairCapacity, (request, input) => repairCapacity(deps, request, input)),
  ];
}
