import type { BusFaultRates } from "./bus.ts";
import type { RandomSource } from "./random-source.ts";
import type { FaultRates } from "./engine/engine.ts";
import { type Databases, drawDatabases } from "./fail-overs.ts";
import { type Departure, departures, departuresOf, resources } from "./fixture.ts";

/** Relative frequencies of the commands. */
const usual = {
  create: 11,
  hold: 15,
  expand: 9,
  duplicate: 4,
  confirm: 36,
  extend: 13,
  replace: 12,
  changeOption: 18,
  details: 9,
  approve: 22,
  cancel: 11,
  reject: 9,
  resize: 7,
  require: 0.4,
  link: 0,
  duration: 1,
  block: 0.7,
  rename: 0.3,
  look: 1,
  list: 0.5,
  archive: 0,
  repair: 0.3,
  leave: 0,
  callOff: 4,
  reopen: 7,
  fillOrder: 14,
  confirmOrder: 5,
  extendOrder: 8,
  cancelOrder: 3,
  depart: 0,
  listDepartures: 0,
  vacancies: 2,
};

/** The same once the departures are long past: what they are while the operator archives their days. */
const amongArchives: Readonly<Partial<Record<Kind, number>>> = {
  create: 20,
  hold: 12,
  duplicate: 3,
  confirm: 12,
  extend: 3,
  approve: 12,
  cancel: 6,
  reject: 3,
  archive: 12,
};

/** The plan of a world whose departures are long past. */
export function archivingPlan(plan: Plan): Plan {
  const none = Object.fromEntries(Object.keys(usual).map((kind) => [kind, 0]));
  return { ...plan, losses: 0, weights: { ...(none as Record<Kind, number>), ...amongArchives } };
}

/** The share of worlds in which manual departures are recorded and listed, and how often. */
const departuresShare = 0.2;
const amongDepartures = { depart: 20, listDepartures: 60 };

/** The share of worlds in which a requirement may have margins, and how often they change. */
const marginsShare = 0.2;
const amongMargins = { require: 6 };

/** The share of worlds in which options come to need other resources, and need them no more; and how often that changes. */
const linksShare = 0.2;
const amongLinks = { link: 25 };

/** How many times as often lists are asked for where databases fail over. */
const listsAmongFailOvers = 20;

/** How many times as often requirements change there, and vacancies are asked for. */
const [changesAmongFailOvers, looksAmongFailOvers] = [5, 10];

export type Kind = keyof typeof usual;

/** The trouble and the load of one world, drawn once. */
export interface Plan {
  readonly trouble: Trouble;
  readonly replicas: number;
  /** Whether bookings and resources-capacity share processes. */
  readonly isShared: boolean;
  /** Whether availability runs beside bookings. */
  readonly hasDepartures: boolean;
  /** Whether resources are occupied before and after the runs of departures, too. */
  readonly hasMargins: boolean;
  /** Whether options come to need other resources, and need them no more. */
  readonly hasLinks: boolean;
  /** By slot: clocks' lead, milliseconds. */
  readonly skewsMs: readonly number[];
  readonly settings: Readonly<Record<string, string>>;
  /** Clients that send one command after another. */
  readonly clients: number;
  /** Milliseconds between a client's commands, on average. */
  readonly thinkMs: number;
  readonly weights: Readonly<Record<Kind, number>>;
  /** Departures that half of all orders want. */
  readonly favourites: readonly Departure[];
  /** The resource of most resizes. */
  readonly resized: string;
  readonly faults: FaultRates;
  readonly busFaults: BusFaultRates;
  readonly databases: Databases;
  /** Per write: the writing process crashes before it gets the answer, mostly at new points. */
  readonly deaths: number;
  /** Per step. */
  readonly crashes: number;
  readonly losses: number;
  readonly freezes: number;
  readonly leaps: number;
}

/** Each kind makes other races likely; the last one has some of everything. */
type Trouble = "none" | "strays" | "outages" | "deaths" | "everything";

const severities: Readonly<Record<Trouble, Severity>> = {
  none: { outage: 0, slow: 0, stray: 0, death: 0 },
  strays: { outage: 0, slow: 0.25, stray: 0.6, death: 0 },
  outages: { outage: 0.03, slow: 0.15, stray: 0.4, death: 0 },
  deaths: { outage: 0, slow: 0.05, stray: 0.3, death: 0.006 },
  everything: { outage: 0.015, slow: 0.1, stray: 0.3, death: 0.002 },
};

interface Severity {
  /** The rate of each way in which an operation can fail. */
  outage: number;
  slow: number;
  stray: number;
  death: number;
}

interface Focus {
  /** How often a hold is left that nothing names. */
  readonly leaves?: number;
  /** How many times as often commands come. */
  readonly times: Partial<Record<Kind, number>>;
  /** The departures that are wanted most. */
  readonly likes?: (departure: Departure, resized: string) => boolean;
}

