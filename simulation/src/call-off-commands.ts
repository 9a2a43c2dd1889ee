/** Commands that call departures off and reopen them. */
import { call } from "@slipway/broker";
import { departures } from "@slipway/contracts";
import { type Clients, attempt } from "./clients.ts";
import { create } from "./requests.ts";
import { departureKey } from "./fake-services.ts";
import { drawDeparture, orderOf, priced } from "./orders.ts";
import type { Kind } from "./plan.ts";

/** Sometimes twice at once. Sometimes an order follows, which has to be refused. */
export async function callOff(clients: Clients, kind: Kind): Promise<void> {
  const { random, oracle } = clients;
  const { option, startAt } = drawDeparture(clients);
  const departure = { optionId: option.id, startAt };
  const once = async (): Promise<void> => {
    const key = departureKey(option.id, startAt);
    const question = oracle.callOffs.asked(key);
    const answer = await attempt(clients, kind, (request) =>
      call(request, departures.callOffDeparture, { ...departure, reason: "Storm" }),
    );
    if (answer && "departure" in answer) oracle.callOffs.answered(question);
  };
  await Promise.all(random.is(0.2) ? [once(), once()] : [once()]);
  if (random.is(0.4))
    await create(clients, "create", {
      ...orderOf(clients, "CONFIRMED"),
      ...departure,
      ...priced(option, 1),
    });
}

/** One that was called off at some time. */
export async function reopen(clients: Clients, kind: Kind): Promise<void> {
  const { random, oracle } = clients;
  const standing = oracle.callOffs.standing();
  if (standing.length === 0) return;
  const key = random.pick(standing);
  const [optionId = "", start] = key.split("|");
  const departure = { optionId, startAt: new Date(Number(start)).toISOString() };
  oracle.callOffs.reopening(key);
  const answer = await attempt(clients, kind, (request) =>
    call(request, departures.reopenDeparture, departure),
  );
  if (answer) oracle.callOffs.reopened(key);
}
