import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, departures } from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";
import { listKnown } from "./list-live.ts";
import { readDecided, setDeparture } from "./set-departure.ts";

/**
 * Calls a departure off: a request that begins after the answer books and confirms nothing there. Its bookings are cancelled
 * by `followCallOff`, to which the ledger's outbox leads, but for those with a redeemed ticket. A repeat changes nothing.
 *
 * Race: a confirmation has asked the ledger before, and writes its booking afterwards. That booking is CONFIRMED for a moment
 * and then cancelled, or it is cancelled first and the confirmation refused.
 */
export async function callOffDeparture(
  deps: DepartureDeps,
  request: Request,
  { reason, ...named }: InputOf<typeof departures.callOffDeparture>,
): Promise<OutputOf<typeof departures.callOffDeparture>> {
  const decided = { ...named, runs: "CALLED_OFF", reason } as const;
  const departure = await setDeparture(deps, request, decided);
  // Counted afterwards: closing waits for no list. The relay may have cancelled some already.
  const counted = deps.optionFacts.use(request, named.optionId, async ({ supplierId }) => {
    const ids = await listKnown(deps, request, { ...named, supplierId });
    const redeemed = await deps.store.listRedeemed(request.caller.tenantId, ids);
    return { bookings: ids.length - redeemed.length, redeemed };
  });
  return { departure, ...(await readDecided(counted)) };
}
