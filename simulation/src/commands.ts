/** The commands that clients send, as they are drawn. */
import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings, resourcesCapacity } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { type Known, type Office, attempt, isNear, learn, pickKnown, requestOf } from "./office.ts";
import type { Resize } from "./oracle/judge.ts";
import { departureKey } from "./outside.ts";
import type { Kind } from "./plan.ts";
import {
  type Departure,
  type Option,
  departures,
  departuresOf,
  options,
  productOf,
} from "./universe.ts";

type CreateInput = InputOf<typeof bookings.createBooking>;
type Booking = OutputOf<typeof bookings.getBooking>;

const unitPrice = 1_000;
const slowDepartures = departures.filter(({ option }) => option.needsApproval);

/** Sends one command that is drawn, and lets the judge see its answer. */
export async function sendCommand(office: Office): Promise<void> {
  const kind = office.chance.pickOf(office.plan.weights);
  await senders[kind](office, kind);
}

type Sender = (office: Office, kind: Kind) => Promise<unknown>;

const senders: Record<Kind, Sender> = {
  create: (office, kind) => {
    const order = orderOf(office, "CONFIRMED");
    // What has to be approved is approved only if it has been ordered.
    if (!office.chance.is(0.3)) return create(office, kind, order);
    const { option, startAt } = office.chance.pick(slowDepartures);
    const { status: _, ...open } = order;
    return create(office, kind, { ...open, optionId: option.id, startAt, ...priced(option, 1) });
  },
  hold: (office, kind) => create(office, kind, orderOf(office, "ON_HOLD")),
  expand: (office, kind) =>
    create(office, kind, {
      ...orderOf(office, office.chance.pick(["ON_HOLD", "CONFIRMED"])),
      expandCapacity: true,
      // Little else refuses one that may take more than there is.
      ...(office.chance.is(0.35) ? { startAt: nowhere } : {}),
    }),
  duplicate,
  confirm: (office, kind) =>
    onBooking(office, kind, (request, { id }) => call(request, bookings.confirmBooking, { id })),
  extend,
  replace,
  approve: (office, kind) =>
    onBooking(office, kind, (request, { id }) => call(request, bookings.approveBooking, { id })),
  cancel: (office, kind) =>
    onBooking(office, kind, (request, { id }) =>
      call(request, bookings.cancelBooking, { id, force: true }),
    ),
  reject: (office, kind) =>
    onBooking(office, kind, (request, { id }) => call(request, bookings.rejectBooking, { id })),
  resize,
  require: changeRequirement,
  duration: changeDuration,
  block: blockForAWhile,
  repair: repairAll,
  look: (office, kind) => {
    const { id } = pickKnown(office, kind) ?? {};
    if (id === undefined) return Promise.resolve();
    return show(office, kind, async (request) => [
      await call(request, bookings.getBooking, { id }),
    ]);
  },
  list: (office, kind) => {
    const status = office.chance.pick(["CONFIRMED", "CANCELLED"] as const);
    return list(office, kind, status);
  },
  rename: (office, kind) => {
    const [name, id] = office.chance.pick([...office.resourceIds]);
    const to = `${name} ${office.chance.below(100)}`;
    return attempt(office, kind, (request) =>
      call(request, resourcesCapacity.updateResource, { id, name: to }),
    );
  },
};

/** What a majority has: a list of one node alone may have what its journal lacks. */
async function list(office: Office, kind: Kind, status: "CONFIRMED" | "CANCELLED"): Promise<void> {
  const { judge, plan } = office;
  const asked = judge.shown.listed(status);
  const answer = await attempt(office, kind, (request) =>
    call(request, bookings.listBookings, { status, limit: 100 }),
  );
  const page = answer && "items" in answer ? answer : undefined;
  if (plan.databases.isAlone) return judge.shown.listAnswered(asked, undefined);
  for (const booking of page?.items ?? []) judge.shown.check(booking);
  judge.shown.listAnswered(asked, page && { ...page, total: page.total ?? 0 });
}

/** Bookings as they are shown; of one node alone, with what its journal may lack. */
async function show(
  office: Office,
  kind: Kind,
  read: (request: Request) => Promise<readonly Booking[]>,
): Promise<void> {
  const { judge, plan } = office;
  const answer = await attempt(office, kind, async (request) => ({ shown: await read(request) }));
  if (answer && "shown" in answer && !plan.databases.isAlone)
    for (const booking of answer.shown) judge.shown.check(booking);
}

