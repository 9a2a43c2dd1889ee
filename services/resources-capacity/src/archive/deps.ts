import type { ActorDeps } from "../actor/deps.ts";

/** Dependencies of archive/. */
export type ArchiveDeps = Pick<ActorDeps, "claims" | "ledgers" | "clock" | "certainTime">;
