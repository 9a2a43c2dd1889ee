/** Draws the commands that clients send. */
import { isDeepStrictEqual } from "node:util";
import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings, resourcesCapacity } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { archiveDays } from "./archive-days.ts";
import { type Ask, askAbout, create, onBooking, send } from "./requests.ts";
import { type Clients, attempt, pickKnown, requestOf } from "./clients.ts";
import { callOff, reopen } from "./call-off-commands.ts";
import { changeOfDetails, confirmation } from "./details-commands.ts";
import { depart, listDepartures } from "./departure-commands.ts";
import { cancelOrder, confirmOrder, extendOrder, fillOrder } from "./order-commands.ts";
import { withKey } from "./keyed-commands.ts";
import { drawDeparture, nowhere, orderOf, priced } from "./orders.ts";
import type { Resize } from "./oracle/full.ts";
import type { Filter } from "./oracle/shown.ts";
import { departureKey } from "./fake-services.ts";
import { leaveHold } from "./lost-hold.ts";
import type { Kind } from "./plan.ts";
import { departures, options, productOf } from "./fixture.ts";
import { changeOption, replace } from "./rebooking-commands.ts";
import { changeLink, changeRequirement } from "./requirement-commands.ts";
import { lookAround, lookAtAny } from "./vacancies-commands.ts";

type Booking = OutputOf<typeof bookings.getBooking>;

const slowDepartures = departures.filter(({ option }) => option.needsApproval);

/** Draws and sends one command, and reports its answer to the oracle. */
export async function sendCommand(clients: Clients): Promise<void> {
  const kind = clients.random.pickOf(clients.plan.weights);
  await senders[kind](clients, kind);
}

type Sender = (clients: Clients, kind: Kind) => Promise<unknown>;

const senders: Record<Kind, Sender> = {
  create: (clients, kind) => {
    const order = orderOf(clients, "CONFIRMED");
    // Bookings that need approval have to be ordered without a status.
    if (!clients.random.is(0.3)) return create(clients, kind, order);
    const { option, startAt } = clients.random.pick(slowDepartures);
    const { status: _, ...open } = order;
    return create(clients, kind, { ...open, optionId: option.id, startAt, ...priced(option, 1) });
  },
  hold: (clients, kind) => create(clients, kind, orderOf(clients, "ON_HOLD")),
  expand: (clients, kind) =>
    create(clients, kind, {
      ...orderOf(clients, clients.random.pick(["ON_HOLD", "CONFIRMED"])),
      expandCapacity: true,
      // An order that may expand is refused for little else.
      ...(clients.random.is(0.35) ? { startAt: nowhere } : {}),
    }),
  duplicate,
  confirm: (clients, kind) => onBooking(clients, kind, confirmation(clients)),
  details: changeDetails,
  extend,
  replace,
  changeOption,
  approve: (clients, kind) =>
    onBooking(
      clients,
      kind,
      withKey(clients, (request, { id }, keyed) =>
        call(request, bookings.approveBooking, { id }, keyed),
      ),
    ),
  cancel: (clients, kind) =>
    onBooking(
      clients,
      kind,
      withKey(clients, (request, { id }, keyed) =>
        call(request, bookings.cancelBooking, { id, force: true }, keyed),
      ),
    ),
  reject: (clients, kind) =>
    onBooking(
      clients,
      kind,
      withKey(clients, (request, { id }, keyed) =>
        call(request, bookings.rejectBooking, { id }, keyed),
      ),
    ),
  resize,
  require: changeRequirement,
  link: changeLink,
  duration: changeDuration,
  block: blockForAWhile,
  archive: archiveDays,
  repair: repairAll,
  leave: leaveHold,
  callOff,
  reopen,
  fillOrder,
  confirmOrder,
  extendOrder,
  cancelOrder,
  depart,
  listDepartures,
  vacancies: lookAtAny,
  look: (clients, kind) => {
    const { id } = pickKnown(clients, kind) ?? {};
    if (id === undefined) return Promise.resolve();
    return show(clients, kind, async (request) => [
      await call(request, bookings.getBooking, { id }),
    ]);
  },
  list: (clients, kind) => {
    const { random } = clients;
    // Whether a hold is over depends on the clock of the process that answers: holds are not asked for.
    const statuses = random.pick([["CONFIRMED"], ["CANCELLED"], ["PENDING", "CONFIRMED"]]);
    const optionId = random.is(0.3) ? random.pick(options).id : undefined;
    const order = random.pick(["createdAt", "startAt"] as const);
    return list(clients, kind, { statuses, optionId, order });
  },
  rename: (clients, kind) => {
    const [name, id] = clients.random.pick([...clients.resourceIds]);
    const to = `${name} ${clients.random.below(100)}`;
    return attempt(clients, kind, (request) =>
      call(request, resourcesCapacity.updateResource, { id, name: to }),
    );
  },
};

