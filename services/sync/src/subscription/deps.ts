import type { ChannelDeps } from "../channel/deps.ts";

export type SubscriptionDeps = Pick<ChannelDeps, "config" | "channels" | "clock" | "sealer">;