function orderOf(office: Office, status: "ON_HOLD" | "CONFIRMED"): CreateInput {
  const { chance, keys } = office;
  const { option, startAt } = wishFor(office);
  const isPrivate = option.pricingPer === "RESOURCE";
  const needsApproval = option.needsApproval && status === "CONFIRMED";
  return {
    optionId: option.id,
    // Now and then there is no such departure.
    startAt: chance.is(0.08) ? nowhere : startAt,
    unitItems: [{ unitId: `${option.id}-adult`, quantity: chance.from(1, isPrivate ? 4 : 3) }],
    resourceItems: [],
    retailPrices: { [`${option.id}-adult`]: unitPrice },
    // Left out, the option decides.
    ...(needsApproval ? {} : { status }),
    ...(chance.is(0.5) ? { idempotencyKey: `key-${keys}` } : {}),
    expandCapacity: false,
    backdated: false,
  };
}

function priced({ id }: Option, quantity: number): Pick<CreateInput, "unitItems" | "retailPrices"> {
  const unitId = `${id}-adult`;
  return { unitItems: [{ unitId, quantity }], retailPrices: { [unitId]: unitPrice } };
}

const nowhere = "2027-05-02T12:34:00.000Z";

/** A favourite, one about whose bookings something is open, or any departure. */
function wishFor({ chance, known, plan }: Office): Departure {
  const open = known.filter((one) => isNear(one) || one.isUnclear);
  const hot = open.length > 0 && chance.is(0.4) ? chance.pick(open) : undefined;
  const found = departures.find(
    ({ option, startAt }) => option.id === hot?.optionId && startAt === hot.startAt,
  );
  return found ?? chance.pick(chance.is(0.5) ? plan.favourites : departures);
}

async function create(office: Office, kind: Kind, input: CreateInput): Promise<void> {
  office.keys++;
  if (input.idempotencyKey !== undefined) office.sent.push(input);
  const isTwice = input.idempotencyKey !== undefined && office.chance.is(0.25);
  await Promise.all([
    send(office, kind, input),
    ...(isTwice ? [send(office, "duplicate", input)] : []),
  ]);
}

async function duplicate(office: Office, kind: Kind): Promise<void> {
  const { sent, chance } = office;
  if (sent.length === 0) return;
  const back = Math.min(sent.length, chance.is(0.7) ? 4 : sent.length);
  const input = sent[sent.length - 1 - chance.below(back)];
  if (input) await send(office, kind, input);
}

async function send(office: Office, kind: Kind, input: CreateInput): Promise<void> {
  const order = office.judge.ordered(input);
  const answer = await attempt(office, kind, (request) =>
    call(request, bookings.createBooking, input),
  );
  office.judge.orderAnswered(order, answer);
  if (answer && "booking" in answer) learn(office, answer.booking);
}

type Ask = (request: Request, booking: Known) => Promise<Booking>;

async function onBooking(office: Office, kind: Kind, ask: Ask): Promise<void> {
  const one = pickKnown(office, kind);
  if (one) await askAbout(office, kind, { one, ask });
}

async function askAbout(
  office: Office,
  kind: Kind,
  { one, ask }: { one: Known; ask: Ask },
): Promise<void> {
  const { judge } = office;
  const question = judge.asked(kind, one.id, kind === "replace" ? one.updatedAt : undefined);
  const answer = await attempt(office, kind, (request) => ask(request, one));
  judge.askedAnswered(question, answer);
  if (answer && "id" in answer) learn(office, answer);
  else if (!answer && kind === "replace") one.isUnclear = true;
}

/** Sometimes by two at once, for different times. */
async function extend(office: Office, kind: Kind): Promise<void> {
  const one = pickKnown(office, kind);
  if (!one) return;
  const once = (): Promise<void> => {
    const input = { id: one.id, expirationMinutes: office.chance.from(1, 3) };
    const ask: Ask = (request) => call(request, bookings.extendBooking, input);
    return askAbout(office, kind, { one, ask });
  };
  await Promise.all(office.chance.is(0.3) ? [once(), once()] : [once()]);
}

