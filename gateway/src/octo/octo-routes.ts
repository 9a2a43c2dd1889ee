import type { Route } from "../route/route.ts";
import { availabilityRoutes } from "./availability-routes.ts";
import { bookingRoutes } from "./booking-routes.ts";
import { capabilityRoutes } from "./capability-routes.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { productRoutes } from "./product-routes.ts";
import { sellingRoutes } from "./selling-routes.ts";

export const octoRoutes: readonly Route[] = [
  ...productRoutes,
  ...availabilityRoutes,
  ...sellingRoutes,
  ...bookingRoutes,
  ...notificationRoutes,
  ...capabilityRoutes,
];
