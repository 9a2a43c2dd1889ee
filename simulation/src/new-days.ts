/** Orders for days without a booking: the first inserts the ledger of its day. */
import type { Clients } from "./clients.ts";
import { type Option, departuresOf } from "./fixture.ts";
import { orderOf, priced } from "./orders.ts";
import { create } from "./requests.ts";

/** After the days of all other departures. */
const [usualDays, newDays] = [5, 6];

/** Sometimes one comes beside a change of what it is decided on. */
export async function orderNewDay(clients: Clients, option: Option): Promise<void> {
  const { random } = clients;
  if (!random.is(0.3)) return;
  const { startTimes } = option;
  const startAt = departuresOf({ startTimes, days: usualDays + newDays }).at(
    -random.from(1, newDays),
  );
  await new Promise((resume) => setTimeout(resume, random.pick([0, 1, 10])));
  const order = { ...orderOf(clients, "CONFIRMED"), optionId: option.id, backdated: false };
  await create(clients, "create", {
    ...order,
    startAt,
    ...priced(option, random.from(1, 4)),
  });
}