/** The focus of a world: commands that are more frequent, and departures that are wanted more. */
const focuses = {
  all: { times: {} },
  /**
   * Rebookings by half an hour: for a while old and new places share the resource. Recovery asks late, so that holds that
   * nothing names end before.
   */
  moves: {
    leaves: 3,
    times: {
      create: 0.5,
      hold: 2,
      replace: 4,
      changeOption: 3,
      extend: 2,
      confirm: 0.3,
      cancel: 0.5,
    },
    likes: ({ option }) => option.startTimes.length > 1,
  },
  /** Whole units, whose worth changes during a rebooking. */
  units: {
    leaves: 3,
    times: { replace: 4, resize: 5, extend: 2, confirm: 0.5, cancel: 0.5 },
    likes: ({ option }) => option.pricingPer === "RESOURCE",
  },
  resizes: {
    times: { resize: 8, expand: 2, vacancies: 20 },
    likes: ({ option }, resized) => option.needs.some(({ resource }) => resource === resized),
  },
  /** Requirements change again and again. */
  needs: { times: { require: 30, vacancies: 10, create: 2, repair: 0.3 } },
  /** Durations change, so a departure has bookings of both durations. */
  durations: {
    times: { duration: 12, create: 2, expand: 2, replace: 2, resize: 0.3 },
    likes: ({ option: { needs } }) => needs.some(({ maxQuantity }) => maxQuantity !== null),
  },
  /** Departures are called off beside sales and confirmations. */
  callOffs: { times: { callOff: 8, reopen: 8, hold: 2, replace: 2, resize: 0.3 } },
  /** Orders of several holds, which others cancel and move meanwhile. */
  orders: {
    times: {
      fillOrder: 5,
      confirmOrder: 5,
      extendOrder: 6,
      cancelOrder: 3,
      cancel: 2,
      resize: 0.3,
    },
  },
  holds: { times: { hold: 2, confirm: 2, extend: 2, create: 0.5, replace: 0.3 } },
  /** Bookings have to be approved first. */
  ends: {
    times: { create: 2, approve: 3, reject: 3, cancel: 2, duplicate: 3 },
    likes: ({ option }) => option.needsApproval,
  },
  /** Departures that cross a day boundary, and others in their way on the first day or the second. */
  nights: {
    times: { create: 2 },
    likes: ({ option: { id, startTimes }, startAt }) =>
      ["night", "dusk", "dawn"].includes(id) &&
      startAt === departuresOf({ startTimes, days: 1 })[0],
  },
} satisfies Record<string, Focus>;

type About = keyof typeof focuses;

function favouritesOf(random: RandomSource, { likes }: Focus, resized: string): Departure[] {
  const among = likes ? departures.filter((each) => likes(each, resized)) : departures;
  const first = random.pick(among);
  const others = among.filter((each) => each !== first);
  return [first, random.pick(others.length > 0 ? others : among)];
}

/** Draws the resource of most resizes. */
function resizedIn(random: RandomSource, about: About): string {
  if (about === "units") return "kayak";
  return about === "resizes" && random.is(0.3) ? "skipper" : random.pick(resources).name;
}

/** The operation that fails most; in some worlds the one that leaves rebookings pending. */
function soreIn(random: RandomSource, about: About): string | undefined {
  const isMoving = about === "moves" || about === "units";
  if (isMoving && random.is(0.6)) return "bookings.update";
  if (random.is(0.4)) return undefined;
  return random.pick([
    "bookings.update",
    "bookings.insert",
    "ledgers.update",
    "ledgers.update",
    "ledgers.bulk",
    "claims.bulk",
    "resources.findOneAndUpdate",
  ]);
}

/** A failed rebooking stays pending until recovery comes, so a long time makes more of them. */
function confirmSecondsFor(random: RandomSource, about: About): string {
  const isMoving = about === "moves" || about === "units";
  return random.pick(isMoving ? ["0.5", "0.5", "60", "120", "120"] : ["0.5", "3", "15"]);
}

function aboutOf(random: RandomSource, trouble: Trouble): About {
  return random.pickOf<About>({
    all: 2,
    moves: 2,
    units: 1,
    resizes: 2,
    needs: 1,
    durations: 1,
    callOffs: 1,
    orders: 1.5,
    holds: 1,
    ends: 1.5,
    nights: trouble === "none" ? 3 : 0.5,
  });
}

/** Fault rates on the way to a database and back. */
function drawWays(
  random: RandomSource,
  { outage, slow, about }: { outage: number; slow: number; about: About },
): Omit<FaultRates, "silentMs" | "sore"> {
  return {
    lost: outage * random.next(),
    unanswered: outage * random.next(),
    late: outage * 2 * random.next(),
    slow: slow * random.next(),
    // A resize that takes seconds finds its lock removed as stale.
    slowMs: random.pick(about === "resizes" ? [100, 2_000] : [30, 100, 1_500]),
    torn: random.pick([0, 0.3]),
  };
}

/** How far off each process's clock is: at most as far as a process still serves. */
function drawSkews(random: RandomSource, slots: number): number[] {
  const most = random.pick([0, 300, 1_500, 1_500]);
  return Array.from({ length: slots }, () =>
    Math.round(most * random.pick([-1, 1, 2 * random.next() - 1])),
  );
}

