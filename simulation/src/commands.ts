import { type Request, type ServiceBroker, call, refusalOf } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type RefusalCode,
  bookings,
  resourcesCapacity,
} from "@slipway/contracts";
import { announce } from "@slipway/facts";
import type { Chance } from "./chance.ts";
import type { Coverage } from "./coverage.ts";
import type { Judge, Resize } from "./oracle/judge.ts";
import { type Outside, departureKey } from "./outside.ts";
import type { Kind, Plan } from "./plan.ts";
import {
  type Departure,
  type Option,
  departures,
  departuresOf,
  options,
  productOf,
  tenantId,
} from "./universe.ts";

type CreateInput = InputOf<typeof bookings.createBooking>;
type Booking = OutputOf<typeof bookings.getBooking>;

/** A booking as it was answered last. */
interface Known {
  readonly id: string;
  readonly optionId: string;
  updatedAt: string;
  startAt: string;
  status: string;
  /** When it was to end, as a hold, before and after each extension. */
  ends: readonly number[];
}

/** Who sends commands, and what he has learnt. */
export interface Office {
  readonly broker: ServiceBroker;
  readonly chance: Chance;
  readonly judge: Judge;
  readonly coverage: Coverage;
  readonly outside: Outside;
  readonly plan: Plan;
  /** Bookings that were answered; the last ones are asked about most. */
  readonly known: Known[];
  /** Requests with a key that have been sent. */
  readonly sent: CreateInput[];
  /** Ids of the resources by their names. */
  readonly resourceIds: Map<string, string>;
  keys: number;
}

const unitPrice = 1_000;

/** Sends one command that is drawn, and lets the judge see its answer. */
export async function sendCommand(office: Office): Promise<void> {
  const kind = office.chance.pickOf(office.plan.weights);
  await senders[kind](office, kind);
}

type Sender = (office: Office, kind: Kind) => Promise<unknown>;

const senders: Record<Kind, Sender> = {
  create: (office, kind) => create(office, kind, orderOf(office, "CONFIRMED")),
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
  block: blockForAWhile,
  rename: (office, kind) => {
    const [name, id] = office.chance.pick([...office.resourceIds]);
    const to = `${name} ${office.chance.below(100)}`;
    return attempt(office, kind, (request) =>
      call(request, resourcesCapacity.updateResource, { id, name: to }),
    );
  },
};

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

function forOneOf({ id }: Option): Pick<CreateInput, "unitItems" | "retailPrices"> {
  const unitId = `${id}-adult`;
  return { unitItems: [{ unitId, quantity: 1 }], retailPrices: { [unitId]: unitPrice } };
}

const nowhere = "2027-05-02T12:34:00.000Z";

