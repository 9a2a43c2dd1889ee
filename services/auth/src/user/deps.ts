import type { SessionDeps } from "../session/deps.ts";

/** Dependencies of user/, and of second-factor/, which is above it. */
export type UserDeps = SessionDeps;
