import { Registry } from "prom-client";

/** What this process counts. One of its own, so that nothing a library registers gets into it. */
export const registry = new Registry();
