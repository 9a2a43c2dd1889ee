import { type Request, call, isRefusal, refuse } from "@slipway/broker";
import { type OutputOf, resourcesCapacity } from "@slipway/contracts";
import { newId } from "@slipway/store";
import type { Booking } from "../booking.ts";
import type { ChangeInput } from "./change-quote.ts";
import { isOutcomeUnknown, requireResources } from "../sell/claim-quote.ts";
import type { Deps } from "../deps.ts";
import { releaseClaims } from "../lifecycle/release-claims.ts";
import type { Demand, Taken } from "../sell/quote.ts";

type Claimed = OutputOf<typeof resourcesCapacity.claimCapacity>;

/** What a demand would take now. Throws capacity's refusals, and NOT_FOUND for unknown resources. */
export async function checkTaken(
  request: Request,
  { supplierId }: Pick<Booking, "supplierId">,
  demand: Demand,
  resourceItems: ChangeInput["resourceItems"] = [],
): Promise<Taken> {
  try {
    return (await call(request, resourcesCapacity.checkDemand, { supplierId, demand })).taken;
  } catch (error) {
    if (isRefusal(error, "RESOURCE_NOT_LINKED")) await requireResources(request, resourceItems);
    throw error;
  }
}

/**
 * Claims the places of a change under an id of this attempt alone; the present claims do not count
 * against them. The booking names the new claims by this attempt's one write, or never.
 */
export async function claimInPlace(
  deps: Deps,
  request: Request,
  booking: Booking,
  place: { startAt: number; durationMinutes: number; demand: Demand },
): Promise<Claimed> {
  const { _id: bookingId, supplierId, status, expiresAt, claims } = booking;
  const { startAt, durationMinutes, demand } = place;
  const isHold = status === "ON_HOLD" && expiresAt !== null;
  try {
    return await call(request, resourcesCapacity.claimCapacity, {
      supplierId,
      bookingId,
      // mark: change-attempt
      attempt: newId("mov", deps.clock()),
      startAt: new Date(startAt).toISOString(),
      durationMinutes,
      demand,
      until: isHold ? expiresAt.toISOString() : null,
      expand: false,
      inPlaceOf: claims,
      fresh: true,
    });
  } catch (error) {
    // The booking keeps its claims; recovery releases the new ones if they exist.
    if (isOutcomeUnknown(error)) throw refuse("SERVICE_UNAVAILABLE");
    throw error;
  }
}

/** Releases claims that no booking will ever name. Recovery repeats what fails here. */
export async function giveBackClaims(
  deps: Deps,
  request: Request,
  { _id: bookingId, supplierId }: Pick<Booking, "_id" | "supplierId">,
  claims: Claimed["claims"],
): Promise<void> {
  const releases = { supplierId, bookingId, claims, neverNamed: true } as const;
  await releaseClaims(request, releases).catch((error: unknown) =>
    deps.log("warn", `claims of ${bookingId} left to recovery: ${String(error)}`),
  );
}
