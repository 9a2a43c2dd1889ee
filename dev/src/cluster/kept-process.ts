import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { endProcess } from "../end-process.ts";

interface KeptProcessOptions {
  name: string;
  launch: () => ChildProcess | Promise<ChildProcess>;
  /** Takes the lines that the process prints, and lines about its ends and new starts. */
  print: (line: string) => void;
}

const stopMsMax = 45_000;
const shortLifeMs = 5_000;
const backOffMs = { first: 100, max: 5_000 };

/** A process that is started again whenever it ends by itself. */
export class KeptProcess {
  readonly name: string;
  readonly #options: KeptProcessOptions;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;
  #shortLives = 0;
  #downMs = 0;

  constructor(options: KeptProcessOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Undefined while it is down. */
  pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const child = await this.#options.launch();
    const startedAt = performance.now();
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on("line", this.#options.print);
    child.once("exit", (code, signal) => {
      this.#child = undefined;
      if (this.#stopping.signal.aborted) return;
      this.#shortLives = performance.now() - startedAt < shortLifeMs ? this.#shortLives + 1 : 0;
      void this.#startAgain(signal ?? `exit code ${code}`);
    });
  }

  /** Sends a signal; resolves when it is gone. It is started again, not before `downMs` have passed. */
  async end(signal: "SIGKILL" | "SIGTERM", downMs = 0): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#downMs = downMs;
    await endProcess(child, () => child.kill(signal));
  }

  /** SIGTERM, and SIGKILL if that does not help; resolves when it has ended, for good. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (!child) return;
    const timer = setTimeout(() => child.kill("SIGKILL"), stopMsMax);
    await endProcess(child, () => child.kill("SIGTERM"));
    clearTimeout(timer);
  }

  async #startAgain(reason: string): Promise<void> {
    this.#options.print(`ended (${reason}) and is started again`);
    const { first, max } = backOffMs;
    const backOff = this.#shortLives === 0 ? 0 : Math.min(max, first * 2 ** this.#shortLives);
    const wait = Math.max(backOff, this.#downMs);
    this.#downMs = 0;
    await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    if (this.#stopping.signal.aborted) return;
    await this.start().catch((error: unknown) => {
      this.#shortLives++;
      return this.#startAgain(String(error));
    });
  }
}
