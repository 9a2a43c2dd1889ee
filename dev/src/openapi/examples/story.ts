import { channelSteps } from "./channel-steps.ts";
import { type RouteStep, routed } from "./step.ts";
import { sellingSteps } from "./selling-steps.ts";
import { settingUpSteps } from "./setting-up-steps.ts";
import { takingDownSteps } from "./taking-down-steps.ts";
import { userSteps } from "./user-steps.ts";
import { webhookSteps } from "./webhook-steps.ts";
import { routes } from "@slipway/gateway/documented";

/** Where the steps' receiver of webhooks is. */
export const storyReceiver = { url: "https://hooks.laguna-viva.example/slipway" };

/** The year of every departure in the steps. Summer is the same in every year. */
export const storyYear = "2027";

const heads = routes.map(({ method, path }) => `${method} ${path}`);

/**
 * One operator's way through the whole interface, in an order that works. The first step of a route
 * is its example in the reference; further ones only lead on.
 */
export const story: readonly RouteStep[] = [
  ...settingUpSteps,
  ...sellingSteps,
  ...webhookSteps,
  ...channelSteps,
  ...userSteps,
  ...takingDownSteps,
].map((step) => routed(step, heads));
