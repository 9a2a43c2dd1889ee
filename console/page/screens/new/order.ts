/** The order to be sold, as the API takes it; the same is quoted and booked. Pure. */
import type { CreateBookingRequest } from "@slipway/client";

export type Order = Pick<
  CreateBookingRequest,
  "optionId" | "startAt" | "customStart" | "unitItems" | "retailPrices" | "expandCapacity"
>;
