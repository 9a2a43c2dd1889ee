import { call } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import { databaseFailureOf } from "@slipway/store";
import { Bus, fairBus } from "./bus.ts";
import { Chance } from "./chance.ts";
import { sendCommand } from "./commands.ts";
import type { Coverage } from "./coverage.ts";
import { connectTo } from "./engine/connect.ts";
import { Engine, fairWeather } from "./engine/engine.ts";
import type { Entry, Server } from "./engine/server.ts";
import { examine } from "./examination.ts";
import { drawTrouble } from "./fail-overs.ts";
import { Judge } from "./oracle/judge.ts";
import { type Office, nextEnd, requestOf } from "./office.ts";
import { type Outside, serveOutside } from "./outside.ts";
import { type Plan, drawPlan } from "./plan.ts";
import { type ServiceName, type Slot, killReplica, startReplica } from "./replica.ts";
import { Sagas } from "./sagas.ts";
import { type Process, Scheduler } from "./scheduler.ts";
import { beginning, options, resources } from "./universe.ts";
import { virtualise } from "./virtual-time.ts";

/** Of ten seconds: two minutes, within which everything has to be finished as it is set by default. */
const leapsAtRest = 12;
const usualConfirmSeconds = 60;
const minuteMs = 60_000;
/** Clocks are put right by steps of up to so much. */
const inexactMs = 100;
/** Until a process has read the clock of the next primary it goes by an earlier time: keep-time.ts. */
const doubtMs = 60_000;
/** What was answered in doubt is known by then. */
const doubtedForMs = 10_000;

/** A small installation from its first start, with all that befalls it drawn from one seed. */
export class World {
  readonly scheduler: Scheduler;
  readonly plan: Plan;
  readonly judge: Judge;
  /** What the services have said, for a trace. */
  readonly lines: string[] = [];
  readonly #chance: Chance;
  readonly #engine: Engine;
  readonly #bus: Bus;
  readonly #slots: readonly Slot[];
  readonly #client: Process;
  readonly #coverage: Coverage;
  /** Who dies before the next step. */
  readonly #dying = new Set<Slot>();
  readonly #sagas: Sagas;
  readonly #office: Office;
  /** When a process has last been in doubt about the clock of a primary. */
  #doubtedAt = -Infinity;
  #isOpen = false;
  #busy = 0;
  /** Commands under way. */
  #active = 0;
  /** Steps until time goes by, at the latest: no client sends anything before. */
  #leapIn = 0;