/** A favourite, one on which a hold is about to end, or any departure. */
function wishFor({ chance, known, plan }: Office): Departure {
  const ending = known.filter(isNear);
  const hot = ending.length > 0 && chance.is(0.4) ? chance.pick(ending) : undefined;
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

function learn({ known }: Office, booking: Booking): void {
  const { id, optionId, startAt, updatedAt, status, expiresAt } = booking;
  const one = known.find((each) => each.id === id);
  const learnt = { id, optionId, startAt, updatedAt, status };
  const ends = expiresAt === null ? [] : [Date.parse(expiresAt)];
  if (one) Object.assign(one, learnt, { ends: [...new Set([...one.ends, ...ends])] });
  else known.push({ ...learnt, ends });
  if (known.length > 40) known.shift();
}

/** What each question is mostly asked about. */
const askedAbout: Partial<Record<Kind, string>> = {
  confirm: "ON_HOLD",
  extend: "ON_HOLD",
  approve: "PENDING",
};

/** Mostly one that was made lately, or a hold that is about to end, and that will not refuse. */
function pickKnown({ known, chance }: Office, kind: Kind): Known | undefined {
  const live = known.filter(({ status }) => ["ON_HOLD", "PENDING", "CONFIRMED"].includes(status));
  const fitting = live.filter(({ status }) => status === (askedAbout[kind] ?? status));
  if (askedAbout[kind] && fitting.length === 0 && chance.is(0.85)) return undefined;
  const among = chance.is(0.85) && fitting.length > 0 ? fitting : known;
  const ending = among.filter(isNear);
  if (ending.length > 0 && chance.is(0.5)) return chance.pick(ending);
  const back = Math.min(among.length, chance.is(0.7) ? 5 : among.length);
  return among[among.length - 1 - chance.below(back)];
}

const nearMs = 6_000;

function isNear({ ends }: Known): boolean {
  return ends.some((end) => Math.abs(end - Date.now()) < nearMs);
}

/** When a hold of which somebody knows ends next, or would have ended had it stayed one. */
export function nextEnd({ known }: Office): number | undefined {
  const now = Date.now();
  const coming = known.flatMap(({ ends }) => ends.filter((end) => end > now + nearMs));
  return coming.length === 0 ? undefined : Math.min(...coming);
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
  const question = judge.asked(kind, one.id);
  const answer = await attempt(office, kind, (request) => ask(request, one));
  judge.askedAnswered(question, answer);
  if (answer && "id" in answer) learn(office, answer);
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
  const one = pickKnown(office, kind);
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
}

function changeOf({ chance, plan }: Office, option: Option): object {
  const unitId = `${option.id}-adult`;
  const units = { unitItems: [{ unitId, quantity: chance.from(1, 4) }] };
  const own = plan.favourites.filter((each) => each.option === option);
  const favourite = own.length > 0 && chance.is(0.5) ? chance.pick(own).startAt : undefined;
  const start = { startAt: favourite ?? chance.pick(departuresOf(option)) };
  const drawn = chance.next();
  if (drawn < 0.15) return { participants: { note: String(chance.below(1_000)) } };
  if (drawn < 0.45) return units;
  return drawn < 0.8 ? start : { ...units, ...start };
}

async function resize(office: Office, kind: Kind): Promise<void> {
  const { chance, resourceIds, judge, plan } = office;
  const name = chance.is(0.7) ? plan.resized : chance.pick([...resourceIds.keys()]);
  const id = resourceIds.get(name) as string;
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

async function changeRequirement(office: Office, kind: Kind): Promise<void> {
  const { chance, resourceIds } = office;
  const option = chance.pick(options.filter(({ needs }) => needs.length > 0));
  const need = chance.pick(option.needs);
  const resourceId = resourceIds.get(need.resource) as string;
  const maxQuantity = chance.pick([null, 1, 2, 3]);
  await attempt(office, kind, (request) =>
    call(request, resourcesCapacity.setRequirement, {
      id: option.id,
      resourceId,
      quantity: 1,
      maxQuantity,
    }),
  );
}

/** Blocks a departure, as availability does: the write first, then everybody who keeps facts. */
async function blockForAWhile(office: Office, kind: Kind): Promise<void> {
  const { chance, outside, broker, judge } = office;
  const { option, startAt } = chance.pick(departures);
  const key = departureKey(option.id, startAt);
  if (outside.blocked.has(key)) return;
  outside.blocked.add(key);
  const told = [option.id, productOf(option)];
  const answer = await attempt(office, kind, async (request) => {
    await announce(broker, request, told);
    return {};
  });
  if (answer && !("refusal" in answer)) {
    judge.blocked(key);
    // Whoever asks from now on is refused.
    const orders = [orderOf(office, "ON_HOLD"), orderOf(office, "CONFIRMED")];
    const here = { optionId: option.id, startAt, ...forOneOf(option) };
    await Promise.all(orders.map((order) => create(office, "hold", { ...order, ...here })));
  }
  await new Promise((resume) => setTimeout(resume, 5_000));
  judge.unblocked(key);
  outside.blocked.delete(key);
}

/** What a client learns: the answer, a refusal, or nothing. */
export type Answer<Result> = Result | { refusal: RefusalCode } | undefined;

async function attempt<Result extends object>(
  office: Office,
  kind: Kind,
  work: (request: Request) => Promise<Result>,
): Promise<Answer<Result>> {
  const { broker, coverage } = office;
  try {
    const answer = await work(requestOf(broker));
    coverage.answered(kind, "accepted");
    return answer;
  } catch (error) {
    const refusal = refusalOf(error)?.code;
    office.judge.failed(kind, error);
    if (refusal === undefined || isVague(refusal)) {
      coverage.answered(kind, "unknown");
      return undefined;
    }
    coverage.answered(kind, "refused");
    coverage.refused(kind, refusal);
    if (refusal === "HOLD_EXPIRED") coverage.answered("expire", "refused");
    return { refusal };
  }
}

/** Says nothing about the state: something was away, or too much was going on. */
function isVague(code: RefusalCode): boolean {
  const vague: readonly RefusalCode[] = [
    "SERVICE_UNAVAILABLE",
    "OUTCOME_UNKNOWN",
    "DEADLINE_EXCEEDED",
    "OVERLOADED",
  ];
  return vague.includes(code);
}

export function requestOf(broker: ServiceBroker, patienceMs = 10_000): Request {
  const caller = {
    tenantId,
    actorType: "USER",
    actorId: "usr",
    credentialId: "key",
    scopes: ["*"],
    source: "api/v1",
    requestId: "simulated",
  } as const;
  return {
    caller: Object.freeze({ ...caller, scopes: ["*"] }),
    deadline: Date.now() + patienceMs,
    via: broker,
  };
}
