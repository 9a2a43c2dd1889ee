import { type Request, call } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  bookingArchive,
  type capacityArchive,
} from "@slipway/contracts";
import { idFloor } from "@slipway/store";
import type { ClaimRecord } from "../ledger/claim-store.ts";
import type { ArchiveDeps } from "./deps.ts";
import { endedBefore } from "../ledger/closing.ts";

/**
 * A page of the claims on closed ledgers whose bookings are archived or never were. No such claim ever counts or is named
 * again: no ledger opens again, and no id of an archived booking gets a new one. Changes nothing.
 */
export async function listEndedClaims(
  deps: ArchiveDeps,
  request: Request,
  { keepDays, page = "" }: InputOf<typeof capacityArchive.listEndedClaims>,
): Promise<OutputOf<typeof capacityArchive.listEndedClaims>> {
  // A claim's id begins with that of its booking, and those are in the order of time.
  const beforeId = idFloor("bkg", endedBefore(keepDays, deps.clock()));
  const { items, next } = await deps.claims.listSettled(page, beforeId);
  const closed = await deps.ledgers.listClosed([...new Set(items.map(({ item }) => item.ledger))]);
  const ended = items.filter(({ item }) => closed.has(item.ledger));
  const archived = await archivedAmong(
    request,
    ended.map(({ item }) => item),
  );
  return {
    items: ended
      .filter(({ item }) => /* mark: archived-claims */ archived.has(item.bookingId))
      .map(({ line, item: { tenantId, id, step } }) => ({
        line,
        version: { tenantId, id, revision: step, commit: null },
      })),
    next,
  };
}

async function archivedAmong(
  request: Request,
  claims: readonly ClaimRecord[],
): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  const bookings = claims.map(({ tenantId, bookingId: id }) => ({ tenantId, id }));
  const { ids } = await call(request, bookingArchive.listArchivedBookings, { bookings });
  return new Set(ids);
}
