/** A service as Moleculer knows it, made of a table: contracts, use cases, what they work with, jobs. */
import assert from "node:assert";
import type { Action, InputOf, OutputOf } from "@slipway/contracts";
import type { ServiceBroker, ServiceSchema } from "moleculer";
import { type DatabaseFailure, type ServiceState, type UseCase, handle } from "./handle.ts";
import { type Job, type RunningJob, createJob } from "./job.ts";
import type { Request } from "./request.ts";
import type { Lack, ServiceOptions } from "./serve.ts";
import type { Settings } from "./setting.ts";

/** The open database of a service and the outboxes in it; `@slipway/store` makes it. */
export interface ServiceStore<Consumer = never> {
  /** The lack that stops the service from working; undefined while it works. */
  lacks(): Lack | undefined;
  failureOf(error: unknown): DatabaseFailure;
  /** Counts a stored record that cannot be answered, and names it in the log. */
  noteUnreadable(id: string, reason: string): void;
  /** The regular work of the store. */
  readonly jobs: readonly Job[];
  /** From now on consumers get what the outboxes hold. */
  start(consumers: readonly Consumer[]): void;
  /** Resolves when consumers have everything that is committed. */
  settle(): Promise<void>;
  /** Ends deliveries, then the connection. */
  close(): Promise<void>;
}

/** The parts from which `deps` composes the dependencies of the use cases. */
export interface Opened<Config, Store> extends ServiceOptions {
  readonly config: Config;
  readonly store: Store;
  readonly warn: (line: string) => void;
}

/** Something a service runs that has a beginning and an end of its own. */
export interface Part {
  start?(): void;
  stop?(): Promise<void>;
  /** Resolves when nothing that is due is left. */
  settle?(): Promise<void>;
}

type ConsumerOf<Store> = Store extends ServiceStore<infer Consumer> ? Consumer : never;

type UseCasesOf<Contracts, Deps> = {
  readonly [Name in keyof Contracts as Contracts[Name] extends Action
    ? Name
    : never]: Contracts[Name] extends Action ? UseCaseOf<Contracts[Name], Deps> : never;
};

type UseCaseOf<A extends Action, Deps> = (
  deps: Deps,
  request: Request,
  input: InputOf<A>,
) => Promise<OutputOf<A>> | OutputOf<A>;

interface ServiceDefinition<Contracts, Config, Store extends ServiceStore, Deps> {
  /** On the bus: the first half of its actions' names. */
  readonly name: string;
  /** Every action among them is served; what else a module of contracts exports is left out. */
  readonly contracts: Contracts;
  /** Reads the settings; throws where one cannot be understood. */
  readonly config: (settings: Settings) => Config;
  /** Opens the database, which must have its indexes. */
  readonly store: (options: ServiceOptions) => Promise<Store>;
  readonly deps: (opened: Opened<Config, Store>) => Deps;
  readonly actions: UseCasesOf<Contracts, Deps>;
  readonly consumers?: (deps: Deps) => readonly ConsumerOf<Store>[];
  /** Named `<verb>-<noun>`. */
  readonly jobs?: (deps: Deps) => readonly Job[];
  /** The parts in the order in which they end: a part stands before those that it makes work for. */
  readonly parts?: (deps: Deps) => readonly Part[];
}

/** A service that can be started, asked and stopped, wherever it runs. */
export type Service = ReturnType<ReturnType<typeof defineService>>;

interface Running<Store, Deps> {
  readonly store: Store;
  readonly deps: Deps;
  readonly jobs: readonly RunningJob[];
  readonly parts: readonly Part[];
  readonly warn: (line: string) => void;
}

/**
 * Makes of a table what `broker.createService` takes. Moleculer calls `started`, which opens the database, and
 * registers the service only then; where that fails, nothing is left behind. `stopped` ends jobs and parts, and closes
 * the database, once no call runs here any more. There are no `dependencies`: services call each other in circles,
 * and a call of one that is not there yet is refused as unavailable.
 */
