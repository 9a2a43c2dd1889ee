import type { Route } from "../route.ts";
import { capabilityRoutes } from "./capability-routes.ts";

/** Every operation of `/octo`. */
export const octoRoutes: readonly Route[] = [...capabilityRoutes];
