/** Holds that nothing names, as a process leaves them that ends between its claim and its insert. */
import { call } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { type Clients, attempt } from "./clients.ts";
import { type Departure, departures, factsOf } from "./fixture.ts";
import { orderOf, priced } from "./orders.ts";
import type { Kind } from "./plan.ts";
import { create } from "./requests.ts";

const sold = departures.filter(
  ({ option: { needs, needsApproval } }) => needs.length > 0 && !needsApproval,
);

/** Leaves an expanding hold. It ends before recovery asks for it, and then orders use the places that it has added. */
export async function leaveHold(clients: Clients, kind: Kind): Promise<void> {
  const { random } = clients;
  const departure = random.pick(sold);
  const lastsMs = random.from(1, 4) * 1_000;
  const claim = claimOn(clients, departure, lastsMs);
  await attempt(clients, kind, (request) => call(request, resourcesCapacity.claimCapacity, claim));
  // The clocks of processes differ by less.
  await new Promise((resume) => setTimeout(resume, lastsMs + 4_000));
  const { option, startAt } = departure;
  for (const quantity of [4, 3, 2, 1]) {
    const order = { ...orderOf(clients, "CONFIRMED"), optionId: option.id, startAt };
    await create(clients, "create", { ...order, ...priced(option, quantity), status: "CONFIRMED" });
  }
}

function claimOn(
  { random, fakes }: Clients,
  { option, startAt }: Departure,
  lastsMs: number,
): Parameters<typeof call<typeof resourcesCapacity.claimCapacity>>[2] {
  const { id: optionId, supplierId, pricingPer } = option;
  const { durationMinutes } = factsOf(option, fakes.durationChanges.get(optionId) ?? 0).option;
  return {
    supplierId,
    bookingId: newId("bkg", Date.now()),
    attempt: "0",
    startAt,
    durationMinutes,
    demand: { optionId, pricingPer, participants: random.from(4, 9), resourceItems: [] },
    until: new Date(Date.now() + lastsMs).toISOString(),
    expand: true,
  };
}
