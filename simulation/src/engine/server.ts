import type { RandomSource } from "../random-source.ts";
import type { Process, Scheduler } from "../scheduler.ts";
import { connectionLost, interrupted, notReplicated } from "./driver-errors.ts";
import { Table, type Written } from "./table.ts";

/** A write with its process and time. */
export interface Entry extends Written {
  readonly by: Process;
  /** The database's clock at the write. */
  readonly at: number;
}

/** A trouble of a server. */
export interface Trouble {
  /**
   * `lag`: writes happen but become durable only later. `isolation`: the same, then another member
   * takes over without them. `stepDown`: another member takes over at once. `crash`: the same, and
   * every connection breaks.
   */
  readonly kind: "lag" | "isolation" | "stepDown" | "crash";
  /** Before another member takes over. */
  readonly stallMs: number;
  /** Without any primary. */
  readonly gapMs: number;
  /** How far the next primary's clock is ahead of the true time. */
  readonly leadMs: number;
}

interface Waiter {
  readonly upTo: number;
  readonly label: string;
  readonly settle: (error?: Error) => void;
}

const heartbeatMs = 500;

/**
 * A replica set or a single node: its primary's state, and the durable part of it, which a majority or
 * the journal has. Writes that are not durable are undone when the primary fails.
 */
export class Server {
  /** Average time until a write is durable; for a single node, until the next journal write. */
  lagMs = 0;
  /** The clock's lead over the true time. */
  leadMs = 0;
  /** The number of primaries so far; an operation reaches only the primary it was sent to. */
  term = 0;
  /** How often all connections have broken. */
  breaks = 0;
  /** When the last primary failed; undefined while there is one. */
  downSince: number | undefined;
  /** A single node: majority reads show writes that are not in its journal yet. */
  readonly isAlone: boolean;
  readonly #scheduler: Scheduler;
  readonly #random: RandomSource;
  readonly #process: Process;
  /** Callbacks by which each process learns of a new primary. */
  readonly #noticed = new Map<Process, (() => void)[]>();
  readonly #tables = new Map<string, Table>();
  readonly #writtenHere: ((entry: Entry) => void)[] = [];
  readonly #durable: ((entry: Entry) => void)[] = [];
  /** Writes that are not durable yet. */
  readonly #log: Entry[] = [];
  /** The number of writes, without those that were undone. */
  #written = 0;
  #waiters: Waiter[] = [];
  #isReplicating = false;
  #isStalled = false;
  #trouble: Trouble | undefined;
  #whenUp: (() => void)[] = [];
  /** The latest time of any earlier primary. */
  #latestBefore = 0;
  /** The process whose operation runs. */
  writer: Process;

  constructor(means: {
    scheduler: Scheduler;
    random: RandomSource;
    process: Process;
    isAlone: boolean;
  }) {
    this.#scheduler = means.scheduler;
    this.#random = means.random;
    this.#process = means.process;
    this.isAlone = means.isAlone;
    this.writer = means.process;
  }

