import type { BusWeather } from "./bus.ts";
import type { Chance } from "./chance.ts";
import type { Weather } from "./engine/engine.ts";
import { type Databases, drawDatabases } from "./fail-overs.ts";
import { type Departure, departures, departuresOf, resources } from "./universe.ts";

/** How often each command is sent, beside the others. */
const usual = {
  create: 12,
  hold: 15,
  expand: 9,
  duplicate: 5,
  confirm: 28,
  extend: 12,
  replace: 10,
  approve: 20,
  cancel: 12,
  reject: 11,
  resize: 7,
  require: 0.4,
  duration: 1,
  block: 0.7,
  rename: 0.3,
  look: 1,
  list: 0.5,
  repair: 0.3,
};

/** How many times as often lists are asked for where databases fail over. */
const listsAmongFailOvers = 20;

export type Kind = keyof typeof usual;

/** What kind of trouble one world has: drawn once, so that each has its own. */
export interface Plan {
  readonly trouble: Trouble;
  readonly replicas: number;
  /** Whether bookings and resources-capacity share processes. */
  readonly isShared: boolean;
  /** By slot: clocks' lead, milliseconds. */
  readonly skewsMs: readonly number[];
  readonly settings: Readonly<Record<string, string>>;
  /** Clients that send one command after another. */
  readonly clients: number;
  /** Milliseconds between a client's commands, on average. */
  readonly thinkMs: number;
  readonly weights: Readonly<Record<Kind, number>>;
  /** Departures that half of all wish for, and the resource that most resizes are about. */
  readonly favourites: readonly Departure[];
  readonly resized: string;
  readonly weather: Weather;
  readonly busWeather: BusWeather;
  readonly databases: Databases;
  /** Per write: whoever has written dies before he learns of it, mostly where nobody did before. */
  readonly deaths: number;
  /** Per step. */
  readonly crashes: number;
  readonly freezes: number;
  readonly leaps: number;
}

/** Each makes another kind of race likely; the last has some of everything. */
type Trouble = "none" | "strays" | "outages" | "deaths" | "everything";

const severities: Readonly<Record<Trouble, Severity>> = {
  none: { outage: 0, slow: 0, stray: 0, death: 0 },
  strays: { outage: 0, slow: 0.25, stray: 0.6, death: 0 },
  outages: { outage: 0.03, slow: 0.15, stray: 0.4, death: 0 },
  deaths: { outage: 0, slow: 0.05, stray: 0.3, death: 0.006 },
  everything: { outage: 0.015, slow: 0.1, stray: 0.3, death: 0.002 },
};

interface Severity {
  /** Of each way in which an operation can fail. */
  outage: number;
  slow: number;
  stray: number;
  death: number;
}

interface Focus {
  /** How many times as often commands come. */
  readonly times: Partial<Record<Kind, number>>;
  /** What is wished for most. */
  readonly likes?: (departure: Departure, resized: string) => boolean;
}

/** What worlds are about. */
const focuses = {
  all: { times: {} },
  /** By half an hour: old and new places share the resource for a while. */
  moves: {
    times: { create: 0.5, hold: 2, replace: 4, extend: 2, confirm: 0.3, cancel: 0.5 },
    likes: ({ option }) => option.startTimes.length > 1,
  },
  /** Whole units, whose worth changes while somebody chooses between them. */
  units: {
    times: { replace: 4, resize: 5, extend: 2, confirm: 0.5, cancel: 0.5 },
    likes: ({ option }) => option.pricingPer === "RESOURCE",
  },
  resizes: {
    times: { resize: 8, expand: 2 },
    likes: ({ option }, resized) => option.needs.some(({ resource }) => resource === resized),
  },
  /** What an option may take of a resource changes again and again. */
  needs: { times: { require: 30, create: 2, repair: 0.3 } },
  /** An option lasts longer and shorter: its departures have bookings of either length. */
  durations: {
    times: { duration: 12, create: 2, expand: 2, replace: 2, resize: 0.3 },
    likes: ({ option: { needs } }) => needs.some(({ maxQuantity }) => maxQuantity !== null),
  },
  holds: { times: { hold: 2, confirm: 2, extend: 2, create: 0.5, replace: 0.3 } },
  /** Bookings have to be approved first. */
  ends: {
    times: { create: 2, approve: 3, reject: 3, cancel: 2, duplicate: 3 },
    likes: ({ option }) => option.needsApproval,
  },
  /** Departures across the boundary of two days, and what is in their way in the second one. */
  nights: {
    times: { create: 2 },
    likes: ({ option: { id, startTimes }, startAt }) =>
      ["night", "dawn"].includes(id) && startAt === departuresOf({ startTimes, days: 1 })[0],
  },
} satisfies Record<string, Focus>;

type About = keyof typeof focuses;

