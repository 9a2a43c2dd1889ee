export { jobsPerTurnMax, keptShare, putOffMs } from "./constants.ts";
export * from "./job-queue.ts";
export * from "./job-store.ts";
export * from "./tenant-slots.ts";