/** Checks a list against the durable state; a lone node may list what its journal lacks. */
async function list(clients: Clients, kind: Kind, filter: Filter): Promise<void> {
  const { oracle, plan } = clients;
  const asked = oracle.shown.listed(filter);
  const answer = await attempt(clients, kind, (request) =>
    call(request, bookings.listBookings, { ...queryOf(filter), limit: 100 }),
  );
  const page = answer && "items" in answer ? answer : undefined;
  if (plan.databases.isAlone) return oracle.shown.listAnswered(asked, undefined);
  for (const booking of page?.items ?? []) oracle.shown.check(booking);
  oracle.shown.listAnswered(asked, page && { ...page, total: page.total ?? 0 });
}

/** The query of a list. */
export function queryOf({
  statuses,
  optionId,
  order,
}: Filter): InputOf<typeof bookings.listBookings> {
  return {
    status: statuses.join(","),
    ...(optionId === undefined ? {} : { optionId }),
    ...(order === "createdAt" ? {} : { sort: order }),
  };
}

/** Reads bookings and checks them; a lone node may show what its journal lacks. */
async function show(
  clients: Clients,
  kind: Kind,
  read: (request: Request) => Promise<readonly Booking[]>,
): Promise<void> {
  const { oracle, plan } = clients;
  const answer = await attempt(clients, kind, async (request) => ({ shown: await read(request) }));
  if (answer && "shown" in answer && !plan.databases.isAlone)
    for (const booking of answer.shown) oracle.shown.check(booking);
}

async function duplicate(clients: Clients, kind: Kind): Promise<void> {
  const { sent, random } = clients;
  if (sent.length === 0) return;
  const back = Math.min(sent.length, random.is(0.7) ? 4 : sent.length);
  const input = sent[sent.length - 1 - random.below(back)];
  if (input) await send(clients, kind, input);
}

/** Sometimes two extensions at once, with different ends. */
async function extend(clients: Clients, kind: Kind): Promise<void> {
  const one = pickKnown(clients, kind);
  if (!one) return;
  const once = (): Promise<void> => {
    const input = { id: one.id, expirationMinutes: clients.random.from(1, 3) };
    const ask: Ask = withKey(clients, (request, _one, keyed) =>
      call(request, bookings.extendBooking, input, keyed),
    );
    return askAbout(clients, kind, { one, ask });
  };
  await Promise.all(clients.random.is(0.3) ? [once(), once()] : [once()]);
}

/** Sometimes two changes at once by one token. */
async function changeDetails(clients: Clients, kind: Kind): Promise<void> {
  const one = pickKnown(clients, kind);
  if (!one) return;
  const once = (): Promise<void> => askAbout(clients, kind, { one, ask: changeOfDetails(clients) });
  await Promise.all(clients.random.is(0.4) ? [once(), once()] : [once()]);
}

/** Sometimes between an order that is too large and a small one. */
async function resize(clients: Clients, kind: Kind): Promise<void> {
  const { random, resourceIds, plan } = clients;
  const name = random.is(0.7) ? plan.resized : random.pick([...resourceIds.keys()]);
  const affected = departures.filter(({ option: { needs } }) =>
    needs.some(({ resource }) => resource === name),
  );
  const { option, startAt } = random.pick(affected);
  const orders = [random.from(3, 7), random.from(1, 2)].map((quantity) => ({
    ...orderOf(clients, "CONFIRMED"),
    optionId: option.id,
    startAt,
    ...priced(option, quantity),
  }));
  const [before, after] = random.is(0.2) ? orders : [];
  if (before) await create(clients, "create", before);
  await lookAround(clients, option, () =>
    resizeOne(clients, kind, resourceIds.get(name) as string),
  );
  if (after) await create(clients, "create", after);
}

