export { attemptMsMax } from "./constants.ts";
export * from "./delivery-config.ts";
export * from "./endpoint.ts";
export * from "./renew-seals.ts";
export * from "./schedule.ts";
export * from "./seal.ts";
export * from "./send.ts";
export * from "./signature.ts";
export * from "./tenant-slots.ts";