  /** @param failOvers the share of worlds that have some. */
  constructor(seed: number, coverage: Coverage, failOvers: number) {
    this.#chance = new Chance(seed);
    this.plan = drawPlan(this.#chance, failOvers);
    this.#coverage = coverage;
    this.#client = aProcess("client");
    this.scheduler = new Scheduler(this.#chance, beginning, this.#client);
    virtualise(this.scheduler, this.#chance);
    this.#engine = new Engine(this.scheduler, this.#chance, this.plan.databases);
    connectTo(this.#engine);
    this.#bus = new Bus(this.scheduler, this.#chance);
    this.#slots = slotsOf(this.plan);
    const capacity = this.#engine.serverOf("resources-capacity");
    const sales = this.#engine.serverOf("-bookings");
    const durable = (server: Server, name: string) => ({ documents: server.table(name).durable });
    this.judge = new Judge(
      {
        bookings: durable(sales, "bookings"),
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
    this.#bus.watchers.push(this.judge, this.#sagas);
    for (const server of this.#engine.servers) {
      server.onWritten((entry) => this.#guard(() => this.#written(entry)));
      server.onDurable((entry) => this.#guard(() => this.judge.written(entry)));
    }
    const told = (ids: readonly string[]): void => this.#guard(() => this.judge.news.told(ids));
    this.#office = this.#open(serveOutside(this.#bus.join(aProcess("outside")), told));
  }

  /** What an operation would throw reaches its caller, which may swallow it. */
  #guard(look: () => void): void {
    try {
      look();
    } catch (error) {
      this.judge.fault(error);
    }
  }

  /** The writing process may die after it. */
  #written(entry: Entry): void {
    const { table, before, after, by } = entry;
    this.scheduler.note(`${table} ${after?._id}`);
    const isNewPlace = this.#sagas.written(entry, by);
    const slot = this.#slots.find(({ process }) => process === by);
    const death = this.plan.deaths * (isNewPlace ? 1 : 0.05);
    if (slot && this.#isOpen && this.#chance.is(death)) this.#dying.add(slot);
    if (after?.["status"] === "EXPIRED" && before?.["status"] === "ON_HOLD")
      this.#coverage.answered("expire", "accepted");
  }

  /** The latest that any process takes it to be. */
  #believed(): number {
    // What it read of an earlier primary it goes by until it reads the clock again.
    const leads = [...this.#engine.timeErrors.values()].map((each) => each.inexactMs - each.lagMs);
    const errors = [...this.#engine.timeErrors.values()].map((each) => each.inexactMs);
    const ahead = this.scheduler.now + Math.max(0, ...leads);
    return Math.max(this.#fastest(), ahead) + Math.max(0, ...errors) + inexactMs;
  }

  /** The earliest that any process takes it to be, or a database says. */
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

  /** The latest that any primary can have said it is: what it was to last until then may be over. */
  #fastest(): number {
    return Math.max(...this.#engine.servers.map(({ latest }) => latest));
  }

  #open(outside: Outside): Office {
    return {
      broker: this.#bus.join(this.#client),
      chance: this.#chance,
      judge: this.judge,
      coverage: this.#coverage,
      outside,
      plan: this.plan,
      known: [],
      sent: [],
      resourceIds: new Map(),
      keys: 0,
    };
  }

  /** Starts the replicas and makes what is sold, in fair weather. */
  async begin(): Promise<void> {
    for (const slot of this.#slots) this.#start(slot);
    let isDone = false;
    this.scheduler.post(this.#client, "begin", () => {
      this.#makeResources().then(
        () => (isDone = true),
        (error: unknown) => this.judge.fault(error),
      );
    });
    while (!isDone) await this.#step();
  }

  async #makeResources(): Promise<void> {
    // Replicas are not on the bus before they have started.
    await new Promise((resume) => setTimeout(resume, 10));
    const { broker, resourceIds } = this.#office;
    for (const { name, ...numbers } of resources) {
      const request = requestOf(broker, 60_000);
      const made = await call(request, resourcesCapacity.createResource, { name, ...numbers });
      resourceIds.set(name, made.id);
    }
    for (const { id, needs } of options)
      for (const { resource, ...amounts } of needs) {
        const resourceId = resourceIds.get(resource) as string;
        const wanted = { id, resourceId, ...amounts };
        await call(requestOf(broker, 60_000), resourcesCapacity.setRequirement, wanted);
      }
  }

  /** So many steps with clients at work and everything going wrong that the plan says. */
  async live(steps: number): Promise<void> {
    this.#engine.weather = this.plan.weather;
    this.#bus.weather = this.plan.busWeather;
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

  /** Lets everything end in fair weather, and looks at what is left. */
  async rest(): Promise<void> {
    this.#engine.weather = fairWeather;
    this.#bus.weather = fairBus;
    for (const server of this.#engine.servers) server.recover();
    for (const [place, slot] of this.#slots.entries()) {
      if (place === this.plan.databases.wrongClock?.slot) this.#restart(slot, 0);
      else if (!slot.process) this.#start(slot);
      else slot.process.frozenUntil = 0;
    }
    while (this.#busy > 0) await this.#step();
    // Late writes, deadlines, marks left behind, then recovery and the sweeps.
    const longer = Number(this.plan.settings["CLAIM_CONFIRM_SECONDS"]) - usualConfirmSeconds;
    const leaps = leapsAtRest + Math.max(0, longer / 10);
    for (let leap = 0; leap < leaps; leap++) {
      this.scheduler.now += 10_000;
      const until = this.scheduler.now + 300;
      while (this.scheduler.now < until) await this.#step();
    }
    this.judge.checkAtRest();
    await examine({
      bus: this.#bus,
      engine: this.#engine,
      office: this.#office,
      judge: this.judge,
      chance: this.#chance,
      ask: (what, question) => this.#ask(what, question),
    });
  }

  async #ask(what: string, question: () => Promise<void>): Promise<void> {
    let isDone = false;
    this.scheduler.post(this.#client, what, () => {
      question().then(
        () => (isDone = true),
        (error: unknown) => this.judge.fault(error),
      );
    });
    while (!isDone) await this.#step();
  }

  async #step(): Promise<void> {
    if (!(await this.scheduler.step())) throw new Error("nothing can happen any more");
    this.#noteDoubt();
    this.judge.check();
  }

  /** One client: commands one after another until the office closes. */
  #employ(): void {
    this.#busy++;
    const work = async (): Promise<void> => {
      while (this.#isOpen) {
        if (this.#leapIn === 0) await this.#send();
        const pause = this.#chance.around(this.plan.thinkMs);
        await new Promise((resume) => setTimeout(resume, pause));
      }
    };
    this.scheduler.post(this.#client, "employ", () => {
      work()
        .catch((error: unknown) => this.judge.fault(error))
        .finally(() => this.#busy--);
    });
  }

  async #send(): Promise<void> {
    this.#active++;
    await sendCommand(this.#office);
    this.#active--;
  }

  /** What happens to the installation before the next step, if anything. */
  #befall(): void {
    const { crashes, freezes, leaps } = this.plan;
    if (this.#chance.is(crashes)) this.#dying.add(this.#chance.pick(this.#slots));
    for (const slot of this.#dying) this.#crash(slot);
    this.#dying.clear();
    if (this.#chance.is(freezes)) this.#freeze(this.#chance.pick(this.#slots));
    this.#failOver();
    if (this.#leapIn === 0 && this.#chance.is(leaps)) this.#leapIn = this.#patience();
    else if (this.#leapIn > 0 && (--this.#leapIn === 0 || this.#active === 0)) this.#leap();
  }

  /** One database, or both at once, of which each goes its own way. */
  #failOver(): void {
    const { perStep } = this.plan.databases;
    if (perStep === 0 || !this.#chance.is(perStep)) return;
    const { servers } = this.#engine;
    const own = this.#chance.is(0.7) ? [this.#chance.pick(servers)] : servers;
    for (const server of own) {
      const trouble = drawTrouble(this.#chance, this.plan.databases);
      if (server.befall(trouble)) this.#coverage.count(trouble.kind);
    }
  }

  /** Where nothing goes wrong no command runs out of time either. */
  #patience(): number {
    return isCalm(this.plan) ? 10_000 : this.#chance.pick([1, 300]);
  }

  /** Time goes by without commands: a little, or until shortly before a hold ends. */
  #leap(): void {
    this.#leapIn = 0;
    const end = this.#chance.is(0.6) ? nextEnd(this.#office) : undefined;
    const { now } = this.scheduler;
    const to =
      end === undefined
        ? now + this.#chance.around(10_000)
        : end + this.#chance.from(-5_000, 3_000);
    this.scheduler.now = Math.max(now, Math.ceil(to));
  }

  #crash(slot: Slot): void {
    if (!slot.process) return;
    this.#coverage.count("crash");
    this.#sagas.crashed(slot.process);
    killReplica(this.#bus, slot);
    const back = Math.ceil(this.#chance.around(this.#chance.pick([5, 500, 5_000])));
    this.scheduler.post(this.#client, "restart", () => this.#start(slot), back);
  }

  /** With another clock. */
  #restart(slot: Slot, skewMs: number): void {
    killReplica(this.#bus, slot);
    slot.skewMs = skewMs;
    this.#start(slot);
  }

  #freeze({ process }: Slot): void {
    if (!process) return;
    this.#coverage.count("freeze");
    const mean = this.#chance.pick([50, 2_000, 7_000, 30_000]);
    // As after SIGSTOP: past every deadline. No longer than that: at rest everybody has to be awake.
    const isLong = this.plan.databases.perStep > 0 && this.#chance.is(0.2);
    const ms = isLong ? minuteMs : Math.min(minuteMs, Math.ceil(this.#chance.around(mean)));
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
      // What cannot start because the database is away is started again.
      if (databaseFailureOf(error) === "fault") this.judge.fault(error);
      else if (slot.process === process) this.#crash(slot);
    });
  }
}

/** Nothing is lost, nobody stops, and nothing takes so long that its time runs out. */
function isCalm({ trouble }: Plan): boolean {
  return trouble === "none";
}

function aProcess(name: string): Process {
  return { name, isAlive: true, skewMs: 0, frozenUntil: 0 };
}

function slotsOf({ replicas, isShared, skewsMs }: Plan): Slot[] {
  const kinds: readonly (readonly ServiceName[])[] = isShared
    ? [["bookings", "resources-capacity"]]
    : [["bookings"], ["resources-capacity"]];
  return Array.from({ length: replicas }, (_, replica) =>
    kinds.map((services, kind) => ({
      name: `${services.length > 1 ? "node" : services[0]}-${replica}`,
      services,
      skewMs: skewsMs[replica * kinds.length + kind] ?? 0,
      process: undefined,
      lives: 0,
    })),
  ).flat();
}
