/**
 * `npm run chaos -- --rounds 20`: kills the server with SIGKILL at random moments while the demo
 * books, and now and then the receiver of its webhooks, starts them again on the same data, and
 * checks that every booking it had answered is there, that `doctor` finds nothing once the recovery
 * window is over, that the audit log tells every committed change of every booking once, and no
 * other, and that the receiver has heard of all of these and of nothing else. With `--cluster` it kills one
 * process of a cluster each time, whichever, the bus and the database among them; with `--lean` of one
 * of few processes. `--seed N` repeats the moments.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Api } from "../examples/venice/api.ts";
import type { Departure } from "@slipway/platform/month-calendar";
import { type Operator, loadOperator } from "../examples/venice/load-operator.ts";
import { type BookingRecord, makeBookings } from "../examples/venice/make-bookings.ts";
import { type Attacked, attackCluster, attackServer } from "./attacked.ts";
import { checkAudited } from "./audited.ts";
import { startReceiver, tellingSoon } from "./told.ts";

const { values } = parseArgs({
  options: {
    cluster: { type: "boolean", default: false },
    lean: { type: "boolean", default: false },
    rounds: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const rounds = Number(values.rounds);
// Claims that no booking names are given back after this; short, so that a run is.
const confirmSeconds = 2;
const env = {
  CLAIM_CONFIRM_SECONDS: String(confirmSeconds),
  RATE_LIMIT_RPS: "0",
  ...tellingSoon,
};
/** Of all rounds, those in which the receiver is killed as well. */
const receiverShare = 0.4;
const random = randomNumbers(Number(values.seed));

const directory = await mkdtemp(join(tmpdir(), "slipway-chaos-"));
console.log(`${rounds} rounds, seed ${values.seed}`);
try {
  await chaos();
  await rm(directory, { recursive: true, force: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(
    `The data is kept in ${directory}; again: npm run chaos --${values.cluster ? " --cluster" : ""} --rounds ${rounds} --seed ${values.seed}`,
  );
  process.exitCode = 1;
}

async function chaos(): Promise<void> {
  const answered = new Map<string, BookingRecord>();
  const attacked = await (values.cluster ? attackCluster : attackServer)({
    directory,
    env,
    random,
    isLean: values.lean,
  });
  const { api } = attacked;
  const receiver = await startReceiver(api, directory);
  try {
    const operator = await loadOperator(api, new Date().getUTCFullYear() + 1, () => undefined);
    for (let round = 1; round <= rounds; round++) {
      const booked = book(api, operator, `chaos-${values.seed}-${round}`, answered);
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
    await checkDoctor(attacked);
    console.log(`audit: ${await checkAudited(api)} entries, each change of every booking once`);
    console.log(`webhooks: ${await receiver.check()} changes received, and nothing else`);
  } finally {
    await receiver.stop();
    await attacked.stop();
  }
}

async function book(
  api: Api,
  operator: Operator,
  label: string,
  answered: Map<string, BookingRecord>,
): Promise<void> {
  const departures = new Map<string, Departure[]>();
  const year = new Date().getUTCFullYear() + 1;
  for (const { id } of operator.options) {
    // A week of the month, so that rounds meet on the same departures.
    const query = new URLSearchParams({
      optionId: id,
      from: `${year}-06-07T00:00:00Z`,
      to: `${year}-06-14T00:00:00Z`,
    });
    departures.set(id, await api.get(`/availability?${query.toString()}`));
  }
  const booked = (booking: BookingRecord): unknown => answered.set(booking.id, booking);
  await makeBookings({ api, operator, departures, label, booked });
}

async function checkAnswered(api: Api, answered: Map<string, BookingRecord>): Promise<void> {
  for (const { id, startAt } of answered.values()) {
    const found = await api.get<BookingRecord>(`/bookings/${id}`);
    if (found.startAt !== startAt) throw new Error(`booking ${id} is not what was answered`);
  }
}

/** Doctor compares every ledger with its claims and every claim with its booking. */
async function checkDoctor(attacked: Attacked): Promise<void> {
  await pause((confirmSeconds + 3) * 1_000);
  const { code, stdout, stderr } = await attacked.doctor();
  if (code !== 0) throw new Error(`doctor found something: ${stdout}${stderr}`);
  console.log(`doctor: ${stdout.trim()}`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}

/** Numbers in [0, 1) from a seed (mulberry32), so that a run can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
