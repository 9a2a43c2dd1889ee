/** Every process of a cluster is restarted in turn, then replaced at once, behind a balancer, and no client notices. */
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Group } from "../src/cluster/layout.ts";
import { runCommandLine } from "../src/server-process.ts";
import { serviceNames } from "@slipway/server/service-names";
import { type Answer, type Shop, type Sold, shopOf } from "../src/shop.ts";
import { startTestCluster } from "./test-cluster.ts";

/** Two nodes with all services and two gateways: one of each stays while the other goes. */
const lean: readonly Group[] = [
  { parts: serviceNames, replicas: 2 },
  { parts: ["gateway"], replicas: 2 },
];
const places = 100_000;
/** Clients that never rest would leave the starting processes no processor. */
const restMs = 300;
let shop: Shop;
let sold: Sold;

const cluster = forThisFile(() =>
  startTestCluster(import.meta.url, { layout: lean, balanced: true }),
);
beforeAll(async () => {
  shop = shopOf({ urls: [cluster.balancerUrl ?? ""], key: cluster.key });
  sold = await shop.anOption(await shop.aBoat(places), ["10:00"]);
});

type Outcome = Pick<Answer, "status"> & { body?: Answer["body"]; error?: string };

interface Outcomes {
  bookings: Outcome[];
  reads: Outcome[];
  /** Answers of 503 and 504, after which the clients have asked again. */
  refused: Outcome[];
}

/** Clients that book and read, each one thing after the other, until the test stops it. */
function clients(label: string): () => Promise<Outcomes> {
  const bookings: Outcome[] = [];
  const reads: Outcome[] = [];
  const refused: Outcome[] = [];
  const asked = (ask: () => Promise<Answer>): Promise<Outcome> => outcomeOf(ask, refused);
  let isOver = false;
  const client = async (name: number): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      const idempotencyKey = `${label}-${name}-${turn}`;
      bookings.push(await asked(() => shop.book(sold, "10:00", { idempotencyKey })));
      reads.push(await asked(() => shop.ask("GET", `/options/${sold.optionId}`)));
      reads.push(await asked(() => shop.ask("GET", "/bookings?limit=1")));
      await pause(restMs);
    }
  };
  const running = [1, 2, 3].map(client);
  return async () => {
    isOver = true;
    await Promise.all(running);
    return { bookings, reads, refused };
  };
}

/** Requests with an answer, the slowest of them. Where it took seconds, the machine is busy. */
let slowestMs = 0;
const busyMs = 3_000;

async function outcomeOf(ask: () => Promise<Answer>, refused: Outcome[]): Promise<Outcome> {
  for (;;) {
    const askedAt = performance.now();
    const outcome: Outcome = await ask().catch((error: unknown) => ({
      status: 0,
      error: inspect(error),
    }));
    if (outcome.status < 400) slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    if (outcome.status !== 503 && outcome.status !== 504) return outcome;
    refused.push(outcome);
    await pause(restMs);
  }
}

/** On a busy machine deadlines pass and leases end, which loses nothing: a client asks again. Else it is a lost request. */
function expectNoneRefused(refused: readonly Outcome[]): void {
  const lost = slowestMs < busyMs ? refused : [];
  expect(lost.map(explained)).toEqual([]);
}

/** With what the processes have logged of it, for who reads a failure. */
function explained({ status, body, error }: Outcome): object {
  const requestId = String(body?.["requestId"]);
  const lines = cluster.lines.filter((line) => line.includes(requestId));
  return { status, code: body?.code ?? error, lines };
}

const ids = new Set<string | undefined>();

/** All of this test's and of those before it. */
async function expectAllServed({ bookings, reads }: Omit<Outcomes, "refused">): Promise<void> {
  expect(bookings.filter(({ status }) => status !== 201).map(explained)).toEqual([]);
  expect(reads.filter(({ status }) => status !== 200).map(explained)).toEqual([]);
  const before = ids.size;
  for (const { body } of bookings) ids.add(body?.id);
  expect(ids.size).toBe(before + bookings.length);
  const { body: listed } = await shop.ask("GET", `/bookings?supplierId=${sold.supplierId}`);
  const known = new Set((listed as unknown as { id: string }[]).map(({ id }) => id));
  expect([...ids].filter((id) => id === undefined || !known.has(id))).toEqual([]);
  expect(await shop.vacancies(sold.optionId, "10:00")).toBe(places - ids.size);
}

describe("a cluster whose processes all are replaced", () => {
  it("in turn, fails no request and loses no booking", async () => {
    const stop = clients("rolling");
    await cluster.rollingRestart();
    const { bookings, reads, refused } = await stop();
    expectNoneRefused(refused);
    await expectAllServed({ bookings, reads });
    const restarted = cluster.lines.filter((line) => line.includes("ended (exit code 0)"));
    expect(restarted).toHaveLength(4);
    process.stdout.write(
      `${bookings.length} bookings and ${reads.length} reads while 4 processes were restarted\n`,
    );
  });

  it("at once, fails no request and loses no booking", async () => {
    const stop = clients("upgrade");
    await cluster.upgradeAll(1_000);
    const { bookings, reads, refused } = await stop();
    // While all start at once a gateway may say that it has no room: nothing was done.
    expectNoneRefused(refused.filter(({ status }) => status !== 503));
    await expectAllServed({ bookings, reads });
    // Every process that ran at the start has been replaced, except nats-server.
    const left = cluster.names.filter((name) => cluster.pid(name) !== undefined);
    expect(left).toEqual(["nats-server"]);
    process.stdout.write(
      `${bookings.length} bookings and ${reads.length} reads while 4 processes were replaced at once\n`,
    );
  });

  it("leaves nothing for doctor to find", async () => {
    const env = { NATS_URL: cluster.natsUrl, DATABASE_PREFIX: cluster.databasePrefix };
    const { code, stdout } = await runCommandLine("/nowhere", ["doctor"], "", env);
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, ok: true });
  });
});
