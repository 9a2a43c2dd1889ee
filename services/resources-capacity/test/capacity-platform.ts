/** The service under test on a broker of its own, beside stand-ins for the services it calls. */
import { type Request, type ServiceBroker, createBroker, on, serve } from "@slipway/broker";
import {
  type NewEntry,
  type InputOf,
  audit,
  availability,
  bookingArchive,
  bookings,
  catalog,
  departures,
  sync,
} from "@slipway/contracts";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { optionFactsWith } from "@slipway/dev/testing-facts";
import { requestOf } from "@slipway/dev/testing-request";
import { type mongo, newId, openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import type { Holder } from "../src/ledger/examination.ts";
import { resourcesCapacityService } from "../src/service.ts";

type ClaimInput = InputOf<typeof contracts.claimCapacity>;
type Demand = ClaimInput["demand"];

const alwaysUp = { isUp: () => true, failureOf: () => "fault" as const };
const noon = Date.parse("2027-07-01T12:00:00.000Z");

/** The answers of the other services. */
export interface Others {
  archived: boolean;
  hasActivePeriods: () => boolean | Promise<boolean>;
  /** By claim: whether its booking names it; absent: bookings does not know yet. */
  named: Map<string, boolean>;
  holders: (Pick<Holder, "bookingId" | "status" | "claims"> & Partial<Holder>)[];
  /** Ids of bookings that are archived. */
  gone: Set<string>;
}

export type CapacityPlatform = Awaited<ReturnType<typeof capacityPlatform>>;

export async function capacityPlatform(testFileUrl: string, replicas = 1, mongodbUri?: string) {
  const { uri, name } = testDatabase(testFileUrl);
  const delivered: NewEntry[] = [];
  const others: Others = {
    archived: false,
    hasActivePeriods: () => false,
    named: new Map(),
    holders: [],
    gone: new Set(),
  };
  const time = { now: noon };
  const options = {
    mongodbUri: mongodbUri ?? uri,
    databasePrefix: name,
    migrates: true,
    log: () => undefined,
    clock: () => time.now,
    // Sweeps are not waited for: tests move the clock and look again.
    settings: { CLAIM_SWEEP_SECONDS: "0.05" },
  };
  const nodes: { broker: ServiceBroker; service: ReturnType<typeof resourcesCapacityService> }[] =
    [];
  for (let replica = 0; replica < replicas; replica++) {
    const broker = createBroker({ nodeId: `test-${replica}` });
    serveOthers(broker, others, delivered);
    await broker.start();
    const service = resourcesCapacityService({ ...options, broker });
    await service.start();
    await broker.waitForServices("resourcesCapacity", 0, 5);
    nodes.push({ broker, service });
  }
  const { connection, close } = await openDatabase(uri, `${name}-resources-capacity`);

  return {
    others,
    delivered,
    time,
    database: connection.db as mongo.Db,
    as(tenantId: string, replica = 0): Request {
      return requestOf(nodes[replica]?.broker as ServiceBroker, tenantId);
    },
    async settle() {
      for (const { service } of nodes) await service.settle();
    },
    async stop() {
      for (const { service } of nodes) await service.stop();
      for (const { broker } of nodes) await broker.stop();
      await close();
    },
  };
}

function serveOthers(broker: ServiceBroker, others: Others, delivered: NewEntry[]): void {
  serve(
    broker,
    "catalog",
    [
      on(catalog.getSupplierFacts, (_request, { supplierId }) => ({
        supplierId,
        timezone: "Europe/Rome",
        archived: others.archived,
      })),
      on(
        catalog.getOptionFacts,
        (_request, { optionId }) => optionFacts(optionId, others) as never,
      ),
    ],
    alwaysUp,
  );
  serve(
    broker,
    "availability",
    [on(availability.hasActivePeriods, async () => ({ found: await others.hasActivePeriods() }))],
    alwaysUp,
  );
  serve(
    broker,
    "bookings",
    [
      on(bookings.settleClaims, (_request, { claims }) => {
        const ids = claims.map(({ claimId }) => claimId);
        return {
          named: ids.filter((id) => others.named.get(id) === true),
          never: ids.filter((id) => others.named.get(id) === false),
          ended: [],
        };
      }),
      on(bookingArchive.listArchivedBookings, (_request, asked) => ({
        ids: asked.bookings.map(({ id }) => id).filter((id) => others.gone.has(id)),
      })),
      on(departures.followCallOff, () => ({})),
      on(bookings.listClaimHolders, () => ({
        items: others.holders.map((holder) => ({
          tenantId: "t",
          expiresAt: null,
          archived: false,
          optionId: "opt",
          startAt: "2027-07-02T08:00:00.000Z",
          endAt: "2027-07-02T09:00:00.000Z",
          uses: [],
          ...holder,
        })),
        next: null,
      })),
    ],
    alwaysUp,
  );
  serve(
    broker,
    "audit",
    [
      on(audit.appendEntries, (_request, { entries }) => {
        // As audit does: an event that is delivered twice is kept once.
        const known = new Set(delivered.map(({ id }) => id));
        delivered.push(...entries.filter(({ id }) => !known.has(id)));
        return { kept: entries.length };
      }),
    ],
    alwaysUp,
  );
  serve(broker, "sync", [on(sync.listListeners, () => ({ tenantIds: [] }))], alwaysUp);
}

/** Options of a supplier are named `<supplier>/<anything>`. */
function optionFacts(optionId: string, { archived }: Others): object {
  const [supplierId = "", tenantId = "t"] = optionId.split("~");
  return optionFactsWith({
    option: { id: optionId, tenantId },
    supplierId,
    timezone: "Europe/Rome",
    archived,
    productArchived: archived,
  });
}

/** A tenant with one supplier, and the commands of a test on it. */
export function aSupplier(platform: CapacityPlatform) {
  const tenantId = newId("ten", Date.now());
  const supplierId = newId("sup", Date.now());
  let options = 0;
  const request = (replica = 0) => platform.as(tenantId, replica);

  return {
    tenantId,
    supplierId,
    request,
    anOption: () => `${supplierId.slice(0, 40)}~${++options}`,
    aResource: (numbers: { quantity?: number; capacityPerResource?: number; name?: string } = {}) =>
      call(request(), contracts.createResource, {
        supplierId,
        name: "Boat",
        quantity: 1,
        capacityPerResource: 10,
        ...numbers,
      }),
    link: (
      optionId: string,
      resourceId: string,
      fields: Partial<Omit<InputOf<typeof contracts.setRequirement>, "id" | "resourceId">> = {},
    ) => call(request(), contracts.setRequirement, { id: optionId, resourceId, ...fields }),
    claim(
      optionId: string,
      participants: number,
      more: Partial<Omit<ClaimInput, "demand">> & Partial<Demand> & { replica?: number } = {},
    ) {
      const { pricingPer = "UNIT", resourceItems = [], replica = 0, ...rest } = more;
      return call(request(replica), contracts.claimCapacity, {
        supplierId,
        bookingId: newId("bkg", Date.now()),
        attempt: "0",
        startAt: "2027-07-02T08:00:00.000Z",
        durationMinutes: 60,
        demand: { optionId, pricingPer, participants, resourceItems },
        until: null,
        expand: false,
        ...rest,
      });
    },
    confirm: (bookingId: string, claims: { claimId: string; ledger: string }[], replica = 0) =>
      call(request(replica), contracts.confirmClaims, { supplierId, bookingId, claims }),
    release: (
      bookingId: string,
      claims: { claimId: string; ledger: string }[],
      more: { neverNamed?: boolean; replica?: number } = {},
    ) => {
      const { replica = 0, ...rest } = more;
      return call(request(replica), contracts.releaseClaims, {
        supplierId,
        bookingId,
        claims,
        ...rest,
      });
    },
    async vacancies(
      optionId: string,
      more: Partial<{
        startAt: string;
        durationMinutes: number;
        pricingPer: Demand["pricingPer"];
        replica: number;
      }> = {},
    ) {
      const {
        startAt = "2027-07-02T08:00:00.000Z",
        durationMinutes = 60,
        pricingPer = "UNIT",
        replica = 0,
      } = more;
      const starts = [Date.parse(startAt)];
      const input = { supplierId, optionId, pricingPer, durationMinutes, starts };
      const { parties, resources } = await call(request(replica), contracts.listVacancies, input);
      return {
        capacity: parties?.capacity[0] ?? null,
        vacancies: parties?.vacancies[0] ?? null,
        resources: resources.map(({ resourceId, vacancies }) => ({
          resourceId,
          vacancies: vacancies[0],
        })),
      };
    },
  };
}