export function defineService<Contracts extends object, Config, Store extends ServiceStore, Deps>(
  definition: ServiceDefinition<Contracts, Config, Store, Deps>,
) {
  return (options: ServiceOptions) => {
    let running: Running<Store, Deps> | undefined;
    const opened: { deps?: Deps } = {};
    const lacks = (): Lack | undefined => (running ? running.store.lacks() : "database");
    const state = stateOf(() => running?.store);
    const schema: ServiceSchema = {
      name: definition.name,
      actions: actionsOf(definition, opened, state),
      async started() {
        running = await open(definition, options);
        opened.deps = running.deps;
        begin(definition, running);
      },
      async stopped() {
        // The service answers until its database is closed: other services of the process still end their work.
        if (running) await end(running);
        running = undefined;
      },
    };
    const { broker } = options;
    return {
      schema,
      /** The lack that stops the service from working; undefined while it works. */
      lacks,
      /**
       * Puts it on the broker. It connects and begins its own work, and is registered a moment later.
       * A start that fails leaves nothing behind and has not been on the bus: it may be repeated.
       */
      start: () => startOn(broker, schema),
      /** Takes it off the broker: once its calls have ended it ends its own work and closes its connection. */
      async stop() {
        const service = broker.getLocalService(schema.name);
        if (running && service) await broker.destroyService(service);
      },
      /** Resolves when consumers have every event that is committed so far. */
      async settle() {
        for (const part of running?.parts ?? []) await part.settle?.();
        await running?.store.settle();
      },
    };
  };
}

function stateOf(store: () => ServiceStore | undefined): ServiceState {
  return {
    isUp: () => store()?.lacks() === undefined && store() !== undefined,
    lacksDatabase: () => store()?.lacks() === "database",
    failureOf: (error) => store()?.failureOf(error) ?? "fault",
    samplesBuilt: true,
    noteUnreadable: (id, reason) => store()?.noteUnreadable(id, reason),
  };
}

function actionsOf<Contracts extends object, Deps>(
  {
    name: service,
    contracts,
    actions,
  }: Pick<
    ServiceDefinition<Contracts, unknown, ServiceStore, Deps>,
    "name" | "contracts" | "actions"
  >,
  opened: { readonly deps?: Deps },
  state: ServiceState,
): NonNullable<ServiceSchema["actions"]> {
  const table = Object.entries<UseCaseOf<Action, Deps>>(actions);
  return Object.fromEntries(
    table.map(([name, useCase]) => {
      const contract = (contracts as Record<string, Action>)[name];
      assert(contract?.name === `${service}.${name}`, `${service}.${name} has no contract`);
      const bound: UseCase<Action> = (request, input) =>
        useCase(opened.deps as Deps, request, input);
      return [name, handle(contract, bound, state)];
    }),
  );
}

async function open<Contracts, Config, Store extends ServiceStore, Deps>(
  definition: ServiceDefinition<Contracts, Config, Store, Deps>,
  options: ServiceOptions,
): Promise<Running<Store, Deps>> {
  const { name, jobs, parts } = definition;
  const warn = (line: string): void => options.log("warn", line);
  const config = definition.config(options.settings ?? {});
  const store = await definition.store(options);
  try {
    const deps = definition.deps({ ...options, config, store, warn });
    const regular = [...store.jobs, ...(jobs?.(deps) ?? [])];
    return {
      store,
      deps,
      jobs: regular.map((job) => createJob({ ...job, name: `${name}.${job.name}` }, warn)),
      parts: parts?.(deps) ?? [],
      warn,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function begin<Store extends ServiceStore, Deps>(
  { consumers }: Pick<ServiceDefinition<unknown, unknown, Store, Deps>, "consumers">,
  { store, deps, jobs, parts }: Running<Store, Deps>,
): void {
  store.start((consumers?.(deps) ?? []) as never[]);
  for (const part of parts) part.start?.();
  for (const job of jobs) job.start();
}

/** A part that cannot be stopped keeps neither the others nor the database open; Moleculer would not log it. */
async function end({ store, jobs, parts, warn }: Running<ServiceStore, unknown>): Promise<void> {
  await Promise.all(jobs.map((job) => job.stop()));
  for (const part of parts) {
    try {
      await part.stop?.();
    } catch (error) {
      warn(`a part of the service could not be stopped: ${String(error)}`);
    }
  }
  await store.close();
}

/** Puts a service on a broker that has started, and waits for its start, of which Moleculer only logs a failure. */
async function startOn(broker: ServiceBroker, schema: ServiceSchema): Promise<void> {
  const { promise: hasStarted, resolve, reject } = Promise.withResolvers<void>();
  const service = broker.createService({
    ...schema,
    async started() {
      try {
        await (schema.started as () => Promise<void>)();
        resolve();
      } catch (error) {
        reject(error as Error);
        throw error;
      }
    },
  });
  try {
    await hasStarted;
  } catch (error) {
    await broker.destroyService(service);
    throw error;
  }
}
