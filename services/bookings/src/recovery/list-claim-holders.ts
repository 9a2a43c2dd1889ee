import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, pageItemsMax } from "@slipway/contracts";
import { usesOf } from "./claim-holder.ts";
import type { RecoveryDeps } from "./deps.ts";

/** Bookings of all tenants in a live status that name claims, by id; the last id is the next page. */
export async function listClaimHolders(
  deps: RecoveryDeps,
  _request: Request,
  { page = "" }: InputOf<typeof bookings.listClaimHolders>,
): Promise<OutputOf<typeof bookings.listClaimHolders>> {
  return deps.everyTenant.listHolding(page, pageItemsMax, (booking) => ({
    bookingId: booking._id,
    tenantId: booking.tenantId,
    status: booking.status,
    expiresAt: booking.expiresAt?.toISOString() ?? null,
    archived: booking.archivedAt !== undefined,
    claims: booking.claims,
    optionId: booking.optionId,
    startAt: booking.startAt.toISOString(),
    endAt: booking.occupiedUntil.toISOString(),
    uses: usesOf(booking),
  }));
}
