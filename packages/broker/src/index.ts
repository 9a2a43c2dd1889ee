import "./rendezvous.ts";

export * from "./call.ts";
export { type CallerSigner, callerSigner } from "./caller-proof.ts";
export { deadlineMs, deadlineMsMax, drainMsMax, heartbeatSeconds } from "./constants.ts";
export * from "./create-broker.ts";
export * from "./define-service.ts";
export { describeError } from "./describe-error.ts";
export * from "./handle.ts";
export { isConnected } from "@slipway/nats";
export { type Job, type RunningJob, createJob } from "./job.ts";
export * from "./refuse.ts";
export { type Repeat, isRepeat, keysAfter } from "./repeat.ts";
export * from "./request.ts";
export * from "./serve.ts";
export * from "./setting.ts";
export * from "./version.ts";
export { type Log, outcomeOf } from "./watch-calls.ts";
export type { ServiceBroker } from "moleculer";
