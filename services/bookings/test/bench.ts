/** The service on a broker of its own, beside stand-ins for the services that it asks and notifies. */
import { afterEach, beforeEach } from "@jest/globals";
import {
  type Request,
  type Service,
  type ServiceBroker,
  type UseCase,
  call,
  createBroker,
  on,
  refuse,
  serve,
} from "@slipway/broker";
import {
  type NewEntry,
  type InputOf,
  type OutputOf,
  audit,
  availability,
  bookings,
  catalog,
  resourcesCapacity,
  sync,
  webhooks,
} from "@slipway/contracts";
import { forThisFile } from "@slipway/dev/testing-file";
import { requestOf as aRequest } from "@slipway/dev/testing-request";
import { testDatabase } from "@slipway/store/testing";
import mongoose, { type mongo } from "mongoose";
import type { BookingDocument } from "../src/record/booking-document.ts";
import type { OrderDocument } from "../src/record/schema.ts";
import type { BookingRecord } from "../src/record/booking.ts";
import { bookingsService } from "../src/service.ts";
import type { OptionFacts, SellingFacts } from "../src/offer/option-policy.ts";
import { now, someFacts, someSellingFacts, startAt } from "./builders.ts";

type Claimed = OutputOf<typeof resourcesCapacity.claimCapacity>;
type CreateInput = Parameters<typeof call<typeof bookings.createBooking>>[2];

/** One claim as the stand-in for capacity keeps it. */
export interface Claim {
  places: number;
  state: "HELD" | "CONFIRMED" | "RELEASED";
  until: string | null;
}

/** The answers of the stand-ins, which a test may change, and the calls that they received. */
export interface StandIns {
  facts: OptionFacts;
  selling: SellingFacts;
  /** Seats of the one boat; null: the option needs no resource. */
  seats: number | null;
  /** Starts at which nothing departs any more; milliseconds. */
  missing: Set<number>;
  /** When the seats became as many as they are; milliseconds. */
  seatsChangedAt: number;
  claims: Map<string, Claim>;
  /** The places that a claim takes, where it is not a seat per participant. */
  taken: Claimed["taken"] | undefined;
  /** Instants with a manual departure. */
  departures: Set<string>;
  /** Resources of the tenant. */
  resources: Set<string>;
  /** Runs before the stand-in of that name answers, in place of it when it throws. */
  before: Partial<Record<string, (input: never) => Promise<void>>>;
  /** The same after it has done its part: what throws here loses only the answer. */
  after: Partial<Record<string, () => Promise<void>>>;
  calls: string[];
  audited: NewEntry[];
  /** The time from when on the audit log keeps its entries; null: all. */
  keptFrom: string | null;
  now: number;
}

export interface Bench extends StandIns {
  as(tenantId: string, caller?: Partial<Request["caller"]>): Request;
  create(input?: Partial<CreateInput>, tenantId?: string): Promise<BookingRecord>;
  readonly collection: mongo.Collection<BookingDocument>;
  readonly orders: mongo.Collection<OrderDocument>;
  /** The events that consumers could not take. */
  readonly deadLetters: mongo.Collection<{ _id: string }>;
  /**
   * Another replica of the service, on a broker of its own, on the same database and stand-ins. Its
   * clock, and what it takes for the database's, goes ahead by so much.
   */
  replica(aheadMs?: number): Promise<Request>;
  /** Ends the first replica and begins another, which remembers nothing. */
  restart(): Promise<Request>;
  settle(): Promise<void>;
  reset(): void;
  stop(): Promise<void>;
}

export const tenant = "ten";
export const everySeat = [{ unitId: "adult", quantity: 1 }];