async function resizeOne(clients: Clients, kind: Kind, id: string): Promise<void> {
  const { oracle, vacancies } = clients;
  const numbers = numbersOf(clients, id);
  const question = oracle.resizing(id, numbers);
  const change = vacancies.begun(id);
  const answer = await attempt(clients, kind, (request) =>
    call(request, resourcesCapacity.updateResource, { id, ...numbers }),
  );
  oracle.resized(question, answer);
  if (answer && !("refusal" in answer))
    vacancies.answered(change, (resource) =>
      isDeepStrictEqual({ ...resource, ...numbers }, resource),
    );
}

/** Often exactly the reserved places, so that one more does not fit. */
function numbersOf({ random, oracle }: Clients, id: string): Resize["numbers"] {
  if (random.is(0.3)) return { quantity: random.from(0, 4) };
  if (random.is(0.3))
    return { quantity: random.from(1, 3), capacityPerResource: random.from(1, 6) };
  const places = oracle.reserved(id) + random.pick([0, 0, 1, 3]);
  return random.is(0.5) || places === 0
    ? { quantity: places, capacityPerResource: 1 }
    : { quantity: 1, capacityPerResource: places };
}

/** Asks doctor to repair sound data on the live system: it must find nothing to do. */
async function repairAll(clients: Clients, kind: Kind): Promise<void> {
  const { broker, oracle } = clients;
  const since = oracle.now();
  const findings = oracle.allegations().map((each) => ({ ...each, detail: "alleged" }));
  const answer = await attempt(clients, kind, () =>
    call(requestOf(broker, 60_000), resourcesCapacity.repairCapacity, { findings }),
  );
  if (!answer || !("repaired" in answer)) return;
  oracle.repaired(answer.repaired, since);
  const booked = await attempt(clients, kind, () =>
    call(requestOf(broker, 60_000), bookings.repairBookings, { findings }),
  );
  if (booked && "repaired" in booked) oracle.repaired(booked.repaired, since);
}

/** Switches an option's duration, as catalog does. Sometimes an order with the new one follows. */
async function changeDuration(clients: Clients, kind: Kind): Promise<void> {
  const { random, fakes, broker } = clients;
  const { option, startAt } = drawDeparture(clients);
  const { durationChanges } = fakes;
  durationChanges.set(option.id, (durationChanges.get(option.id) ?? 0) + 1);
  await attempt(clients, kind, async (request) => {
    await invalidateCaches(broker, request, [option.id]);
    return {};
  });
  if (!random.is(0.5)) return;
  const order = { ...orderOf(clients, "CONFIRMED"), optionId: option.id, startAt };
  await create(clients, "create", { ...order, ...priced(option, random.from(1, 4)) });
}

/** Blocks a departure, as availability does: the write first, then the invalidation of every reference cache. */
async function blockForAWhile(clients: Clients, kind: Kind): Promise<void> {
  const { random, fakes, broker, oracle } = clients;
  const { option, startAt } = random.pick(departures);
  const key = departureKey(option.id, startAt);
  if (fakes.blocked.has(key)) return;
  fakes.blocked.add(key);
  const keys = [option.id, productOf(option)];
  const answer = await attempt(clients, kind, async (request) => {
    await invalidateCaches(broker, request, keys);
    return {};
  });
  if (answer && !("refusal" in answer)) {
    oracle.blocked(key);
    // Every order from now on has to be refused.
    const orders = [orderOf(clients, "ON_HOLD"), orderOf(clients, "CONFIRMED")];
    const here = { optionId: option.id, startAt, ...priced(option, 1) };
    await Promise.all(orders.map((order) => create(clients, "hold", { ...order, ...here })));
  }
  await new Promise((resume) => setTimeout(resume, 5_000));
  oracle.unblocked(key);
  fakes.blocked.delete(key);
}
