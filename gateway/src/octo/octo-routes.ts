import type { Route } from "../route.ts";
import { availabilityRoutes } from "./availability-routes.ts";
import { capabilityRoutes } from "./capability-routes.ts";

/** Every operation of `/octo`. */
export const octoRoutes: readonly Route[] = [...availabilityRoutes, ...capabilityRoutes];
