import mongoose from "mongoose";
import type { Chance } from "../chance.ts";
import type { Process, Scheduler } from "../scheduler.ts";
import { Table, type Written } from "./table.ts";

/** How often what goes wrong on the way to the engine and back, per operation. */
export interface Weather {
  /** The operation never arrives; the caller learns of an outage. */
  lost: number;
  /** It is carried out; the caller learns of an outage, after so long on average. */
  unanswered: number;
  silentMs: number;
  /** The caller learns of an outage, and it is carried out after that. */
  late: number;
  /** It is on its way for long: so long, on average. */
  slow: number;
  slowMs: number;
  /** Between two documents of one operation others come in; where it is so, bulks have no order. */
  torn: number;
  /** The operation, such as ledgers.update, that fails many times as often as all else. */
  sore?: string | undefined;
}

/** How much more often a sore operation fails. */
const soreTimes = 30;

export const fairWeather: Weather = {
  lost: 0,
  unanswered: 0,
  silentMs: 0,
  late: 0,
  slow: 0,
  slowMs: 0,
  torn: 0,
};

/** An operation as the engine carries it out: between two of its steps others may come in. */
export type Steps<Result> = Pick<Generator<undefined, Result, undefined>, "next">;

/** An operation of one step. */
export function atOnce<Result>(work: () => Result): Steps<Result> {
  return { next: () => ({ done: true, value: work() }) };
}

/** A write by whoever asked for it. */
export type WriteWatcher = (written: Written, by: Process) => void;

/** The database: tables of documents, each changed by one operation at a time, over a network. */
export class Engine {
  readonly process: Process = { name: "engine", isAlive: true, skewMs: 0, frozenUntil: 0 };
  weather: Weather = fairWeather;
  readonly scheduler: Scheduler;
  readonly #chance: Chance;
  readonly #tables = new Map<string, Table>();
  readonly #watchers: WriteWatcher[] = [];
  #writer: Process;

  constructor(scheduler: Scheduler, chance: Chance) {
    this.scheduler = scheduler;
    this.#chance = chance;
    this.#writer = this.process;
  }

  /** Runs `watcher` with every change of a document, at the very instant of it. */
  watch(watcher: WriteWatcher): void {
    this.#watchers.push(watcher);
  }

  table(name: string): Table {
    let table = this.#tables.get(name);
    if (!table) {
      table = new Table(name, (written) => {
        for (const watcher of this.#watchers) watcher(written, this.#writer);
      });
      this.#tables.set(name, table);
    }
    return table;
  }

  /** In which order the writes of an unordered bulk are carried out, as their indexes. */
  orderOf(writes: number): number[] {
    const indexes = Array.from({ length: writes }, (_, index) => index);
    if (this.weather.torn === 0) return indexes;
    const drawn = indexes.map((index) => ({ index, place: this.#chance.next() }));
    return drawn.toSorted((a, b) => a.place - b.place).map(({ index }) => index);
  }

  /** Carries an operation out for a process: there and back are events, and either may fail. */
  carryOut<Result>(label: string, begin: () => Steps<Result>): Promise<Result> {
    const { scheduler } = this;
    const caller = scheduler.current;
    return new Promise<Result>((resolve, reject) => {
      const fate = this.#fate(label);
      const fail = (delayMs: number): void => {
        const error = new mongoose.mongo.MongoNetworkError(`${label}: connection lost`);
        scheduler.post(caller, `${label} outage`, () => reject(error), delayMs);
      };
      const answer = (settle: () => void): void => {
        if (fate === "unanswered") fail(this.#delay(this.weather.silentMs));
        else if (fate === "fine") scheduler.post(caller, `${label} answer`, settle, this.#travel());
      };
      if (fate === "lost" || fate === "late") fail(this.#delay(300));
      if (fate === "lost") return;
      const arrival = fate === "late" ? this.#delay(6_000) : this.#travel();
      const steps = begin();
      const arrive = (): void => {
        // What a dying process has sent may or may not have left it.
        if (!caller.isAlive && this.#chance.is(0.5)) return;
        this.#run(caller, label, {
          steps,
          resolve: (r) => answer(() => resolve(r)),
          reject: (e) => answer(() => reject(e)),
        });
      };
      scheduler.post(this.process, label, arrive, arrival);
    });
  }

  #run<Result>(
    caller: Process,
    label: string,
    operation: {
      steps: Steps<Result>;
      resolve: (result: Result) => void;
      reject: (error: Error) => void;
    },
  ): void {
    const { steps, resolve, reject } = operation;
    try {
      for (;;) {
        this.#writer = caller;
        const { done, value } = steps.next();
        if (done) return resolve(value);
        if (!this.#chance.is(this.weather.torn)) continue;
        this.scheduler.post(this.process, `${label} goes on`, () =>
          this.#run(caller, label, operation),
        );
        return;
      }
    } catch (error) {
      reject(error as Error);
    }
  }

  #fate(label: string): "fine" | "lost" | "unanswered" | "late" {
    const { lost, unanswered, late, sore } = this.weather;
    const isSore = sore !== undefined && label.startsWith(sore);
    const drawn = this.#chance.next() / (isSore ? soreTimes : 1);
    if (drawn < lost) return "lost";
    if (drawn < lost + unanswered) return "unanswered";
    return drawn < lost + unanswered + late ? "late" : "fine";
  }

  #travel(): number {
    const drawn = this.#chance.next();
    if (drawn < this.weather.slow)
      return this.#delay(drawn < this.weather.slow / 30 ? 6_000 : this.weather.slowMs);
    return drawn < 0.6 ? 0 : 1;
  }

  #delay(mean: number): number {
    return Math.ceil(this.#chance.around(mean));
  }
}