/** One for the tests of a file, each of which begins with no booking and the first answers. */
export function benchForFile(
  testFileUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Bench {
  const bench = forThisFile(() => startBench(testFileUrl, settings));
  beforeEach(async () => {
    await bench.collection.deleteMany({});
    await bench.orders.deleteMany({});
  });
  afterEach(async () => {
    await bench.settle();
    bench.reset();
  });
  return bench;
}

export async function startBench(
  testFileUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Bench> {
  const { uri, name } = testDatabase(testFileUrl);
  const connection = await mongoose
    .createConnection(uri, { dbName: `${name}-bookings` })
    .asPromise();
  let begun = 0;
  const replicas: { broker: ServiceBroker; service: Service }[] = [];

  async function startReplica(aheadMs = 0): Promise<ServiceBroker> {
    const broker = createBroker({ nodeId: `${name}-${begun++}` });
    const service = bookingsService({
      broker,
      mongodbUri: uri,
      databasePrefix: name,
      migrates: true,
      log: () => undefined,
      clock: () => bench.now + aheadMs,
      settings: { HOLD_SWEEP_SECONDS: "0.05", ...settings },
    });
    serveStandIns(broker, bench);
    await broker.start();
    await service.start();
    await broker.waitForServices(["bookings", "resourcesCapacity", "audit"], 0, 5);
    replicas.push({ broker, service });
    return broker;
  }

  const bench: Bench = {
    ...startingPoint(),
    collection: connection.collection<BookingDocument>("bookings"),
    orders: connection.collection<OrderDocument>("orders"),
    deadLetters: connection.collection<{ _id: string }>("dead_letters"),
    as: (tenantId, caller = {}) => requestOf(replicas[0]!.broker, tenantId, caller),
    async create(input = {}, tenantId = tenant) {
      const whole = { optionId: "opt", startAt: iso(startAt), unitItems: everySeat, ...input };
      return (await call(bench.as(tenantId), bookings.createBooking, whole)).booking;
    },
    replica: async (aheadMs) => requestOf(await startReplica(aheadMs), tenant, {}),
    async restart() {
      const [first] = replicas.splice(0, 1);
      await first?.service.stop();
      await first?.broker.stop();
      const started = await startReplica();
      // Requests made as before reach the new replica.
      replicas.unshift(...replicas.splice(-1));
      return requestOf(started, tenant, {});
    },
    async settle() {
      for (const { service } of replicas) await service.settle();
    },
    reset: () => Object.assign(bench, startingPoint()),
    async stop() {
      for (const { broker, service } of replicas) {
        await service.stop();
        await broker.stop();
      }
      await connection.close();
    },
  };
  await startReplica();
  return bench;
}

function startingPoint(): StandIns {
  return {
    // Catalog answers with new facts at once: a lease would make tests wait for its end.
    facts: someFacts(),
    selling: someSellingFacts(),
    seats: 100,
    missing: new Set(),
    seatsChangedAt: 0,
    claims: new Map(),
    taken: undefined,
    departures: new Set(),
    resources: new Set(["boat"]),
    before: {},
    after: {},
    calls: [],
    audited: [],
    keptFrom: null,
    now,
  };
}

function requestOf(
  broker: ServiceBroker,
  tenantId: string,
  caller: Partial<Request["caller"]>,
): Request {
  const request = aRequest(broker, tenantId);
  return { ...request, caller: { ...request.caller, ...caller } };
}

export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function serveStandIns(broker: ServiceBroker, bench: StandIns): void {
  const open = { isUp: () => true, failureOf: () => "fault" as const };
  const noted =
    <A extends Parameters<typeof on>[0]>(contract: A, useCase: UseCase<A>): UseCase<A> =>
    async (request, input) => {
      bench.calls.push(contract.name);
      await bench.before[contract.name]?.(input as never);
      const output = await useCase(request, input);
      await bench.after[contract.name]?.();
      return output;
    };
  const row = <A extends Parameters<typeof on>[0]>(contract: A, useCase: UseCase<A>) =>
    on(contract, noted(contract, useCase));

  serve(
    broker,
    "catalog",
    [
      row(catalog.getOptionFacts, (_, { optionId }) => {
        if (optionId !== bench.facts.option.id) throw refuse("NOT_FOUND");
        return bench.facts;
      }),
      row(catalog.getProductFacts, (_, { productId }) => ({
        productId,
        supplierId: bench.facts.supplierId,
        timezone: bench.facts.timezone,
        archived: bench.facts.productArchived,
        changedAt: bench.facts.productUpdatedAt,
      })),
      row(catalog.getCurrency, () => ({ defaultCurrency: "EUR", updatedAt: iso(now) })),
    ],
    open,
  );
  serve(
    broker,
    "availability",
    [
      row(availability.getSellingFacts, () => bench.selling),
      row(availability.listAvailability, () => ({ items: [], next: null })),
      row(availability.listBlocksAt, () => ({ blocks: bench.selling.blocks })),
      row(availability.hasManualDeparture, (_, at) => ({
        found: bench.departures.has(at.startAt),
      })),
      row(availability.listMissingStarts, (_, { starts }) => ({
        starts: starts.filter((start) => bench.missing.has(start)),
      })),
      row(availability.recordManualDeparture, (_, at) => {
        bench.departures.add(at.startAt);
        return { recorded: true };
      }),
    ],
    open,
  );
  serve(
    broker,
    "resourcesCapacity",
    [
      row(resourcesCapacity.claimCapacity, (_, command) => claimSeats(bench, command)),
      row(resourcesCapacity.claimAnew, (_, command) => claimSeatsAnew(bench, command)),
      row(resourcesCapacity.checkDemand, (_, { demand }) => ({ taken: takenOf(bench, demand) })),
      row(resourcesCapacity.checkClaim, (_, { demand }) => checkSeats(bench, demand)),
      row(resourcesCapacity.checkClaims, (_, { claims }) => ({
        results: claims.map(({ demand }) => checkSeats(bench, demand)),
      })),
      row(resourcesCapacity.confirmClaims, (_, { claims }) => {
        for (const { claimId } of claims) {
          const claim = bench.claims.get(claimId);
          if (!claim || !holds(claim, bench.now)) throw refuse("HOLD_EXPIRED");
          bench.claims.set(claimId, { ...claim, state: "CONFIRMED", until: null });
        }
        return {};
      }),
      row(resourcesCapacity.extendClaims, (_, { claims, until }) => {
        for (const { claimId } of claims) {
          const claim = bench.claims.get(claimId);
          if (!claim || !holds(claim, bench.now)) throw refuse("HOLD_EXPIRED");
          bench.claims.set(claimId, { ...claim, until });
        }
        return {};
      }),
      row(resourcesCapacity.releaseClaims, (_, { claims }) => {
        for (const { claimId } of claims) {
          const claim = bench.claims.get(claimId);
          if (claim) bench.claims.set(claimId, { ...claim, state: "RELEASED" });
        }
        return {};
      }),
      row(resourcesCapacity.attachClaims, () => ({})),
      row(resourcesCapacity.setRuns, () => ({})),
      row(resourcesCapacity.getRuns, () => ({
        calledOff: null,
        claims: bench.claims.size,
        bookingIds: [...bench.claims.keys()].map((claimId) => claimId.split(".")[0] ?? ""),
      })),
      row(resourcesCapacity.listVacancies, (_, { starts, dated }) => {
        const capacity = starts.map(() => bench.seats ?? 0);
        const parties = bench.seats === null ? null : { capacity, vacancies: capacity };
        const capacityChangedAt = bench.seatsChangedAt;
        return { parties, resources: [], ...(dated && { capacityChangedAt }) };
      }),
      row(resourcesCapacity.getResource, (_, { id }) => {
        if (!bench.resources.has(id)) throw refuse("NOT_FOUND");
        return aResource(id);
      }),
    ],
    open,
  );
  serve(
    broker,
    "audit",
    [
      row(audit.appendEntries, (_, { entries }) => {
        const known = new Set(bench.audited.map(({ id }) => id));
        bench.audited.push(...entries.filter(({ id }) => !known.has(id)));
        return { kept: entries.length };
      }),
      row(audit.eraseEntries, () => ({ erased: 0 })),
      row(audit.eraseEntriesOf, () => ({ erased: 0, before: null })),
      row(audit.listLastEntries, (_, { records }) => ({
        keptFrom: bench.keptFrom,
        entries: records.flatMap((record) => lastEntry(bench.audited, record) ?? []),
        unanswered: [],
      })),
      row(audit.listCreated, () => ({
        items: bench.audited.filter(({ action }) => action === "booking.create"),
        next: null,
      })),
    ],
    open,
  );
  serve(
    broker,
    "sync",
    [
      row(sync.listListeners, () => ({ tenantIds: [] })),
      row(sync.eraseEvents, () => ({ erased: 0 })),
      row(sync.eraseEventsOf, () => ({ erased: 0 })),
    ],
    open,
  );
  serve(
    broker,
    "webhooks",
    [
      row(webhooks.listListeners, () => ({ tenantIds: [] })),
      row(webhooks.eraseDeliveries, () => ({ erased: 0 })),
    ],
    open,
  );
}

function holds({ state, until }: Claim, at: number): boolean {
  return state === "CONFIRMED" || (state === "HELD" && (until === null || Date.parse(until) > at));
}

/** Places that live claims hold. */
export function seatsTaken({ claims, now: at }: StandIns): number {
  let taken = 0;
  for (const claim of claims.values()) if (holds(claim, at)) taken += claim.places;
  return taken;
}

function claimSeats(
  bench: StandIns,
  command: InputOf<typeof resourcesCapacity.claimCapacity>,
): Claimed {
  const taken = takenOf(bench, command.demand);
  if (bench.seats === null) return { claims: [], taken: [] };
  const places = command.demand.participants;
  if (!command.expand && seatsTaken(bench) + places > bench.seats)
    throw refuse("CAPACITY_EXHAUSTED");
  const claimId = `${command.bookingId}.${command.attempt}a`;
  const state = command.until === null ? "CONFIRMED" : "HELD";
  bench.claims.set(claimId, { places, state, until: command.until });
  return { claims: [{ claimId, ledger: "day" }], taken };
}

function checkSeats(
  bench: StandIns,
  demand: InputOf<typeof resourcesCapacity.checkDemand>["demand"],
): OutputOf<typeof resourcesCapacity.checkClaim> {
  return { taken: takenOf(bench, demand), vacancies: bench.seats };
}

function claimSeatsAnew(
  bench: StandIns,
  { bookingId, attempt, uses, until, inPlaceOf }: InputOf<typeof resourcesCapacity.claimAnew>,
): Pick<Claimed, "claims"> {
  const present = inPlaceOf.map(({ claimId }) => bench.claims.get(claimId));
  const hold = (claim: Claim | undefined): boolean =>
    claim !== undefined && holds(claim, bench.now);
  if (present.length > 0 && present.every(hold)) return { claims: [] };
  const places = uses[0]?.places ?? 0;
  if (seatsTaken(bench) + places > (bench.seats ?? 0)) throw refuse("CAPACITY_EXHAUSTED");
  const claimId = `${bookingId}.${attempt}a`;
  bench.claims.set(claimId, { places, state: until === null ? "CONFIRMED" : "HELD", until });
  return { claims: [{ claimId, ledger: "day" }] };
}

function lastEntry(
  audited: readonly NewEntry[],
  { tenantId, entityId }: { tenantId: string; entityId: string },
): OutputOf<typeof audit.listLastEntries>["entries"][number] | undefined {
  const own = audited.filter((fact) => fact.tenantId === tenantId && fact.entityId === entityId);
  const last = own.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
  return last && { tenantId, entityId, action: last.action, timestamp: last.at, after: last.after };
}

function takenOf(
  bench: StandIns,
  { participants, resourceItems }: InputOf<typeof resourcesCapacity.checkDemand>["demand"],
): Claimed["taken"] {
  if (resourceItems.some(({ resourceId }) => resourceId !== "boat"))
    throw refuse("RESOURCE_NOT_LINKED");
  if (bench.seats === null) return [];
  const seats = {
    resourceId: "boat",
    name: "Boat",
    places: participants,
    units: null,
    first: true,
  };
  return bench.taken ?? [seats];
}

function aResource(id: string): OutputOf<typeof resourcesCapacity.getResource> {
  return {
    id,
    tenantId: tenant,
    supplierId: "sup",
    name: id,
    quantity: 1,
    capacityPerResource: 1,
    metadata: {},
    createdAt: iso(now),
    updatedAt: iso(now),
    requirements: [],
  };
}
