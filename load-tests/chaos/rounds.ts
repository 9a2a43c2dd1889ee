/** Rounds of load beside something that goes wrong; after each, and at the end, all is compared with all. */
import { setTimeout as pause } from "node:timers/promises";
import type { Slipway } from "@slipway/client";
import { connect } from "../../examples/connect.ts";
import { auditFindings, everyEntry } from "./audited.ts";
import type { RandomSource } from "@slipway/simulation/random-source";
import { placeFindings } from "./places.ts";
import { answeredFindings, creationFindings, storedOf } from "./check-stored.ts";
import { type DeliveryCheck, deliveryFindings, entriesSince } from "./check-delivered.ts";
import { doctorFindings, settledFindings } from "./doctor.ts";
import { askAt } from "./http.ts";
import { type Journal, newJournal } from "./journal.ts";
import { startLoad } from "./load.ts";
import { type OrderShop, startOrders } from "./orders.ts";
import { type Reseller, startReseller } from "./reseller.ts";
import type { Installation } from "./site.ts";
import { type Stage, dayOf, makeStage } from "./stage.ts";
import { type KilledReceiver, startReceiver } from "./killed-receiver.ts";

export interface RoundsOptions {
  readonly site: Installation;
  readonly directory: string;
  readonly random: RandomSource;
  readonly rounds: number;
  readonly label: string;
  /** Whether a reseller sells over OCTO beside the clients. */
  readonly isResold?: boolean;
  /** Lets something go wrong; says what when all can be well again. */
  readonly happen: (round: number, receiver: KilledReceiver) => Promise<string>;
}

/** Late deliveries, and claims that no booking names, have so long. */
const settleMsMax = 25_000;

interface Course extends RoundsOptions {
  readonly api: Slipway;
  readonly stage: Stage;
  readonly journal: Journal;
  readonly receiver: KilledReceiver;
  readonly reseller: Reseller | undefined;
  readonly orders: OrderShop;
}

/** Answers everything that was found to be wrong; prints it by round as it is found. */
export async function runRounds(options: RoundsOptions): Promise<string[]> {
  const { site, directory, rounds, isResold = false } = options;
  const api = connect(site.urls, site.key);
  const receiver = await startReceiver(api, directory);
  try {
    const stage = await makeStage(api);
    const sold = { ...options, api, urls: site.urls, stage };
    const reseller = isResold ? await startReseller(sold) : undefined;
    const journal = newJournal();
    const orders = startOrders({ ...sold, ask: askAt(site.urls, site.key), journal });
    const course = { ...options, api, receiver, stage, reseller, orders, journal };
    const found: string[] = [];
    for (let round = 1; round <= rounds; round++) found.push(...(await oneRound(course, round)));
    const last = await finalFindings(course);
    for (const finding of last) console.log(`  at the end: ${finding}`);
    return [...found, ...last];
  } finally {
    await receiver.stop();
  }
}

async function oneRound(course: Course, round: number): Promise<string[]> {
  const { site, stage, journal, receiver, reseller, random, label, happen } = course;
  const day = dayOf(round);
  const startedAt = Date.now();
  const before = journal.findings.length;
  // Clients that wait for as long as it takes, and such as soon ask anew while the first request still runs.
  const ask = askAt(site.urls, site.key, {
    patience: () => random.pick([30_000, 30_000, 3_000, 800]),
  });
  const load = startLoad({ ask, stage, journal, random, round, day, label });
  let what: string | undefined;
  let isOver = false;
  const resale = Promise.all([reseller?.sell(day), course.orders.sell(day, () => isOver)]);
  // The failure reaches the round below.
  resale.catch(() => undefined);
  try {
    await pause(random.between(300, 2_000));
    what = await happen(round, receiver);
    await pause(random.between(300, 1_500));
    isOver = true;
    await resale;
  } finally {
    isOver = true;
    // Where something failed above, that failure is the one to show.
    await load.stop().catch((error: unknown) => {
      if (what !== undefined) throw error;
    });
  }
  const check = { ...course, round, day, startedAt, now: () => Date.now() };
  const checked = await settled(check);
  const findings = [...journal.findings.slice(before), ...checked];
  const made = [...journal.bookings.values()].filter((kept) => kept.round === round).length;
  const end = findings.length === 0 ? "all well" : `${findings.length} FINDINGS`;
  console.log(`round ${round}: ${what}; ${made} bookings answered; ${end}`);
  for (const finding of findings) console.log(`  ${finding}`);
  return findings;
}

/** Checks for as long as what is on its way may take. */
async function settled(check: DeliveryCheck & Course): Promise<string[]> {
  const { journal, site } = check;
  let ids: string[] = [];
  const findings = await settledFindings(settleMsMax, async (isLast) => {
    const { bookings, findings: found } = await storedOf(check);
    ids = bookings.map(({ id }) => id);
    found.push(
      ...answeredFindings(check, bookings),
      ...creationFindings(check, bookings),
      ...(await placeFindings(check, bookings)),
      ...(await deliveryFindings(check, bookings)),
      ...(await check.orders.findings()),
    );
    // A process of its own each time: it examines only what else is well, or at the end.
    if (found.length > 0 && !isLast) return found;
    const examined = await doctorFindings(site.doctor());
    const told = examined.map((finding) => `doctor: ${JSON.stringify(finding)}`);
    // Those of earlier rounds are among them: a fault stays.
    return [...found, ...told.filter((finding) => !journal.doctored.has(finding))];
  });
  // Also of what is not there: it was found once, and belongs to this round.
  for (const id of [...ids, ...journal.shown.keys()]) journal.settled.add(id);
  for (const { entityId } of await entriesSince(check)) journal.settled.add(entityId);
  for (const finding of findings) journal.doctored.add(finding);
  // The size of these resources is not known when a later round begins.
  for (const [id, { isUncertain, late }] of journal.resources)
    if (isUncertain || late.length > 0) journal.resources.delete(id);
  journal.creations.length = 0;
  return findings;
}

/** Once more over all rounds: nothing of an earlier one has changed but by time. */
async function finalFindings({ api, journal, rounds, ...course }: Course): Promise<string[]> {
  const bookings = await api.bookings.list();
  const answered = Array.from({ length: rounds }, (_, index) =>
    answeredFindings({ journal, round: index + 1 }, bookings),
  ).flat();
  const entries = await everyEntry(api);
  const audited = auditFindings(bookings, entries);
  console.log(`${bookings.length} bookings, ${entries.length} audit entries`);
  console.log(`answers: ${answersOf(journal)}`);
  const resold = (await course.reseller?.findings()) ?? [];
  return [...answered, ...audited, ...resold, ...(await course.orders.findings())];
}

function answersOf({ answers }: Journal): string {
  return [...answers]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name}: ${count}`)
    .join("; ");
}
