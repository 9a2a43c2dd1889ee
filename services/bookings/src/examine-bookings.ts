import type { Request } from "@slipway/broker";
import type { OutputOf, bookings } from "@slipway/contracts";
import type { Deps } from "./deps.ts";
import { type Finding, examine } from "./examination.ts";

/** Enough to act on; the rest shows once these are mended. */
const findingsMax = 500;

/** Recomputes every booking of every tenant and says what does not add up. Changes nothing. */
export async function examineBookings(
  deps: Deps,
  _request: Request,
): Promise<OutputOf<typeof bookings.examineBookings>> {
  const findings: Finding[] = [];
  let examined = 0;
  for await (const booking of deps.everyTenant.listAll()) {
    examined++;
    if (findings.length < findingsMax) findings.push(...examine(booking, deps.clock()));
  }
  return { bookings: examined, findings };
}
