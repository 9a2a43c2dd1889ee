/**
 * Keeps a database's process alive: started again at once when it dies, stopped cleanly when asked, never two of them
 * on one directory. The process says "ready" or "failed" over its IPC channel and ends when that channel closes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { ChildMessage, ParentMessage } from "./child-message.ts";
import {
  directoryHolder,
  directoryVariable,
  isOrphanedDatabase,
  isRunning,
  parentVariable,
} from "./directory-holder.ts";

export interface ProcessOptions {
  command: string;
  args: string[];
  /** The database's directory, for finding who else has it open. */
  directory: string;
  log: (line: string) => void;
  onDown?: ((reason: string) => void) | undefined;
  onUp?: (() => void) | undefined;
}

type Launch = { ready: true; uri: string } | { ready: false; reason: string; inUse: boolean };

const openMsMax = 120_000;
const stopMsMax = 10_000;
const inUseMsMax = 10_000;
const orphanMsMax = 6_000;
const inUsePauseMs = 100;
const launchesMax = 3;
const quickDeathMs = 5_000;
const backOffFirstMs = 200;
const backOffMaxMs = 10_000;
const lastWordsMax = 400;

export class SupervisedProcess {
  readonly #options: ProcessOptions;
  #child: ChildProcess | undefined;
  #databasePid: number | undefined;
  #readyAtMs = 0;
  #deathsInARow = 0;
  readonly #stopping = new AbortController();
  #stopped: Promise<void> | undefined;

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** The process that holds the data, undefined while it is down. */
  pid(): number | undefined {
    return this.#databasePid;
  }

  /** Starts the process and returns its URI once it serves; throws one sentence when it cannot be started. */
  async start(): Promise<string> {
    const waitUntilMs = performance.now() + inUseMsMax;
    for (let failures = 1; ; failures += 1) {
      const launch = await this.#launch();
      if (launch.ready) return launch.uri;
      const mayRepeat = launch.inUse ? performance.now() < waitUntilMs : failures < launchesMax;
      if (!mayRepeat) throw new Error(this.#cannotStart(launch));
      if (launch.inUse) await this.#waitForHolder(waitUntilMs);
    }
  }

  /** Asks the process to close its files and waits for it, at most ten seconds; repeating it changes nothing. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child === undefined) return;
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const message: ParentMessage = { type: "stop" };
    if (child.connected) child.send(message, () => undefined);
    const kill = setTimeout(() => {
      this.#options.log(`The database did not stop within ${stopMsMax / 1000} s and is killed.`);
      child.kill("SIGKILL");
    }, stopMsMax);
    await ended;
    clearTimeout(kill);
  }

  #launch(): Promise<Launch> {
    const child = this.#spawn();
    this.#child = child;
    let launch: Launch | undefined;
    let lastWords = "";
    const tooLong = setTimeout(() => child.kill("SIGKILL"), openMsMax);
    child.stderr?.on("data", (chunk: Buffer) => {
      lastWords = `${lastWords}${chunk.toString()}`.slice(-lastWordsMax);
    });
    return new Promise((resolve) => {
      const ended = (reason: string): void => {
        clearTimeout(tooLong);
        this.#child = undefined;
        this.#databasePid = undefined;
        if (launch?.ready === true) this.#died(reason);
        else resolve(launch ?? { ready: false, reason, inUse: false });
      };
      child.on("message", (message: ChildMessage) => {
        clearTimeout(tooLong);
        launch ??= this.#launched(message);
        if (launch.ready) resolve(launch);
      });
      child.on("error", (error) => child.pid === undefined && ended(error.message));
      // Not "exit": its last words may still be in the pipe.
      child.on("close", (code, signal) => ended(endOf(code, signal, lastWords)));
    });
  }

  #spawn(): ChildProcess {
    const { command, args, directory } = this.#options;
    const env = {
      ...quietEnvironment(),
      [parentVariable]: String(process.pid),
      [directoryVariable]: directory,
    };
    return spawn(command, args, { stdio: ["ignore", "ignore", "pipe", "ipc"], env });
  }

  #launched(message: ChildMessage): Launch {
    if (message.type === "failed")
      return { ready: false, reason: message.reason, inUse: message.inUse };
    this.#databasePid = message.pid;
    this.#readyAtMs = performance.now();
    return { ready: true, uri: message.uri };
  }

  #died(reason: string): void {
    if (this.#stopping.signal.aborted) return;
    const livedMs = performance.now() - this.#readyAtMs;
    this.#deathsInARow = livedMs < quickDeathMs ? this.#deathsInARow + 1 : 0;
    this.#options.log(`The database stopped (${reason}) and is being started again.`);
    this.#options.onDown?.(reason);
    void this.#revive();
  }

  /** Tries until it is back or no longer wanted; the pause grows when it dies or fails again and again. */
  async #revive(): Promise<void> {
    const downAtMs = performance.now();
    for (;;) {
      const backOffMs = Math.min(backOffFirstMs * 2 ** (this.#deathsInARow - 1), backOffMaxMs);
      if (this.#deathsInARow > 0) await this.#pause(backOffMs);
      if (this.#stopping.signal.aborted) return;
      const launch = await this.#launch();
      if (launch.ready) {
        this.#options.log(
          `The database is back after ${Math.round(performance.now() - downAtMs)} ms.`,
        );
        return this.#options.onUp?.();
      }
      this.#deathsInARow += 1;
      if (this.#stopping.signal.aborted) return;
      this.#options.log(
        `The database failed ${this.#deathsInARow} times in a row: ${launch.reason}`,
      );
      if (launch.inUse) await this.#waitForHolder(performance.now() + orphanMsMax);
    }
  }

  /** Waits until the lock's holder is gone; one that a killed parent left behind and that does not go is killed. */
  async #waitForHolder(untilMs: number): Promise<void> {
    const { directory, log } = this.#options;
    const holder = directoryHolder(directory);
    await this.#pause(inUsePauseMs);
    if (holder === undefined || !isRunning(holder)) return;
    log(`Waiting for process ${holder}, which still has ${directory} open.`);
    const killAtMs = performance.now() + orphanMsMax;
    while (
      directoryHolder(directory) === holder &&
      isRunning(holder) &&
      performance.now() < untilMs
    ) {
      if (performance.now() > killAtMs && isOrphanedDatabase(holder, directory))
        process.kill(holder, "SIGKILL");
      await this.#pause(inUsePauseMs);
    }
  }

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #cannotStart(launch: { reason: string; inUse: boolean }): string {
    const { directory } = this.#options;
    return launch.inUse
      ? `Process ${directoryHolder(directory) ?? "unknown"} has the database in ${directory} open; stop it first.`
      : `The database in ${directory} cannot be started: ${launch.reason}`;
  }
}

function endOf(code: number | null, signal: NodeJS.Signals | null, lastWords: string): string {
  const end = signal === null ? `exit code ${code}` : `signal ${signal}`;
  const words = lastWords.trim().replaceAll(/\s+/g, " ");
  return words === "" ? end : `${end}: ${words}`;
}

/** A database needs nothing of this process's environment, least of all its secrets. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "LANG", "TZ"];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}
