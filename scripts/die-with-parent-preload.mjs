import { isMainThread } from "node:worker_threads";
import { dieWithParent } from "./die-with-parent.mjs";

// Workers and forks inherit this preload; they have parents of their own to follow them.
if (isMainThread && String(process.ppid) === process.env.SLIPWAY_PARENT_PID) dieWithParent();
