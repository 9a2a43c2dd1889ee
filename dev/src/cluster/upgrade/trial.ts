/** Upgrades of everything at once, while clients use the cluster and, if wanted, a neighbour keeps a processor busy. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ServiceBroker } from "@slipway/broker";
import { runCommand } from "@slipway/server/run-command";
import type { Slipway } from "@slipway/client";
import { patientClient } from "@slipway/server/smoke-client";
import { type Archive, type SmokeShop, archive, openShop } from "@slipway/server/smoke-shop";
import { say, secondsSince } from "@slipway/server/say";
import type { LocalCluster } from "../local-cluster.ts";
import { startBusyCore } from "./busy-core.ts";
import { type Journal, type Kept, startClients } from "./clients.ts";
import { placesTaken, storedFindings } from "./stored-findings.ts";

interface TrialOptions {
  readonly cluster: LocalCluster;
  /** An API key. */
  readonly key: string;
  /** One after the other. */
  readonly upgrades: readonly Upgrade[];
  readonly hasBusyNeighbour: boolean;
}

export interface Upgrade {
  /** Such as "to this checkout". */
  readonly named: string;
  /** The checkout whose program the new processes run; this one unless given. */
  readonly checkout?: string;
}

const perSecond = 20;
/** As the chart's. */
const minReadyMs = 5_000;
const seats = 100_000;
const departures = 30;
const dayMs = 86_400_000;
const shownMax = 20;
const settleMsMax = 120_000;

/** Resolves with whether every request was served, and nothing that was answered is missing; says what was seen. */
export async function tryUpgrades(options: TrialOptions): Promise<boolean> {
  const { cluster, key, upgrades, hasBusyNeighbour } = options;
  const url = cluster.balancerUrl ?? "";
  const slipway = patientClient({ url, key });
  const made: Archive[] = [];
  const shop = await openShop(slipway, { name: "Upgrade trial", seats }, made);
  const starts = Array.from({ length: departures }, (_, day) => startOn(day));
  const run = randomBytes(4).toString("hex");
  const busyCore = hasBusyNeighbour ? startBusyCore() : undefined;
  const bookings = new Map<string, Kept>();
  let isGood = true;
  try {
    for (const [index, upgrade] of upgrades.entries()) {
      const label = `upgrade-${run}-${index + 1}`;
      const clients = startClients({ url, key, shop, perSecond, starts, label });
      try {
        await replaced(cluster, upgrade);
      } finally {
        await clients.stop();
      }
      const { journal } = clients;
      reportAnswers(journal);
      // What earlier upgrades were sold through has to be there after this one, too.
      for (const [id, kept] of journal.bookings) bookings.set(id, kept);
      const after = { slipway, broker: cluster.broker, shop, starts, bookings };
      const findings = await settledFindings(after);
      say(
        `${bookings.size} bookings were answered; ${findings.length} findings about what is stored.`,
      );
      for (const finding of findings) say(`  ${finding}`);
      isGood &&= journal.failures.length === 0 && findings.length === 0;
    }
  } finally {
    const share = await busyCore?.stop();
    if (share !== undefined)
      say(`The busy process had ${Math.round(share * 100)} % of a processor.`);
  }
  await archive(made);
  return isGood;
}

async function replaced(cluster: LocalCluster, { named, checkout }: Upgrade): Promise<void> {
  // The gateways and the clients know each other before anything goes.
  await pause(minReadyMs);
  const begunAt = performance.now();
  await cluster.upgradeAll(minReadyMs, checkout);
  say(`Upgrade ${named}: every process replaced in ${secondsSince(begunAt)} s.`);
  await pause(minReadyMs);
}

/** Daily at 12:00 UTC, from the day after tomorrow on. */
function startOn(day: number): string {
  return `${new Date(Date.now() + (2 + day) * dayMs).toISOString().slice(0, 10)}T12:00:00Z`;
}

function reportAnswers({ sent, answers, turnedAway, failures }: Journal): void {
  const counts = [...answers].map(([name, count]) => `${name}: ${count}`).toSorted();
  say(`${sent} requests. Answered: ${counts.join(", ")}.`);
  say(`${turnedAway} answers 503 with Retry-After; those requests were sent again.`);
  say(`${failures.length} failed.`);
  for (const failure of failures.slice(0, shownMax)) say(`  ${failure}`);
  if (failures.length > shownMax) say(`  and ${failures.length - shownMax} more`);
}

interface After {
  readonly slipway: Slipway;
  readonly broker: ServiceBroker;
  readonly shop: SmokeShop;
  readonly starts: readonly string[];
  readonly bookings: ReadonlyMap<string, Kept>;
}

/** Looks until nothing is found, for as long as it may take to give back places that no booking names. */
async function settledFindings(after: After): Promise<string[]> {
  const until = performance.now() + settleMsMax;
  for (;;) {
    const findings = await findingsNow(after);
    if (findings.length === 0 || performance.now() > until) return findings;
    await pause(minReadyMs);
  }
}

async function findingsNow({ slipway, broker, shop, starts, bookings }: After): Promise<string[]> {
  const examined = await runCommand(broker, { command: "doctor", flags: {} });
  const isClean = examined.ok && examined.isClean;
  const stored = await slipway.bookings.list({ supplierId: shop.supplierId });
  const findings = storedFindings(bookings, stored);
  for (const startAt of starts) {
    const range = { optionId: shop.optionId, from: startAt, to: startAt };
    const [departure] = await slipway.availability.list(range);
    const left = seats - placesTaken(stored, startAt);
    if (departure?.vacancies !== left)
      findings.push(
        `places: ${departure?.vacancies} are free at ${startAt}, and bookings leave ${left}`,
      );
  }
  if (!isClean) findings.push(`doctor: ${JSON.stringify(examined)}`);
  return findings;
}
