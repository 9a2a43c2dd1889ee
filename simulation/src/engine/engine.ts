import type { RandomSource } from "../random-source.ts";
import type { Process, Scheduler } from "../scheduler.ts";
import { connectionLost, interrupted, noPrimary, notPrimary } from "./driver-errors.ts";
import { Server } from "./server.ts";

/** Fault rates per operation on the way to the engine and back. */
export interface FaultRates {
  /** The operation never arrives; the caller gets an outage. */
  lost: number;
  /** The operation is done, but the caller gets an outage, after so long on average. */
  unanswered: number;
  silentMs: number;
  /** The caller gets an outage, and the operation is done later. */
  late: number;
  /** It is on its way for long: so long, on average. */
  slow: number;
  slowMs: number;
  /** Between two documents of one operation others come in; where it is so, bulks have no order. */
  torn: number;
  /** An operation, such as ledgers.update, that fails many times as often as others. */
  sore?: string | undefined;
}

/** How much more often a sore operation fails. */
const soreTimes = 30;
/** The driver's time-outs, as packages/store/src/connection/connect.ts sets them. */
const selectionMsMax = 2_000;
const socketMsMax = 12_000;

export const noFaults: FaultRates = {
  lost: 0,
  unanswered: 0,
  silentMs: 0,
  late: 0,
  slow: 0,
  slowMs: 0,
  torn: 0,
};

/** An operation: other operations may run between two of its steps. */
export type Steps<Result> = Pick<Generator<undefined, Result, undefined>, "next">;

/** An operation of one step. */
export function atOnce<Result>(work: () => Result): Steps<Result> {
  return { next: () => ({ done: true, value: work() }) };
}

/** An operation on its way. */
export interface Operation<Result> {
  /** In traces, and what may be sore. */
  readonly label: string;
  readonly server: Server;
  readonly begin: () => Steps<Result>;
  /** It is answered only when its writes, and those it found, are durable. */
  readonly isAcknowledged: boolean;
}

interface TimeError {
  readonly process: Process;
  readonly lagMs: number;
  readonly inexactMs: number;
  /** As far as it knows the primary is still the one that it has read it from. */
  readonly isOfPresent: () => boolean;
}

interface Sent<Result> extends Operation<Result> {
  readonly caller: Process;
  readonly steps: Steps<Result>;
  readonly term: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** The database servers, behind a network with faults. */
export class Engine {
  readonly process: Process = { name: "engine", isAlive: true, skewMs: 0, frozenUntil: 0 };
  faults: FaultRates = noFaults;
  readonly servers: readonly Server[];
  /**
   * By how much a process may take the time for earlier than the true one, and for later than its
   * database's, since it read that last: by connection.
   */
  readonly timeErrors = new Map<object, TimeError>();
  readonly scheduler: Scheduler;
  readonly #random: RandomSource;

  /** @param servers how many there are, for databases in turn. */
  constructor(
    scheduler: Scheduler,
    random: RandomSource,
    { servers, isAlone }: { servers: number; isAlone: boolean } = { servers: 1, isAlone: false },
  ) {
    this.scheduler = scheduler;
    this.#random = random;
    const means = { scheduler, random, process: this.process, isAlone };
    this.servers = Array.from({ length: servers }, () => new Server(means));
  }

  /** The server that has a service's database. */
  serverOf(database: string): Server {
    const place = database.endsWith("-bookings") ? 0 : 1;
    return this.servers[place % this.servers.length] as Server;
  }

