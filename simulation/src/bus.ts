import type { ServiceBroker } from "@slipway/broker";
import { Errors } from "moleculer";
import type { RandomSource } from "./random-source.ts";
import type { Process, Scheduler } from "./scheduler.ts";

/** How often what goes wrong with a call. */
export interface BusFaultRates {
  /** It never arrives: the caller's time runs out. */
  lost: number;
  /** It is carried out, and its answer never arrives. */
  unanswered: number;
  /** It is on its way for long. */
  slow: number;
  /** It goes to another replica than routing says. */
  stray: number;
}

export const noBusFaults: BusFaultRates = { lost: 0, unanswered: 0, slow: 0, stray: 0 };

interface CallOptions {
  meta?: object;
  headers?: object;
  timeout?: number;
  nodeID?: string;
}

interface Action {
  handler: (context: object) => Promise<unknown>;
  strategyOptions?: { key: string };
}

interface ServiceSchema {
  name: string;
  actions: Record<string, Action>;
  started?: () => Promise<void>;
}

/** A call that a process works on; its caller may have crashed. */
export interface Work {
  readonly process: Process;
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The call that caused it. */
  readonly cause: Work | undefined;
}

export interface BusWatcher {
  begun(work: Work): void;
  /** @param error what it failed with; without one it has a result. */
  ended(work: Work, error: unknown, result?: unknown): void;
}

interface Waiting {
  readonly work: Work;
  isBegun: boolean;
  fail(): void;
}

/** The part of a message that arrives: what JSON carries. */
function sent(message: unknown): unknown {
  return message === undefined ? undefined : JSON.parse(JSON.stringify(message));
}

/** The bus between the replicas of a run: what the services see as their broker. */
export class Bus {
  faults: BusFaultRates = noBusFaults;
  readonly watchers: BusWatcher[] = [];
  readonly #scheduler: Scheduler;
  readonly #random: RandomSource;
  readonly #nodes = new Map<string, Node>();
  readonly #waiting = new Set<Waiting>();

  constructor(scheduler: Scheduler, random: RandomSource) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  /** A broker for a process; calls it makes leave from there. */
  join(process: Process): ServiceBroker {
    const node = new Node(this, process);
    this.#nodes.set(process.name, node);
    return node as unknown as ServiceBroker;
  }

