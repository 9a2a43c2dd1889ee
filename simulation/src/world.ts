import { call } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import { databaseFailureOf } from "@slipway/store";
import { Bus, noBusFaults } from "./bus.ts";
import { RandomSource } from "./random-source.ts";
import { sendCommand } from "./commands.ts";
import type { Coverage } from "./coverage.ts";
import { connectTo } from "./engine/connect.ts";
import { Engine, noFaults } from "./engine/engine.ts";
import type { Entry, Server } from "./engine/server.ts";
import { examine } from "./examination.ts";
import { drawTrouble } from "./fail-overs.ts";
import { loseLedger } from "./lost-ledgers.ts";
import { Oracle } from "./oracle/oracle.ts";
import { Vacancies } from "./oracle/vacancies.ts";
import { type Clients, nextEnd, requestOf } from "./clients.ts";
import { type FakeServices, serveFakeServices } from "./fake-services.ts";
import { type Plan, archivingPlan, drawPlan, isCalm } from "./plan.ts";
import { untilArchivedMs } from "./archive-days.ts";
import { type Slot, killReplica, slotsOf, startReplica } from "./replica.ts";
import { linkFirst } from "./requirement-commands.ts";
import { Sagas } from "./sagas.ts";
import { type Process, Scheduler } from "./scheduler.ts";
import { beginning, options, resources } from "./fixture.ts";
import { virtualise } from "./virtual-time.ts";

/** Twelve leaps of ten seconds: with default settings everything has to be finished in two minutes. */
const leapsAtRest = 12;
const usualConfirmSeconds = 60;
const minuteMs = 60_000;
/** Clocks are corrected by steps of at most this size. */
const inexactMs = 100;
/** A process uses an earlier time until it has read the clock of the next primary (keep-time.ts). */
const doubtMs = 60_000;
/** By then every answer that was given in doubt is known. */
const doubtedForMs = 10_000;

/** The durable documents of a collection. */
function durable(server: Server, name: string) {
  return { documents: server.table(name).durable };
}

/** A small installation from its first start; all its faults are drawn from one seed. */
export class World {
  readonly scheduler: Scheduler;
  readonly plan: Plan;
  readonly oracle: Oracle;
  /** Log lines of the services, for a trace. */
  readonly lines: string[] = [];
  readonly #random: RandomSource;
  readonly #engine: Engine;
  readonly #bus: Bus;
  readonly #slots: readonly Slot[];
  readonly #client: Process;
  readonly #coverage: Coverage;
  /** Replicas that crash before the next step. */
  readonly #dying = new Set<Slot>();
  readonly #sagas: Sagas;
  #clients: Clients;
  /** When a process last did not know the clock of the current primary. */
  #doubtedAt = -Infinity;
  #isOpen = false;
  #busy = 0;
  /** Commands under way. */
  #active = 0;
  /** Steps until the next leap of time, at most; until then no client sends a command. */
  #leapIn = 0;

