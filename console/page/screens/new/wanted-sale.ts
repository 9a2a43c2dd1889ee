/** The sale that is wanted, as the API takes it; the same is quoted and booked. Pure. */
import type { CreateBookingRequest } from "@slipway/client";

export type WantedSale = Pick<
  CreateBookingRequest,
  "optionId" | "startAt" | "customStart" | "unitItems" | "retailPrices" | "expandCapacity"
>;
