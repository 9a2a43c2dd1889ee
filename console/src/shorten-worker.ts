/** Shortens scripts with terser, in a thread: the process that serves the console must not stand still meanwhile. */
import { parentPort, workerData } from "node:worker_threads";
import { type MinifyOptions, minify } from "terser";

export interface Script {
  readonly code: string;
  readonly options: MinifyOptions;
}

const scripts = workerData as readonly Script[];
const shortened = scripts.map(({ code, options }) => minify(code, options));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage(await Promise.all(shortened));
