import { z } from "zod";
import { mutation } from "./action.ts";
import { emptyInput } from "./primitives.ts";

/** Facts whose versions are asked for by one call. */
export const versionsMax = 200;

const input = z.object({
  /** Keys of the facts that are no longer true, such as an option's id. */
  keys: z.array(z.string()).max(5000),
});

/**
 * Internal, one per service that keeps facts of others: drops what it keeps under these keys and
 * answers once no request that has read them still runs there (capacity.md section 6).
 */
export const forgetInBookings = mutation("bookings.forgetFacts", { input, output: emptyInput });
export const forgetInAvailability = mutation("availability.forgetFacts", {
  input,
  output: emptyInput,
});
export const forgetInGateway = mutation("gateway.forgetFacts", { input, output: emptyInput });

export const factHolders = [forgetInBookings, forgetInAvailability, forgetInGateway] as const;
