/** Lets something go wrong while clients buy, waits until all is well again, and compares what is stored with what was answered. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Slipway } from "@slipway/client";
import { type Sold, makeOptionOnBoat } from "@slipway/dev/shop";
import { patientClient } from "@slipway/server/smoke-client";
import { askAt } from "../chaos/http.ts";
import { doctorFindings, settledFindings } from "../chaos/doctor.ts";
import type { Installation } from "../chaos/site.ts";
import { noonsAhead } from "../shop.ts";
import { type Clients, startClients } from "./clients.ts";
import { type Seen, countsOf, isWhole, secondsOf, slowestMs, wholeAfterMs } from "./seen.ts";
import { placesTaken, storedFindings } from "./stored-findings.ts";

interface Course {
  readonly clients: Clients;
  /** Adds a sentence to the report of the drill. */
  readonly note: (sentence: string) => void;
}

export interface DrillReport {
  /** The answers that clients saw from the begin of the fault until all was well. */
  readonly seen: readonly Seen[];
  readonly faultMs: number;
  /** The time from the end of the fault until all was well. */
  readonly wholeAfterMs: number;
  readonly notes: readonly string[];
  /** Bookings that are lost or sold twice, and findings of doctor. */
  readonly findings: readonly string[];
  /** Compares once more, after another fault. */
  compare(): Promise<string[]>;
}

const departures = 24;
/** After the fault departures are sold out, as many as have so many seats. */
const soldOutSeats = 200;
const calmMs = 4_000;
const wholeMsMax = 120_000;
const settleMsMax = 120_000;

/** The fault is over when `happen` resolves. @param seats of each departure */
export async function withLoad(
  installation: Installation,
  happen: (course: Course) => Promise<unknown>,
  { perSecond = 10, seats = 8 } = {},
): Promise<DrillReport> {
  const { urls, key } = installation;
  const api = patientClient({ url: urls[0] ?? "", key });
  const shop = await makeOptionOnBoat(api, { seats, startTimes: ["12:00"] });
  const starts = noonsAhead(departures);
  const label = `drill-${randomBytes(4).toString("hex")}`;
  const clients = startClients({ ask: askAt(urls, key), shop, starts, label, perSecond });
  const notes: string[] = [];
  await pause(calmMs);
  const begunAt = performance.now();
  try {
    await happen({ clients, note: (sentence) => void notes.push(sentence) });
  } catch (error) {
    await clients.end();
    throw error;
  }
  const endedAt = performance.now();
  const isServed = await untilWhole(clients, endedAt);
  await clients.stop();
  for (const startAt of starts.slice(0, Math.ceil(soldOutSeats / seats)))
    await clients.sellOut(startAt, seats);
  const after = { api, installation, shop, seats, starts, clients };
  const seen = clients.seen.filter(({ sentAt }) => sentAt >= begunAt);
  // Claims that no booking names may stay for a while.
  const compare = () => settledFindings(settleMsMax, () => findingsNow(after), isFinal);
  return {
    seen,
    faultMs: endedAt - begunAt,
    wholeAfterMs: wholeAfterMs(seen, endedAt),
    notes,
    findings: [
      ...(isServed ? [] : [`clients are not served again after ${wholeMsMax / 1_000} s`]),
      ...(await compare()),
    ],
    compare,
  };
}

/** Prints the answers that clients saw, the notes and the findings. */
export function printReport({ seen, faultMs, wholeAfterMs: after, notes, findings }: DrillReport) {
  if (seen.length > 0)
    console.log(
      `  clients saw: ${countsOf(seen)}; the slowest answer took ${secondsOf(slowestMs(seen))}\n` +
        `  the fault lasted ${secondsOf(faultMs)}; whole again ${secondsOf(after)} after it`,
    );
  for (const note of notes) console.log(`  ${note}`);
  if (findings.length === 0) console.log("  nothing lost, nothing sold twice, doctor clean");
  for (const finding of findings) console.log(`  FINDING ${finding}`);
}

/** Whether clients are served again within the time that there is. */
async function untilWhole({ seen }: Clients, endedAt: number): Promise<boolean> {
  const until = endedAt + wholeMsMax;
  do {
    await pause(500);
    if (isWhole(seen, Math.max(endedAt, performance.now() - calmMs))) return true;
  } while (performance.now() < until);
  return false;
}

interface After {
  readonly api: Slipway;
  readonly installation: Installation;
  readonly shop: Sold;
  readonly seats: number;
  readonly starts: readonly string[];
  readonly clients: Clients;
}

const isFinal = (finding: string): boolean => /^(lost|twice|sold twice):/.test(finding);

async function findingsNow(after: After): Promise<string[]> {
  const { api, installation, shop, seats, starts, clients } = after;
  const stored = await api.bookings.list({ supplierId: shop.supplierId });
  const findings = storedFindings(clients.sold, stored);
  for (const startAt of starts) {
    const range = { optionId: shop.optionId, from: startAt, to: startAt };
    const [departure] = await api.availability.list(range);
    const taken = placesTaken(stored, startAt);
    if (taken > seats) findings.push(`sold twice: ${taken} of ${seats} places at ${startAt}`);
    if (departure?.vacancies !== seats - taken)
      findings.push(`places: ${departure?.vacancies} free at ${startAt}, ${taken} taken`);
  }
  for (const finding of await doctorFindings(installation.doctor()))
    findings.push(`doctor: ${JSON.stringify(finding)}`);
  return findings;
}