  /** The order of the writes of an unordered bulk, as indexes. */
  orderOf(writes: number): number[] {
    const indexes = Array.from({ length: writes }, (_, index) => index);
    if (this.faults.torn === 0) return indexes;
    const drawn = indexes.map((index) => ({ index, place: this.#random.next() }));
    return drawn.toSorted((a, b) => a.place - b.place).map(({ index }) => index);
  }

  /** Carries an operation out for a process: there and back are events, and either may fail. */
  carryOut<Result>(operation: Operation<Result>): Promise<Result> {
    const { scheduler } = this;
    const { server, label } = operation;
    const caller = scheduler.current;
    return new Promise<Result>((resolve, reject) => {
      if (server.downSince === undefined) return this.#send(operation, caller, { resolve, reject });
      // The driver waits for a primary.
      let isWaiting = true;
      const giveUp = (): void => {
        isWaiting = false;
        reject(noPrimary(label));
      };
      const timeout = scheduler.post(caller, `${label} waits`, giveUp, selectionMsMax);
      server.whenUp(() => {
        if (!isWaiting) return;
        timeout.isCancelled = true;
        const send = (): void => this.#send(operation, caller, { resolve, reject });
        scheduler.post(caller, `${label} begins`, send);
      });
    });
  }

  #send<Result>(
    operation: Operation<Result>,
    caller: Process,
    { resolve, reject }: Pick<Sent<Result>, "resolve" | "reject">,
  ): void {
    const { scheduler } = this;
    const { label, server } = operation;
    const { term, breaks } = server;
    server.notice(caller);
    const fate = this.#fate(label);
    const fail = (delayMs: number): void => {
      const error = connectionLost(label);
      scheduler.post(caller, `${label} outage`, () => reject(error), delayMs);
    };
    const answer = (settle: () => void): void => {
      if (fate === "unanswered") fail(this.#delay(this.faults.silentMs));
      if (fate !== "fine") return;
      const arrive = (): void => {
        if (server.breaks === breaks) settle();
        else reject(connectionLost(label));
      };
      scheduler.post(caller, `${label} answer`, arrive, this.#travel());
    };
    if (fate === "lost" || fate === "late") fail(this.#delay(300));
    if (fate === "lost") return;
    const arrival = fate === "late" ? this.#delay(6_000) : this.#travel();
    const sent: Sent<Result> = {
      ...operation,
      caller,
      term,
      steps: operation.begin(),
      resolve: (result) => answer(() => resolve(result)),
      reject: (error) => answer(() => reject(error)),
    };
    const arrive = (): void => {
      // A message from a dying process may or may not have left it.
      if (!caller.isAlive && this.#random.is(0.5)) return;
      this.#run(sent, true);
    };
    scheduler.post(this.process, label, arrive, arrival);
  }

  #run<Result>(sent: Sent<Result>, isFirst = false): void {
    const { steps, server, caller, label, reject, resolve } = sent;
    if (server.term !== sent.term)
      return reject(isFirst ? notPrimary(label) : interrupted(label, 11_602));
    try {
      for (;;) {
        server.writer = caller;
        const { done, value } = steps.next();
        if (done) return this.#acknowledge(sent, () => resolve(value));
        if (!this.#random.is(this.faults.torn)) continue;
        this.scheduler.post(this.process, `${label} goes on`, () => this.#run(sent));
        return;
      }
    } catch (error) {
      this.#acknowledge(sent, () => reject(error as Error));
    }
  }

  /** A write that failed or found nothing waits as well: for what it has run into. */
  #acknowledge<Result>(
    { server, isAcknowledged, label, caller, reject }: Sent<Result>,
    settle: () => void,
  ): void {
    if (!isAcknowledged) return settle();
    if (server.isDurable) return settle();
    let isOpen = true;
    const close = (end: () => void): void => {
      if (isOpen) end();
      isOpen = false;
    };
    // The driver closes a connection that is silent for so long.
    const silent = (): void => close(() => reject(connectionLost(label)));
    const timeout = this.scheduler.post(caller, `${label} silent`, silent, socketMsMax);
    server.whenDurable(label, (error) => {
      timeout.isCancelled = true;
      close(() => (error ? reject(error) : settle()));
    });
  }

  #fate(label: string): "fine" | "lost" | "unanswered" | "late" {
    const { lost, unanswered, late, sore } = this.faults;
    const isSore = sore !== undefined && label.startsWith(sore);
    const drawn = this.#random.next() / (isSore ? soreTimes : 1);
    if (drawn < lost) return "lost";
    if (drawn < lost + unanswered) return "unanswered";
    return drawn < lost + unanswered + late ? "late" : "fine";
  }

  #travel(): number {
    const drawn = this.#random.next();
    if (drawn < this.faults.slow)
      return this.#delay(drawn < this.faults.slow / 30 ? 6_000 : this.faults.slowMs);
    return drawn < 0.6 ? 0 : 1;
  }

  #delay(mean: number): number {
    return Math.ceil(this.#random.around(mean));
  }
}
