/** Kills processes with SIGKILL while the demo books, and starts them again on the same data. */
import { setTimeout as pause } from "node:timers/promises";
import type { AvailabilityEntry, Booking, Slipway } from "@slipway/client";
import { type Operator, loadOperator } from "../../examples/venice/load-operator.ts";
import { makeBookings } from "../../examples/venice/make-bookings.ts";
import { type Attacked, attackCluster, attackServer } from "./attacked.ts";
import { checkAudited } from "./audited.ts";
import { startReseller } from "./reseller.ts";
import { startReceiver } from "./killed-receiver.ts";

interface KillsOptions {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isCluster: boolean;
  readonly isLean: boolean;
  readonly rounds: number;
  readonly label: string;
  /** In [0, 1). */
  readonly random: () => number;
  /** Until claims that no booking names are given back. */
  readonly confirmSeconds: number;
}

/** Of all rounds, those in which the receiver is killed as well. */
const receiverShare = 0.4;

/** Throws the first thing that is wrong. */
export async function runKills(options: KillsOptions): Promise<void> {
  const { directory, env, isCluster, isLean, rounds, label, random } = options;
  const answered = new Map<string, Booking>();
  const attacked = await (isCluster ? attackCluster : attackServer)({
    directory,
    env,
    random,
    isLean,
  });
  const { api } = attacked;
  const receiver = await startReceiver(api, directory);
  try {
    const operator = await loadOperator(api, new Date().getUTCFullYear() + 1, () => undefined);
    const { urls } = attacked;
    const reseller = await startReseller({ api, urls, operator, random, label });
    for (let round = 1; round <= rounds; round++) {
      const booked = Promise.all([
        book(api, operator, `${label}-${round}`, answered),
        reseller.sell(),
      ]);
      // The failure reaches the round below.
      booked.catch(() => undefined);
      await pause(50 + random() * 1_500);
      const alsoReceiver = random() < receiverShare;
      const [what] = await Promise.all([attacked.kill(), alsoReceiver ? receiver.kill() : null]);
      const before = answered.size;
      await booked;
      await checkAnswered(api, answered);
      console.log(
        `round ${round}: ${what}${alsoReceiver ? ", the receiver too" : ""}, ${before} bookings answered by then, all there; ${answered.size} now`,
      );
    }
    console.log(`octo: ${await reseller.check()} bookings as the reseller was answered`);
    await checkDoctor(attacked, options.confirmSeconds);
    console.log(`audit: ${await checkAudited(api)} entries, each change of every booking once`);
    console.log(`webhooks: ${await receiver.check()} changes received, and nothing else`);
  } finally {
    await receiver.stop();
    await attacked.stop();
  }
}

async function book(
  api: Slipway,
  operator: Operator,
  label: string,
  answered: Map<string, Booking>,
): Promise<void> {
  const departures = new Map<string, readonly AvailabilityEntry[]>();
  const year = new Date().getUTCFullYear() + 1;
  for (const { id } of operator.options) {
    // A week of the month, so that rounds meet on the same departures.
    const [from, to] = [`${year}-06-07T00:00:00Z`, `${year}-06-14T00:00:00Z`];
    departures.set(id, await api.availability.list({ optionId: id, from, to }));
  }
  const booked = (booking: Booking): unknown => answered.set(booking.id, booking);
  await makeBookings({ slipway: api, operator, departures, label, booked });
}

async function checkAnswered(api: Slipway, answered: Map<string, Booking>): Promise<void> {
  for (const { id, startAt } of answered.values()) {
    const found = await api.bookings.get(id);
    if (found.startAt !== startAt) throw new Error(`booking ${id} is not what was answered`);
  }
}

/** Doctor compares every ledger with its claims and every claim with its booking. */
async function checkDoctor(attacked: Attacked, confirmSeconds: number): Promise<void> {
  await pause((confirmSeconds + 3) * 1_000);
  const { code, stdout, stderr } = await attacked.doctor();
  if (code !== 0) throw new Error(`doctor found something: ${stdout}${stderr}`);
  console.log(`doctor: ${stdout.trim()}`);
}
