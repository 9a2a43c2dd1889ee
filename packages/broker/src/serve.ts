import type { ServiceBroker } from "moleculer";
import type { Action } from "@slipway/contracts";
import { type ServiceState, type UseCase, handle } from "./handle.ts";
import type { Log } from "./watch-calls.ts";

/** One row of a service's table: a contract and the use case that carries it out. */
export interface Row {
  readonly contract: Action;
  readonly useCase: UseCase<Action>;
}

/** Pairs a contract with its use case; the types must agree. */
export function on<A extends Action>(contract: A, useCase: UseCase<A>): Row {
  return { contract, useCase };
}

/** Puts a service's table on the bus. Contract names are `<service>.<action>`. */
export function serve(
  broker: ServiceBroker,
  service: string,
  rows: readonly Row[],
  state: ServiceState,
): void {
  const actions = Object.fromEntries(
    rows.map(({ contract, useCase }) => {
      const [owner, action] = contract.name.split(".");
      if (owner !== service || action === undefined)
        throw new Error(`${contract.name} is no action of ${service}`);
      return [action, handle(contract, useCase, state)];
    }),
  );
  broker.createService({ name: service, actions });
}

/** The options that every service gets from the program that starts it. */
export interface ServiceOptions {
  readonly broker: ServiceBroker;
  readonly mongodbUri: string;
  /** Databases are named `<prefix>-<service>`. */
  readonly databasePrefix: string;
  readonly log: Log;
  /** Milliseconds since the epoch; another clock only in tests. */
  readonly clock?: () => number;
  /** Whether it migrates its database before it serves; otherwise `slipway migrate` does. */
  readonly migrates?: boolean;
  /** Further settings by the names of the environment, read once where the process begins. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
}

/**
 * The reason why a service cannot work: its database does not answer, its clock is too far from the database's, or its
 * release is older than the database's minimum.
 */
export type Lack = "database" | "clock" | "release";