function favouritesOf(chance: Chance, { likes }: Focus, resized: string): Departure[] {
  const among = likes ? departures.filter((each) => likes(each, resized)) : departures;
  const first = chance.pick(among);
  const others = among.filter((each) => each !== first);
  return [first, chance.pick(others.length > 0 ? others : among)];
}

/** The resource that most resizes are about. */
function resizedIn(chance: Chance, about: About): string {
  if (about === "units") return "kayak";
  return about === "resizes" && chance.is(0.3) ? "skipper" : chance.pick(resources).name;
}

/** What fails most: in some worlds what leaves moves behind. */
function soreIn(chance: Chance, about: About): string | undefined {
  const isMoving = about === "moves" || about === "units";
  if (isMoving && chance.is(0.6)) return "bookings.update";
  if (chance.is(0.4)) return undefined;
  return chance.pick([
    "bookings.update",
    "bookings.insert",
    "ledgers.update",
    "ledgers.update",
    "ledgers.bulk",
    "claims.bulk",
    "resources.findOneAndUpdate",
  ]);
}

/** What is left of a move that did not end well is a choice until recovery comes. */
function confirmSecondsFor(chance: Chance, about: About): string {
  const isMoving = about === "moves" || about === "units";
  return chance.pick(isMoving ? ["0.5", "60", "120", "120"] : ["0.5", "3", "15"]);
}

function aboutOf(chance: Chance, trouble: Trouble): About {
  return chance.pickOf<About>({
    all: 2,
    moves: 2,
    units: 1,
    resizes: 2,
    needs: 1,
    durations: 1,
    holds: 1,
    ends: 1.5,
    nights: trouble === "none" ? 3 : 0.5,
  });
}

/** How often what goes wrong on the way to a database and back. */
function drawWays(
  chance: Chance,
  { outage, slow, about }: { outage: number; slow: number; about: About },
): Omit<Weather, "silentMs" | "sore"> {
  return {
    lost: outage * chance.next(),
    unanswered: outage * chance.next(),
    late: outage * 2 * chance.next(),
    slow: slow * chance.next(),
    // A resize that takes seconds finds that others have taken it for dead.
    slowMs: chance.pick(about === "resizes" ? [100, 2_000] : [30, 100, 1_500]),
    torn: chance.pick([0, 0.3]),
  };
}

/** @param share of worlds with fail-overs. */
export function drawPlan(chance: Chance, share: number): Plan {
  const trouble = chance.pickOf<Trouble>({
    none: 2,
    strays: 2,
    outages: 3,
    deaths: 2,
    everything: 3,
  });
  const { slow, stray, death, ...severity } = severities[trouble];
  const some = (most: number): number => most * chance.next();
  const replicas = trouble === "none" ? 1 : chance.pick([2, 2, 2, 3]);
  const isShared = chance.is(0.6);
  const about = aboutOf(chance, trouble);
  const sore = soreIn(chance, about);
  // All else goes mostly well there, so that what hurts is come to often.
  const outage = severity.outage * (sore ? 0.3 : 1);
  // While one replica waits for an answer another one writes what it will find.
  const isOfLedgers = outage > 0 && sore?.startsWith("ledgers") === true;
  const focus: Focus = focuses[about];
  const resized = resizedIn(chance, about);
  const weights = { ...usual };
  const slots = isShared ? replicas : replicas * 2;
  const skew = chance.pick([0, 300, 1_500, 1_500]);
  const databases = drawDatabases(chance, { share: trouble === "none" ? 0 : share, slots });
  for (const [kind, times] of Object.entries(focus.times) as [Kind, number][])
    weights[kind] *= times;
  // What a list has taken in while it could be undone is seen at rest.
  if (databases.perStep > 0) weights.list *= listsAmongFailOvers;
  return {
    trouble,
    replicas,
    isShared,
    // As far off as a process still serves.
    skewsMs: Array.from({ length: slots }, () =>
      Math.round(skew * chance.pick([-1, 1, 2 * chance.next() - 1])),
    ),
    settings: {
      HOLD_SWEEP_SECONDS: chance.pick(["1", "4"]),
      CLAIM_CONFIRM_SECONDS: confirmSecondsFor(chance, about),
      CLAIM_SWEEP_SECONDS: chance.pick(["1", "5", "10"]),
    },
    clients: chance.from(3, 10),
    thinkMs: chance.pick([2, 10, 50]),
    weights,
    favourites: favouritesOf(chance, focus, resized),
    resized,
    weather: {
      ...drawWays(chance, { outage, slow, about }),
      silentMs: isOfLedgers ? 2_000 : chance.pick([200, 2_000]),
      sore,
    },
    busWeather: {
      lost: some(outage / 2),
      unanswered: some(outage / 2),
      slow: some(slow),
      stray: isOfLedgers ? 0.5 : some(stray),
    },
    databases,
    deaths: some(death * 60),
    crashes: some(death / 3),
    freezes: some(death),
    leaps: chance.pick([0.001, 0.003, 0.006]),
  };
}
