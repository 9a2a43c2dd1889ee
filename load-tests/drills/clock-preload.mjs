/**
 * Preloaded into the nodes of a drill: the wall clock of this process is ahead by what DRILL_CLOCK_FILE says of its
 * NODE_NAME, in milliseconds. As with a real step, monotonic time (performance.now, timers) goes on.
 */
import { readFileSync } from "node:fs";

const lookEveryMs = 200;
const file = process.env.DRILL_CLOCK_FILE ?? "";
const name = process.env.NODE_NAME ?? "";
const RealDate = Date;
const realNow = Date.now.bind(Date);
let aheadMs = 0;

const now = () => realNow() + aheadMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => (given.length === 0 ? new target(now()) : new target(...given)),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});

setInterval(() => {
  try {
    aheadMs = JSON.parse(readFileSync(file, "utf8"))[name] ?? 0;
  } catch {
    // The drill is writing it.
  }
}, lookEveryMs).unref();
