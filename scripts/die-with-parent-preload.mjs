import { isMainThread } from "node:worker_threads";
import { dieWithParent } from "./die-with-parent.mjs";

// Workers and forks inherit this preload; they have parents of their own to follow them.
const parentPid = Number(process.env.SLIPWAY_PARENT_PID);
if (isMainThread && process.ppid === parentPid) dieWithParent(parentPid);