/** Other places, another departure, or only other participants; sometimes twice with one token. */
async function replace(office: Office, kind: Kind): Promise<void> {
  // Holds above all: what is left of their changes ends by itself.
  const one = pickKnown(office, office.chance.is(0.5) ? "extend" : kind);
  const option = options.find(({ id }) => id === one?.optionId);
  if (!one || !option) return;
  const { chance, judge } = office;
  const expectedUpdatedAt = one.updatedAt;
  const once = (): Promise<void> => {
    const input = { id: one.id, expectedUpdatedAt, ...changeOf(office, option) };
    const ask = async (request: Request): Promise<Booking> => {
      const changed = await call(request, bookings.updateBooking, input);
      judge.replaced(one.id, expectedUpdatedAt);
      return changed;
    };
    return askAbout(office, kind, { one, ask });
  };
  await Promise.all(chance.is(0.2) ? [once(), once()] : [once()]);
  // Whatever has become of the change, the hold is to stay.
  const end = one.ends.at(-1) ?? 0;
  if (one.isUnclear && one.status === "ON_HOLD" && chance.is(0.9)) {
    await keep(office, one, chance.pick(["confirm", "extend"]));
    if (chance.is(0.8)) await crowd(office, { option, startAt: one.startAt }, end);
  }
}

/** Others come when a hold would have ended, and want more than there is. */
async function crowd(office: Office, { option, startAt }: Departure, end: number): Promise<void> {
  await new Promise((resume) =>
    setTimeout(resume, end - Date.now() + office.chance.from(0, 4_000)),
  );
  for (let order = 0; order < 3; order++) {
    const here = { optionId: option.id, startAt, ...priced(option, 2) };
    await create(office, "create", { ...orderOf(office, "CONFIRMED"), ...here });
  }
}

function keep(office: Office, one: Known, kind: "confirm" | "extend"): Promise<void> {
  const { id } = one;
  const ask: Ask = (request) =>
    kind === "confirm"
      ? call(request, bookings.confirmBooking, { id })
      : call(request, bookings.extendBooking, { id, expirationMinutes: 3 });
  return askAbout(office, kind, { one, ask });
}

function changeOf({ chance, plan }: Office, option: Option): object {
  const unitId = `${option.id}-adult`;
  const units = { unitItems: [{ unitId, quantity: chance.from(1, 4) }] };
  const own = plan.favourites.filter((each) => each.option === option);
  const favourite = own.length > 0 && chance.is(0.5) ? chance.pick(own).startAt : undefined;
  const start = { startAt: favourite ?? chance.pick(departuresOf(option)) };
  const drawn = chance.next();
  if (drawn < 0.1) return { participants: { note: String(chance.below(1_000)) } };
  if (drawn < 0.5) return units;
  return drawn < 0.85 ? start : { ...units, ...start };
}

/** Sometimes between two who want the same: one who wants too much, and one who wants little. */
async function resize(office: Office, kind: Kind): Promise<void> {
  const { chance, resourceIds, plan } = office;
  const name = chance.is(0.7) ? plan.resized : chance.pick([...resourceIds.keys()]);
  const affected = departures.filter(({ option: { needs } }) =>
    needs.some(({ resource }) => resource === name),
  );
  const { option, startAt } = chance.pick(affected);
  const orders = [chance.from(3, 7), chance.from(1, 2)].map((quantity) => ({
    ...orderOf(office, "CONFIRMED"),
    optionId: option.id,
    startAt,
    ...priced(option, quantity),
  }));
  const [before, after] = chance.is(0.2) ? orders : [];
  if (before) await create(office, "create", before);
  await resizeOne(office, kind, resourceIds.get(name) as string);
  if (after) await create(office, "create", after);
}

async function resizeOne(office: Office, kind: Kind, id: string): Promise<void> {
  const { judge } = office;
  const numbers = numbersOf(office, id);
  const question = judge.resizing(id, numbers);
  const answer = await attempt(office, kind, (request) =>
    call(request, resourcesCapacity.updateResource, { id, ...numbers }),
  );
  judge.resized(question, answer);
}

