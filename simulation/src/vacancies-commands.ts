/** Vacancies of departures that are never booked: resources alone decide them. */
import { call } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import { type Clients, attempt } from "./clients.ts";
import type { Kind } from "./plan.ts";
import { type Option, options } from "./fixture.ts";

const never = Date.parse("2031-05-03T08:00:00.000Z");

export function lookAtAny(clients: Clients, kind: Kind): Promise<void> {
  return lookAt(clients, kind, clients.random.pick(options));
}

/** Sometimes a client looks again and again until a change of the option's resources has ended. It looks once more then. */
export async function lookAround(
  clients: Clients,
  option: Option,
  change: () => Promise<unknown>,
): Promise<void> {
  const { random } = clients;
  let isOver = false;
  const over = change().finally(() => (isOver = true));
  const pauseMs = random.pick([2, 20, 200]);
  if (random.is(0.5))
    while (!isOver) {
      await lookAt(clients, "vacancies", option);
      await new Promise((resume) => setTimeout(resume, random.around(pauseMs)));
    }
  await over;
  await lookAt(clients, "vacancies", option);
}

async function lookAt(clients: Clients, kind: Kind, option: Option): Promise<void> {
  const { vacancies, plan } = clients;
  const { id: optionId, supplierId, pricingPer } = option;
  const asked = { optionId, supplierId, pricingPer, durationMinutes: 60, starts: [never] };
  const question = vacancies.asked(option);
  const answer = await attempt(clients, kind, (request) =>
    call(request, resourcesCapacity.listVacancies, asked),
  );
  const shown = answer && "resources" in answer ? answer : undefined;
  vacancies.isAnswered(question, shown, plan.databases.isAlone);
}
