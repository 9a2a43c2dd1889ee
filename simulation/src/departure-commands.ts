/** Commands on manual departures, which availability keeps. */
import { call } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { type Clients, attempt } from "./clients.ts";
import type { Kind } from "./plan.ts";
import { type Option, options, productOf } from "./fixture.ts";

/** Few options, so that one is asked for again while it is kept. */
const asked = options.slice(0, 2);
const first = Date.parse("2027-05-03T00:00:00.000Z");
const everyMs = 300_000;
const startsMax = 250;

/** Records a manual departure, sometimes twice at once, as a booking and its outbox do. Sometimes a list follows. */
export async function depart(clients: Clients, kind: Kind): Promise<void> {
  const { random, oracle } = clients;
  const option = random.pick(asked);
  const startAt = new Date(first + random.below(startsMax) * everyMs).toISOString();
  const departure = { optionId: option.id, productId: productOf(option), startAt };
  const once = async (): Promise<void> => {
    const answer = await attempt(clients, kind, (request) =>
      call(request, availability.recordManualDeparture, departure),
    );
    if (answer && "recorded" in answer) oracle.manualDepartures.recorded(departure);
  };
  await Promise.all(random.is(0.3) ? [once(), once()] : [once()]);
  if (random.is(0.5)) await list(clients, "listDepartures", option);
}

export function listDepartures(clients: Clients, kind: Kind): Promise<void> {
  return list(clients, kind, clients.random.pick(asked));
}

async function list(clients: Clients, kind: Kind, { id: optionId }: Option): Promise<void> {
  const { oracle, plan } = clients;
  const to = new Date(first + startsMax * everyMs).toISOString();
  const range = { optionId, from: new Date(first).toISOString(), to };
  const question = oracle.manualDepartures.asked(optionId);
  const answer = await attempt(clients, kind, (request) =>
    call(request, availability.listAvailability, range),
  );
  if (!answer || !("items" in answer)) return;
  const starts = answer.items.map(({ startAt }) => startAt);
  oracle.manualDepartures.answered(question, starts, plan.databases.isAlone);
}
