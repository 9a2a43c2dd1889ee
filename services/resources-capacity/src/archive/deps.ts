import type { ActorDeps } from "../actor/deps.ts";

export type ArchiveDeps = Pick<ActorDeps, "claims" | "ledgers" | "clock" | "certainTime">;
