/** Invalidation of what services cache of other services' records. */
import { z } from "zod";
import { mutation } from "./action.ts";
import { emptyInput } from "./primitives.ts";
import type { BusPart } from "./roles.ts";

/** Most cached values whose versions one call asks for. */
export const versionsMax = 200;

const input = z.object({
  /** Tags of the values that have changed, such as an option's id. */
  keys: z.array(z.string()).max(5000),
});

const invalidationBy = (name: BusPart) =>
  mutation(`${name}.invalidateCache`, { input, output: emptyInput });

/**
 * Internal, one per service that caches records of others. It drops the cached values under these
 * tags. It answers once no request that uses them still runs there.
 */
export const invalidateInBookings = invalidationBy("bookings");
export const invalidateInAvailability = invalidationBy("availability");
export const invalidateInGateway = invalidationBy("gateway");

export const cacheHolders = [
  invalidateInBookings,
  invalidateInAvailability,
  invalidateInGateway,
] as const;
