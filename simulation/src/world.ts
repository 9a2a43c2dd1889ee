import { call } from "@slipway/broker";
import { bookings, resourcesCapacity } from "@slipway/contracts";
import { Bus, fairBus } from "./bus.ts";
import { Chance } from "./chance.ts";
import { sendCommand } from "./commands.ts";
import type { Coverage } from "./coverage.ts";
import { connectTo } from "./engine/connect.ts";
import { Engine, fairWeather } from "./engine/engine.ts";
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
  #isOpen = false;
  #busy = 0;
  /** Commands under way. */
  #active = 0;
  /** Steps until time goes by, at the latest: no client sends anything before. */
  #leapIn = 0;

  constructor(seed: number, coverage: Coverage) {
    this.#chance = new Chance(seed);
    this.plan = drawPlan(this.#chance);
    this.#coverage = coverage;
    this.#client = aProcess("client");
    this.scheduler = new Scheduler(this.#chance, beginning, this.#client);
    virtualise(this.scheduler, this.#chance);
    this.#engine = new Engine(this.scheduler, this.#chance);
    connectTo(this.#engine);
    this.#bus = new Bus(this.scheduler, this.#chance);
    this.#slots = slotsOf(this.plan);
    const skews = [0, ...this.plan.skewsMs];
    const [lag, lead] = [Math.min(...skews), Math.max(...skews)];
    this.judge = new Judge(
      {
        bookings: this.#engine.table("bookings"),
        resources: this.#engine.table("resources"),
        ledgers: this.#engine.table("ledgers"),
        claims: this.#engine.table("claims"),
        now: () => this.scheduler.now,
        fastest: () => this.scheduler.now + lead,
        slowest: () => this.scheduler.now + lag,
      },
      isCalm(this.plan),
    );
    const { documents } = this.#engine.table("resources");
    const supplierOf = (id: string): string =>
      (documents.get(id)?.["supplierId"] as string | undefined) ?? id;
    this.#sagas = new Sagas(coverage, supplierOf);
    this.#bus.watchers.push(this.judge, this.#sagas);
    this.#engine.watch((written, by) => {
      this.scheduler.note(`${written.table} ${written.after?._id}`);
      // What the operation would throw reaches whoever asked for it, and may be swallowed there.
      try {
        this.judge.written(written, by);
        const isNewPlace = this.#sagas.written(written, by);
        const slot = this.#slots.find(({ process }) => process === by);
        const death = this.plan.deaths * (isNewPlace ? 1 : 0.05);
        if (slot && this.#isOpen && this.#chance.is(death)) this.#dying.add(slot);
        if (written.after?.["status"] === "EXPIRED" && written.before?.["status"] === "ON_HOLD")
          coverage.answered("expire", "accepted");
      } catch (error) {
        this.judge.fault(error);
      }
    });
    this.#office = this.#open(serveOutside(this.#bus.join(aProcess("outside"))));
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
    for (const slot of this.#slots) {
      if (!slot.process) this.#start(slot);
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
    await this.#examine();
  }

  /** What doctor would find. */
  async #examine(): Promise<void> {
    let isDone = false;
    this.scheduler.post(this.#client, "doctor", () => {
      const request = requestOf(this.#office.broker, 600_000);
      Promise.all([
        call(request, resourcesCapacity.examineCapacity, {}),
        call(request, bookings.examineBookings, {}),
      ]).then(
        (examined) => {
          isDone = true;
          const findings = examined.flatMap((each) => each.findings);
          if (findings.length > 0) this.judge.fault(new Error(JSON.stringify(findings)));
        },
        (error: unknown) => this.judge.fault(error),
      );
    });
    while (!isDone) await this.#step();
    this.judge.check();
  }

  async #step(): Promise<void> {
    if (!(await this.scheduler.step())) throw new Error("nothing can happen any more");
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
    if (this.#leapIn === 0 && this.#chance.is(leaps)) this.#leapIn = this.#patience();
    else if (this.#leapIn > 0 && (--this.#leapIn === 0 || this.#active === 0)) this.#leap();
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

  #freeze({ process }: Slot): void {
    if (!process) return;
    this.#coverage.count("freeze");
    const ms = this.#chance.around(this.#chance.pick([50, 2_000, 7_000, 30_000]));
    process.frozenUntil = this.scheduler.now + Math.ceil(ms);
  }

  #start(slot: Slot): void {
    if (slot.process) return;
    const log = (line: string): void => {
      if (this.lines.length < 10_000) this.lines.push(line);
    };
    const { scheduler, plan } = this;
    startReplica({ scheduler, bus: this.#bus, settings: plan.settings, log }, slot);
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
