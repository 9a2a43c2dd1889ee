import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import type { Deps } from "./deps.ts";

const pageSize = 500;

/** Bookings in a live status that name claims, of every tenant, by id; a page ends at the last id. */
export async function listClaimHolders(
  deps: Deps,
  _request: Request,
  { page = "" }: InputOf<typeof bookings.listClaimHolders>,
): Promise<OutputOf<typeof bookings.listClaimHolders>> {
  const holding = await deps.everyTenant.listHolding(page, pageSize);
  return {
    items: holding.map(({ _id, tenantId, status, expiresAt, claims }) => ({
      bookingId: _id,
      tenantId,
      status,
      expiresAt: expiresAt?.toISOString() ?? null,
      claims,
    })),
    next: holding.length < pageSize ? null : (holding.at(-1)?._id ?? null),
  };
}