  /** @param failOvers the share of worlds with fail-overs. */
  constructor(seed: number, coverage: Coverage, failOvers: number) {
    this.#random = new RandomSource(seed);
    this.plan = drawPlan(this.#random, failOvers);
    this.#coverage = coverage;
    this.#client = aProcess("client");
    this.scheduler = new Scheduler(this.#random, beginning, this.#client);
    virtualise(this.scheduler, this.#random);
    this.#engine = new Engine(this.scheduler, this.#random, this.plan.databases);
    connectTo(this.#engine);
    this.#bus = new Bus(this.scheduler, this.#random);
    this.#slots = slotsOf(this.plan);
    const capacity = this.#engine.serverOf("resources-capacity");
    const sales = this.#engine.serverOf("-bookings");
    this.oracle = new Oracle(
      {
        bookings: durable(sales, "bookings"),
        orders: durable(sales, "orders"),
        resources: durable(capacity, "resources"),
        ledgers: durable(capacity, "ledgers"),
        claims: durable(capacity, "claims"),
        now: () => this.scheduler.now,
        fastest: () => this.#fastest(),
        slowest: () => this.#slowest(),
        believed: () => this.#believed(),
      },
      isCalm(this.plan),
    );
    const { documents } = capacity.table("resources");
    const supplierOf = (id: string): string =>
      (documents.get(id)?.["supplierId"] as string | undefined) ?? id;
    this.#sagas = new Sagas(coverage, supplierOf);
    this.#bus.watchers.push(this.oracle, this.#sagas);
    for (const server of this.#engine.servers) {
      server.onWritten((entry) => this.#guard(() => this.#written(entry)));
      server.onDurable((entry) => this.#guard(() => this.oracle.written(entry)));
    }
    const delivered = (ids: readonly string[]): void =>
      this.#guard(() => this.oracle.events.delivered(ids));
    this.#clients = this.#open(this.#serveFakes(delivered));
  }

  #serveFakes(delivered: (ids: readonly string[]) => void): FakeServices {
    const broker = this.#bus.join(aProcess("fakes"));
    return serveFakeServices(broker, delivered, this.plan.hasDepartures);
  }

  /** Reports errors to the oracle, since the caller of the operation might swallow them. */
  #guard(look: () => void): void {
    try {
      look();
    } catch (error) {
      this.oracle.fault(error);
    }
  }

  /** The writing process may crash after its write. */
  #written(entry: Entry): void {
    const { table, before, after, by } = entry;
    this.scheduler.note(`${table} ${after?._id}`);
    const isNewPlace = this.#sagas.written(entry, by);
    const slot = this.#slots.find(({ process }) => process === by);
    const death = this.plan.deaths * (isNewPlace ? 1 : 0.05);
    if (slot && this.#isOpen && this.#random.is(death)) this.#dying.add(slot);
    if (after?.["status"] === "EXPIRED" && before?.["status"] === "ON_HOLD")
      this.#coverage.answered("expire", "accepted");
  }

  /** The latest time by any process. */
  #believed(): number {
    // A process uses the clock of an earlier primary until it reads the clock again.
    const leads = [...this.#engine.timeErrors.values()].map((each) => each.inexactMs - each.lagMs);
    const errors = [...this.#engine.timeErrors.values()].map((each) => each.inexactMs);
    const ahead = this.scheduler.now + Math.max(0, ...leads);
    return Math.max(this.#fastest(), ahead) + Math.max(0, ...errors) + inexactMs;
  }

  /** The earliest time by any process or database. */
  #slowest(): number {
    const lags = [...this.#engine.timeErrors.values()].map(({ process, lagMs }) =>
      process.isAlive ? lagMs : 0,
    );
    const leads = this.#engine.servers.map(({ leadMs }) => leadMs);
    const { now } = this.scheduler;
    const doubt = now - this.#doubtedAt < doubtedForMs ? doubtMs : 0;
    return now - Math.max(0, ...lags) - inexactMs + Math.min(0, ...leads) - doubt;
  }

  #noteDoubt(): void {
    if (this.plan.databases.perStep === 0) return;
    for (const { process, isOfPresent } of this.#engine.timeErrors.values())
      if (process.isAlive && !isOfPresent()) this.#doubtedAt = this.scheduler.now;
  }

  /** The latest time by any primary so far: a hold until then may be over. */
  #fastest(): number {
    return Math.max(...this.#engine.servers.map(({ latest }) => latest));
  }

  #open(fakes: FakeServices): Clients {
    return {
      broker: this.#bus.join(this.#client),
      random: this.#random,
      oracle: this.oracle,
      vacancies: new Vacancies(this.scheduler, this.#engine.serverOf("resources-capacity")),
      coverage: this.#coverage,
      fakes,
      plan: this.plan,
      known: [],
      sent: [],
      baskets: [],
      resourceIds: new Map(),
      keys: 0,
    };
  }

  /** Starts the replicas and creates the fixture, without faults. */
  async begin(): Promise<void> {
    for (const slot of this.#slots) this.#start(slot);
    let isDone = false;
    this.scheduler.post(this.#client, "begin", () => {
      this.#makeResources().then(
        () => (isDone = true),
        (error: unknown) => this.oracle.fault(error),
      );
    });
    while (!isDone) await this.#step();
  }

  async #makeResources(): Promise<void> {
    // Replicas are not on the bus before they have started.
    await new Promise((resume) => setTimeout(resume, 10));
    const { broker, resourceIds } = this.#clients;
    for (const { name, ...numbers } of resources) {
      const request = requestOf(broker, 60_000);
      const made = await call(request, resourcesCapacity.createResource, { name, ...numbers });
      resourceIds.set(name, made.id);
    }
    for (const option of options) await linkFirst(this.#clients, option);
  }

  /** Runs so many steps with clients and with the faults of the plan. */
  async live(steps: number): Promise<void> {
    this.#engine.faults = this.plan.faults;
    this.#bus.faults = this.plan.busFaults;
    for (const server of this.#engine.servers) server.lagMs = this.plan.databases.lagMs;
    const { wrongClock } = this.plan.databases;
    const wrong = wrongClock && this.#slots[wrongClock.slot];
    if (wrong) this.#restart(wrong, wrongClock.byMs);
    this.#isOpen = true;
    for (let client = 0; client < this.plan.clients; client++) this.#employ();
    const end = this.scheduler.steps + steps;
    while (this.scheduler.steps < end) {
      this.#befall();
      await this.#step();
    }
    this.#isOpen = false;
  }

  /** Long after the departures: the operator archives their days beside backdated sales. */
  async archive(steps: number): Promise<void> {
    this.scheduler.now += untilArchivedMs;
    this.#clients = { ...this.#clients, plan: archivingPlan(this.plan) };
    await this.live(steps);
    await this.rest();
  }

  /** Ends all faults, lets all work finish, and examines the result. */
  async rest(): Promise<void> {
    this.#engine.faults = noFaults;
    this.#bus.faults = noBusFaults;
    for (const server of this.#engine.servers) server.recover();
    for (const [place, slot] of this.#slots.entries()) {
      if (place === this.plan.databases.wrongClock?.slot) this.#restart(slot, 0);
      else if (!slot.process) this.#start(slot);
      else slot.process.frozenUntil = 0;
    }
    while (this.#busy > 0) await this.#step();
    // Time for late writes, deadlines, stale locks, then recovery and the sweeps.
    const longer = Number(this.plan.settings["CLAIM_CONFIRM_SECONDS"]) - usualConfirmSeconds;
    const leaps = leapsAtRest + Math.max(0, longer / 10);
    for (let leap = 0; leap < leaps; leap++) {
      this.scheduler.now += 10_000;
      const until = this.scheduler.now + 300;
      while (this.scheduler.now < until) await this.#step();
    }
    await examine({
      bus: this.#bus,
      engine: this.#engine,
      clients: this.#clients,
      oracle: this.oracle,
      random: this.#random,
      ask: (what, question) => this.#ask(what, question),
    });
  }

  async #ask(what: string, question: () => Promise<void>): Promise<void> {
    let isDone = false;
    this.scheduler.post(this.#client, what, () => {
      question().then(
        () => (isDone = true),
        (error: unknown) => this.oracle.fault(error),
      );
    });
    while (!isDone) await this.#step();
  }

  async #step(): Promise<void> {
    if (!(await this.scheduler.step())) throw new Error("nothing can happen any more");
    this.#noteDoubt();
    this.oracle.check();
  }

  /** One client: sends commands one after another until the world closes. */
  #employ(): void {
    this.#busy++;
    const work = async (): Promise<void> => {
      while (this.#isOpen) {
        if (this.#leapIn === 0) await this.#send();
        const pause = this.#random.around(this.plan.thinkMs);
        await new Promise((resume) => setTimeout(resume, pause));
      }
    };
    this.scheduler.post(this.#client, "employ", () => {
      work()
        .catch((error: unknown) => this.oracle.fault(error))
        .finally(() => this.#busy--);
    });
  }

  async #send(): Promise<void> {
    this.#active++;
    await sendCommand(this.#clients);
    this.#active--;
  }

  /** Draws the faults before the next step. */
  #befall(): void {
    const { crashes, freezes, leaps, losses } = this.plan;
    if (this.#random.is(crashes)) this.#dying.add(this.#random.pick(this.#slots));
    for (const slot of this.#dying) this.#crash(slot);
    this.#dying.clear();
    if (this.#random.is(freezes)) this.#freeze(this.#random.pick(this.#slots));
    if (losses > 0 && this.#random.is(losses)) this.#lose();
    this.#failOver();
    if (this.#leapIn === 0 && this.#random.is(leaps)) this.#leapIn = this.#patience();
    else if (this.#leapIn > 0 && (--this.#leapIn === 0 || this.#active === 0)) this.#leap();
  }

  #lose(): void {
    const losing = { engine: this.#engine, oracle: this.oracle, random: this.#random };
    if (loseLedger(losing)) this.#coverage.count("lost ledger");
  }

  /** One database or both; each draws its own trouble. */
  #failOver(): void {
    const { perStep } = this.plan.databases;
    if (perStep === 0 || !this.#random.is(perStep)) return;
    const { servers } = this.#engine;
    const own = this.#random.is(0.7) ? [this.#random.pick(servers)] : servers;
    for (const server of own) {
      const trouble = drawTrouble(this.#random, this.plan.databases);
      if (server.befall(trouble)) this.#coverage.count(trouble.kind);
    }
  }

  /** In a calm world no command runs out of time. */
  #patience(): number {
    return isCalm(this.plan) ? 10_000 : this.#random.pick([1, 300]);
  }

  /** Lets time pass without commands: a little, or until about the end of a hold. */
  #leap(): void {
    this.#leapIn = 0;
    const end = this.#random.is(0.6) ? nextEnd(this.#clients) : undefined;
    const { now } = this.scheduler;
    const to =
      end === undefined
        ? now + this.#random.around(10_000)
        : end + this.#random.from(-5_000, 3_000);
    this.scheduler.now = Math.max(now, Math.ceil(to));
  }

  #crash(slot: Slot): void {
    if (!slot.process) return;
    this.#coverage.count("crash");
    this.#sagas.crashed(slot.process);
    killReplica(this.#bus, slot);
    const back = Math.ceil(this.#random.around(this.#random.pick([5, 500, 5_000])));
    this.scheduler.post(this.#client, "restart", () => this.#start(slot), back);
  }

  /** Restarts a replica with another clock. */
  #restart(slot: Slot, skewMs: number): void {
    killReplica(this.#bus, slot);
    slot.skewMs = skewMs;
    this.#start(slot);
  }

  #freeze({ process }: Slot): void {
    if (!process) return;
    this.#coverage.count("freeze");
    const mean = this.#random.pick([50, 2_000, 7_000, 30_000]);
    // As after SIGSTOP: longer than every deadline, but at rest every process has to be awake.
    const isLong = this.plan.databases.perStep > 0 && this.#random.is(0.2);
    const ms = isLong ? minuteMs : Math.min(minuteMs, Math.ceil(this.#random.around(mean)));
    process.frozenUntil = this.scheduler.now + ms;
  }

  #start(slot: Slot): void {
    if (slot.process) return;
    const log = (line: string): void => {
      if (this.lines.length < 10_000) this.lines.push(line);
    };
    const { scheduler, plan } = this;
    const cluster = { scheduler, bus: this.#bus, settings: plan.settings, log };
    startReplica(cluster, slot, (process, error) => {
      // A replica that cannot start because the database is away is started again.
      if (databaseFailureOf(error) === "fault") this.oracle.fault(error);
      else if (slot.process === process) this.#crash(slot);
    });
  }
}

function aProcess(name: string): Process {
  return { name, isAlive: true, skewMs: 0, frozenUntil: 0 };
}
