import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { claimPlacesAnew } from "./claim-anew.ts";
import type { RecoveryDeps } from "./deps.ts";
import { expireBookings } from "../lifecycle/expire-bookings.ts";
import { pagesOf } from "./examine-bookings.ts";
import type { Finding } from "./examination.ts";
import { listHalves, repairHalf } from "./examine-orders.ts";
import { repairAudit } from "./repair-audit.ts";

/** Repairs doctor's findings that still hold, with audit events. Repeatable. */
export async function repairBookings(
  deps: RecoveryDeps,
  request: Request,
  { findings }: InputOf<typeof bookings.repairBookings>,
): Promise<OutputOf<typeof bookings.repairBookings>> {
  const kinds = new Set(findings.map(({ kind }) => kind));
  const placeless = findings
    .filter(({ kind }) => kind === "booking-places" || kind === "booking.usage")
    .map(({ id }) => id);
  // Before places are claimed: an expired hold needs none.
  const expired = await expireBookings(deps);
  const repaired = kinds.has("booking.order") ? await repairHalves(deps) : [];
  repaired.push(...(await claimPlacesAnew(deps, request, [...new Set(placeless)])));
  // Doctor lists only a part of these findings, so all bookings are compared again.
  if (kinds.has("booking.audit") || kinds.has("booking.ghost"))
    repaired.push(...(await repairAudit(deps, request)));
  return { expired, repaired };
}

async function repairHalves(deps: RecoveryDeps): Promise<Finding[]> {
  const repaired: Finding[] = [];
  for await (const page of pagesOf(deps.everyTenant.listAll(() => undefined)))
    for (const half of await listHalves(deps, page))
      if (await repairHalf(deps, half)) repaired.push(half.finding);
  return repaired;
}
