/** Gives memory back that only the start of a process has needed. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** By then the nodes that started with this one have found each other, which makes garbage as well. */
const againMs = 60_000;

/**
 * Collects the garbage of the start, now and once more a minute later. V8 collects when a program allocates. So an idle process
 * would keep the garbage of loading its modules, and a young generation of 16 MiB: together 30 MiB of 100. Under load V8
 * takes them again. It takes some 50 ms, so call it before the process is ready.
 */
export function freeStartMemory(): void {
  collectGarbage();
  setTimeout(collectGarbage, againMs).unref();
}

/** Node shows the collector to code only where this flag is set. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  collect();
}