/** @param stray undefined: so many that two replicas often write one ledger. */
function drawBusFaults(
  some: (most: number) => number,
  { outage, slow, stray }: { outage: number; slow: number; stray: number | undefined },
): Plan["busFaults"] {
  return {
    lost: some(outage / 2),
    unanswered: some(outage / 2),
    slow: some(slow),
    stray: stray === undefined ? 0.5 : some(stray),
  };
}

/** Recovery that asks soon asks often, too: before a write that comes late. */
function drawSettings(random: RandomSource, about: About): Plan["settings"] {
  const confirmSeconds = confirmSecondsFor(random, about);
  return {
    BOOKINGS_KEEP_DAYS: "60",
    HOLD_SWEEP_SECONDS: random.pick(["1", "4"]),
    CLAIM_CONFIRM_SECONDS: confirmSeconds,
    CLAIM_SWEEP_SECONDS: confirmSeconds === "0.5" ? "1" : random.pick(["1", "5", "10"]),
  };
}

/** Ledgers that vanish, in a fifth of the worlds; in none whose clocks go back, since the time of a ledger is lost with it. */
function drawLosses(random: RandomSource, { leadMs }: Plan["databases"]): number {
  return random.is(0.2) && leadMs === 0 ? random.pick([0.001, 0.003]) : 0;
}

/** A lost ledger forgets what was called off; where availability runs, it has no timetable. */
const withoutCallOffs = { callOff: 0, reopen: 0 };

/** How often each kind of operation comes. Lists that showed undone writes are found at rest. */
function weightsOf(
  { times, leaves = usual.leave }: Focus,
  given: Pick<Plan, "databases" | "hasDepartures" | "hasMargins" | "hasLinks" | "losses">,
): Plan["weights"] {
  const weights = { ...usual, leave: leaves };
  for (const [kind, factor] of Object.entries(times) as [Kind, number][]) weights[kind] *= factor;
  if (given.databases.perStep > 0) {
    weights.list *= listsAmongFailOvers;
    weights.require *= changesAmongFailOvers;
    weights.vacancies *= looksAmongFailOvers;
  }
  if (given.hasDepartures || given.losses > 0) Object.assign(weights, withoutCallOffs);
  if (given.hasDepartures) Object.assign(weights, amongDepartures);
  if (given.hasMargins) Object.assign(weights, amongMargins);
  if (given.hasLinks) Object.assign(weights, amongLinks);
  return weights;
}

const troubles = { none: 2, strays: 2, outages: 3, deaths: 2, everything: 3 } as const;

/** Features of some worlds alone. */
function drawKinds(random: RandomSource, databases: Plan["databases"]) {
  const [hasDepartures, losses] = [random.is(departuresShare), drawLosses(random, databases)];
  const hasMargins = random.is(marginsShare);
  return { hasDepartures, losses, hasMargins, hasLinks: random.is(linksShare) };
}

/** @param share of worlds with fail-overs. */
export function drawPlan(random: RandomSource, share: number): Plan {
  const trouble = random.pickOf<Trouble>(troubles);
  const { slow, stray, death, ...severity } = severities[trouble];
  const some = (most: number): number => most * random.next();
  const replicas = trouble === "none" ? 1 : random.pick([2, 2, 2, 3]);
  const isShared = random.is(0.6);
  const about = aboutOf(random, trouble);
  const sore = soreIn(random, about);
  // Other operations mostly succeed, so that the failing one is reached often.
  const outage = severity.outage * (sore ? 0.3 : 1);
  // While one replica waits for an answer, another one writes the ledger.
  const isOfLedgers = outage > 0 && sore?.startsWith("ledgers") === true;
  const resized = resizedIn(random, about);
  const slots = isShared ? replicas : replicas * 2;
  const databases = drawDatabases(random, { share: trouble === "none" ? 0 : share, slots });
  const kinds = drawKinds(random, databases);
  return {
    trouble,
    replicas,
    isShared,
    ...kinds,
    skewsMs: drawSkews(random, slots),
    settings: drawSettings(random, about),
    clients: random.from(3, 10),
    thinkMs: random.pick([2, 10, 50]),
    weights: weightsOf(focuses[about], { databases, ...kinds }),
    favourites: favouritesOf(random, focuses[about], resized),
    resized,
    faults: {
      ...drawWays(random, { outage, slow, about }),
      silentMs: isOfLedgers ? 2_000 : random.pick([200, 2_000]),
      sore,
    },
    busFaults: drawBusFaults(some, { outage, slow, stray: isOfLedgers ? undefined : stray }),
    databases,
    deaths: some(death * 60),
    crashes: some(death / 3),
    freezes: some(death),
    leaps: random.pick([0.001, 0.003, 0.006]),
  };
}

/** A calm world: nothing is lost, no process stops, and no deadline passes. */
export function isCalm({ trouble }: Plan): boolean {
  return trouble === "none";
}