  /** A process crashed: its callers get an error or run into their deadline. */
  leave(process: Process): void {
    this.#nodes.delete(process.name);
    for (const waiting of this.#waiting) {
      if (waiting.work.process !== process) continue;
      this.#waiting.delete(waiting);
      if (this.#random.is(0.8)) waiting.fail();
    }
  }

  /** The first where it is a fake: it stands in for some actions of a real service too. */
  serving(action: string): Node[] {
    const all = [...this.#nodes.values()].filter(({ actions }) => actions.has(action));
    const fake = all.find(({ process }) => process.name === "fakes");
    return fake ? [fake] : all;
  }

  call(
    from: Process,
    call: { action: string; input: object; options: CallOptions; cause: Work | undefined },
  ): Promise<unknown> {
    const { action, options, cause } = call;
    const input = sent(call.input) as Record<string, unknown>;
    const target = this.#route(action, input, options.nodeID);
    const nodeID = options.nodeID ?? target?.nodeID ?? "";
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const answered = this.#post(from, { action, nodeID, timeoutMs: options.timeout, reject });
    const unserved = (): void =>
      answered("unserved", () => reject(new Errors.ServiceNotAvailableError({ action, nodeID })));
    const rejected = (): void =>
      answered("rejected", () => reject(new Errors.RequestRejectedError({ action, nodeID })));
    if (!target) unserved();
    else if (!this.#random.is(this.faults.lost)) {
      const work: Work = { process: target.process, action, input, cause };
      const waiting: Waiting = {
        work,
        isBegun: false,
        fail: () => (waiting.isBegun ? rejected() : unserved()),
      };
      this.#waiting.add(waiting);
      const end = (settle: () => void, error?: unknown, result?: unknown): void => {
        this.#waiting.delete(waiting);
        for (const watcher of this.watchers) watcher.ended(work, error, result);
        if (!this.#random.is(this.faults.unanswered)) answered("answer", settle);
      };
      const begin = (): void => {
        waiting.isBegun = true;
        for (const watcher of this.watchers) watcher.begun(work);
        target.serve(work, options).then(
          (result) => end(() => resolve(sent(result)), undefined, result),
          (error: Error) => end(() => reject(error), error),
        );
      };
      this.#scheduler.post(target.process, action, begin, this.#travel());
    }
    return promise;
  }

  /** Returns a function that answers the caller once: with the first answer or the time-out. */
  #post(
    from: Process,
    call: {
      action: string;
      nodeID: string;
      timeoutMs: number | undefined;
      reject: (error: Error) => void;
    },
  ): (kind: string, settle: () => void) => void {
    const { action, nodeID, timeoutMs = 10_000, reject } = call;
    let isOpen = true;
    const close = (settle: () => void) => () => {
      if (!isOpen) return;
      isOpen = false;
      timeout.isCancelled = true;
      settle();
    };
    const late = close(() => reject(new Errors.RequestTimeoutError({ action, nodeID })));
    const timeout = this.#scheduler.post(from, `${action} times out`, late, timeoutMs);
    return (kind, settle) =>
      void this.#scheduler.post(from, `${action} ${kind}`, close(settle), this.#travel());
  }

  #route(action: string, input: Record<string, unknown>, nodeId: string | undefined) {
    const serving = this.serving(action);
    if (nodeId !== undefined) return serving.find(({ nodeID }) => nodeID === nodeId);
    if (serving.length === 0) return undefined;
    const key = serving[0]?.actions.get(action)?.strategyOptions?.key;
    const given = key === undefined ? undefined : input[key];
    if (given === undefined || given === null || this.#random.is(this.faults.stray))
      return this.#random.pick(serving);
    return highest(serving, given as string);
  }

  #travel(): number {
    const { slow } = this.faults;
    const drawn = this.#random.next();
    if (drawn < slow) return Math.ceil(this.#random.around(drawn < slow / 30 ? 5_000 : 100));
    return drawn < 0.6 ? 0 : 1;
  }
}

function highest(nodes: readonly Node[], key: string): Node {
  const weightOf = ({ nodeID }: Node): number => {
    let hash = 0x811c9dc5;
    for (const character of `${nodeID}|${key}`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  };
  return nodes.reduce((best, node) => (weightOf(node) > weightOf(best) ? node : best));
}

/** One process on the bus, with the parts of a broker that the services use. */
class Node {
  readonly namespace = "simulation";
  readonly localBus = { on: () => undefined };
  readonly actions = new Map<string, Action>();
  readonly process: Process;
  readonly #bus: Bus;

  constructor(bus: Bus, process: Process) {
    this.#bus = bus;
    this.process = process;
  }

  get nodeID(): string {
    return this.process.name;
  }

  get registry(): object {
    const get = (action: string): object => ({
      endpoints: this.#bus.serving(action).map(({ nodeID }) => ({ id: nodeID })),
    });
    return { actions: { get } };
  }

  /** As Moleculer: a service can be called once it has started; its failure is known to itself. */
  createService({ name, actions, started }: ServiceSchema): void {
    const register = (): void => {
      for (const [action, schema] of Object.entries(actions))
        this.actions.set(`${name}.${action}`, schema);
    };
    if (started) void started().then(register, () => undefined);
    else register();
  }

  destroyService(): Promise<void> {
    return Promise.resolve();
  }

  call(action: string, input: object, options: CallOptions): Promise<unknown> {
    return this.#bus.call(this.process, { action, input, options, cause: undefined });
  }

  /** Carries a call out here, in a context whose own calls name it as their cause. */
  async serve(work: Work, { meta, headers }: CallOptions): Promise<unknown> {
    const context = {
      meta,
      headers,
      params: work.input,
      broker: this,
      call: (action: string, input: object, options: CallOptions) =>
        this.#bus.call(this.process, { action, input, options, cause: work }),
    };
    const schema = this.actions.get(work.action);
    if (!schema) throw new Errors.ServiceNotFoundError({ action: work.action });
    return schema.handler(context);
  }
}