/** Often just what is reserved, so that one place more does not fit. */
function numbersOf({ chance, judge }: Office, id: string): Resize["numbers"] {
  if (chance.is(0.3)) return { quantity: chance.from(0, 4) };
  if (chance.is(0.3))
    return { quantity: chance.from(1, 3), capacityPerResource: chance.from(1, 6) };
  const places = judge.reserved(id) + chance.pick([0, 0, 1, 3]);
  return chance.is(0.5) || places === 0
    ? { quantity: places, capacityPerResource: 1 }
    : { quantity: 1, capacityPerResource: places };
}

/** Again where no answer came; and sometimes one comes who fits only now, or does not any more. */
async function changeRequirement(office: Office, kind: Kind): Promise<void> {
  const { chance, resourceIds } = office;
  const { option, startAt } = chance.pick(
    departures.filter((each) => each.option.needs.length > 0),
  );
  const resourceId = resourceIds.get(chance.pick(option.needs).resource) as string;
  const maxQuantity = chance.pick([null, 1, 2, 3]);
  const wanted = { id: option.id, resourceId, quantity: 1, maxQuantity };
  if (!(await requireOnce(office, kind, wanted))) await requireOnce(office, kind, wanted);
  if (!chance.is(0.5)) return;
  const order = { ...orderOf(office, "CONFIRMED"), optionId: option.id, startAt };
  await create(office, "create", { ...order, ...priced(option, chance.from(1, 3)) });
}

async function requireOnce(
  office: Office,
  kind: Kind,
  wanted: InputOf<typeof resourcesCapacity.setRequirement>,
): Promise<boolean> {
  const { judge } = office;
  const change = judge.needs.begun({ ...wanted, optionId: wanted.id });
  const answer = await attempt(office, kind, (request) =>
    call(request, resourcesCapacity.setRequirement, wanted),
  );
  const isDone = answer !== undefined && !("refusal" in answer);
  judge.needs.answered(change, isDone);
  return isDone;
}

/** Doctor is told to mend what is sound, on the live system: he may find nothing to do. */
async function repairAll(office: Office, kind: Kind): Promise<void> {
  const { broker, judge } = office;
  const since = judge.now();
  const findings = judge.allegations().map((each) => ({ ...each, detail: "alleged" }));
  const answer = await attempt(office, kind, () =>
    call(requestOf(broker, 60_000), resourcesCapacity.repairCapacity, { findings }),
  );
  if (!answer || !("repaired" in answer)) return;
  judge.repaired(answer.repaired, since);
  const booked = await attempt(office, kind, () =>
    call(requestOf(broker, 60_000), bookings.repairBookings, { findings }),
  );
  if (booked && "repaired" in booked) judge.repaired(booked.repaired, since);
}

/** To and fro, as catalog does; and sometimes somebody comes at once who books by the new one. */
async function changeDuration(office: Office, kind: Kind): Promise<void> {
  const { chance, outside, broker } = office;
  const { option, startAt } = wishFor(office);
  const { durationChanges } = outside;
  durationChanges.set(option.id, (durationChanges.get(option.id) ?? 0) + 1);
  await attempt(office, kind, async (request) => {
    await invalidateCaches(broker, request, [option.id]);
    return {};
  });
  if (!chance.is(0.5)) return;
  const order = { ...orderOf(office, "CONFIRMED"), optionId: option.id, startAt };
  await create(office, "create", { ...order, ...priced(option, chance.from(1, 4)) });
}

/** Blocks a departure, as availability does: the write first, then the invalidation of every reference cache. */
async function blockForAWhile(office: Office, kind: Kind): Promise<void> {
  const { chance, outside, broker, judge } = office;
  const { option, startAt } = chance.pick(departures);
  const key = departureKey(option.id, startAt);
  if (outside.blocked.has(key)) return;
  outside.blocked.add(key);
  const keys = [option.id, productOf(option)];
  const answer = await attempt(office, kind, async (request) => {
    await invalidateCaches(broker, request, keys);
    return {};
  });
  if (answer && !("refusal" in answer)) {
    judge.blocked(key);
    // Whoever asks from now on is refused.
    const orders = [orderOf(office, "ON_HOLD"), orderOf(office, "CONFIRMED")];
    const here = { optionId: option.id, startAt, ...priced(option, 1) };
    await Promise.all(orders.map((order) => create(office, "hold", { ...order, ...here })));
  }
  await new Promise((resume) => setTimeout(resume, 5_000));
  judge.unblocked(key);
  outside.blocked.delete(key);
}
