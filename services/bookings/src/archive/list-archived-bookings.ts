import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, bookingArchive } from "@slipway/contracts";
import type { ArchiveDeps } from "./deps.ts";

/** Lists those of these bookings whose ids have a stub or a tombstone: neither ever becomes a booking again. */
export async function listArchivedBookings(
  { archive }: ArchiveDeps,
  _request: Request,
  { bookings }: InputOf<typeof bookingArchive.listArchivedBookings>,
): Promise<OutputOf<typeof bookingArchive.listArchivedBookings>> {
  const asked = new Map(bookings.map(({ id, tenantId }) => [id, tenantId]));
  const gone = await archive.listGone([...asked.keys()]);
  return { ids: gone.filter(({ id, tenantId }) => asked.get(id) === tenantId).map(({ id }) => id) };
}