  get now(): number {
    return Math.floor(this.#scheduler.now + this.leadMs);
  }

  /** The latest time by any of its primaries so far. */
  get latest(): number {
    return Math.max(this.#latestBefore, this.now);
  }

  #setClock(leadMs: number): void {
    this.#latestBefore = this.latest;
    this.leadMs = leadMs;
  }

  table(name: string): Table {
    let table = this.#tables.get(name);
    if (!table) {
      const made: Table = new Table(name, (written) => this.#note(written));
      this.#tables.set(name, made);
      table = made;
    }
    return table;
  }

  /** Calls `seen` with every change of a document, when it happens. */
  onWritten(seen: (entry: Entry) => void): void {
    this.#writtenHere.push(seen);
  }

  /** Runs `seen` with every change that nothing can take back any more, in their order. */
  onDurable(seen: (entry: Entry) => void): void {
    this.#durable.push(seen);
  }

  #note(written: Written): void {
    const entry = { ...written, by: this.writer, at: this.now };
    this.#written++;
    this.#log.push(entry);
    for (const seen of this.#writtenHere) seen(entry);
    if (this.lagMs === 0 && !this.#isStalled) this.#keep(this.#written);
    else this.#replicate();
  }

  /** Nothing of what was written so far can be taken back. */
  get isDurable(): boolean {
    return this.#log.length === 0;
  }

  /** Settles when all that was written so far is durable, or when it never may be. */
  whenDurable(label: string, settle: (error?: Error) => void): void {
    this.#waiters.push({ upTo: this.#written, label, settle });
  }

  /** Runs it as soon as there is a primary. */
  whenUp(run: () => void): void {
    this.#whenUp.push(run);
  }

  #replicate(): void {
    if (this.#isReplicating || this.#isStalled) return;
    this.#isReplicating = true;
    const some = (): void => {
      this.#isReplicating = false;
      if (this.#isStalled || this.#log.length === 0) return;
      this.#keep(this.#written - this.#random.below(this.#log.length));
      if (this.#log.length > 0) this.#replicate();
    };
    const delayMs = Math.ceil(this.#random.around(this.lagMs));
    this.#scheduler.post(this.#process, "replicate", some, delayMs);
  }

  /** Makes all writes up to this one durable. */
  #keep(upTo: number): void {
    const count = upTo - (this.#written - this.#log.length);
    for (const entry of this.#log.splice(0, count)) {
      this.table(entry.table).keep(entry);
      for (const seen of this.#durable) seen(entry);
    }
    if (this.#waiters.length === 0) return;
    const done = this.#waiters.filter((waiter) => waiter.upTo <= upTo);
    if (done.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => waiter.upTo > upTo);
    for (const { settle } of done) settle();
  }

  /** Something happens to it, unless something else does already. */
  befall(trouble: Trouble): boolean {
    if (this.#trouble) return false;
    this.#trouble = trouble;
    const { kind, stallMs } = trouble;
    if (kind === "stepDown" || kind === "crash") {
      this.#depose(trouble);
      return true;
    }
    this.#isStalled = true;
    const over = (): void => {
      if (this.#trouble !== trouble) return;
      if (kind === "lag") this.heal();
      else this.#depose(trouble);
    };
    this.#scheduler.post(this.#process, "stall ends", over, stallMs);
    return true;
  }

  /** Ends its trouble and corrects its clock. */
  recover(): void {
    this.lagMs = 0;
    this.#setClock(0);
    this.heal();
  }

  /** Ends its trouble; its writes become durable. */
  heal(): void {
    this.#isStalled = false;
    this.#trouble = undefined;
    this.#keep(this.#written);
    if (this.downSince !== undefined) this.#riseNow();
  }

  /** Undoes writes that are not durable, but perhaps for some of them that others had already. */
  #depose(trouble: Trouble): void {
    const { kind, gapMs, leadMs } = trouble;
    const isCut = kind === "isolation" || this.#random.is(0.5);
    this.#isStalled = false;
    const waiting = this.#waiters;
    this.#waiters = [];
    if (!isCut && this.#log.length > 0)
      this.#keep(this.#written - this.#random.below(this.#log.length));
    for (let entry = this.#log.pop(); entry; entry = this.#log.pop()) {
      this.table(entry.table).undo(entry);
      this.#written--;
    }
    this.term++;
    this.downSince = this.#scheduler.now;
    if (kind === "crash") this.breaks++;
    this.#notifyClients(kind);
    for (const { label, settle } of waiting) settle(this.#failure(label, kind));
    const rise = (): void => {
      if (this.#trouble !== trouble) return;
      this.#setClock(leadMs);
      this.#riseNow();
    };
    this.#scheduler.post(this.#process, "a primary", rise, Math.max(1, gapMs));
  }

  #riseNow(): void {
    if (this.downSince === undefined) return;
    this.downSince = undefined;
    this.#trouble = undefined;
    const waiting = this.#whenUp;
    this.#whenUp = [];
    for (const run of waiting) run();
  }

  #failure(label: string, kind: Trouble["kind"]): Error {
    if (kind === "crash") return connectionLost(label);
    const code = this.#random.pick([11_602, 189, 91]);
    return this.#random.is(0.5) ? interrupted(label, code) : notReplicated(label, code);
  }

  /** Calls `notice` when the driver of this process learns of a new primary. */
  onNoticed(process: Process, notice: () => void): void {
    this.#noticed.set(process, [...(this.#noticed.get(process) ?? []), notice]);
  }

  notice(process: Process): void {
    for (const notice of this.#noticed.get(process) ?? []) notice();
  }

  /** Sooner or later their drivers notice: at once where a connection breaks. */
  #notifyClients(kind: Trouble["kind"]): void {
    for (const process of this.#noticed.keys()) {
      const later = kind === "crash" ? 0 : this.#random.below(heartbeatMs);
      this.#scheduler.post(process, "heartbeat", () => this.notice(process), later);
    }
  }
}
