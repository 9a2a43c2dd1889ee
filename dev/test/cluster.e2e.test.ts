/** A cluster of real processes sells while parts of it die, and shows at once that something is revoked. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { setTimeout as pause } from "node:timers/promises";
import { until, waitMsMax } from "../src/testing-until.ts";
import { runCommandLine } from "../src/server-process.ts";
import { type Answer, type Shop, type Sold, countBy, shopOf } from "../src/shop.ts";
import { startTestCluster } from "./test-cluster.ts";

const killsOfCapacity = Number(process.env.CAPACITY_KILLS ?? 2);
let shop: Shop;

const cluster = forThisFile(() => startTestCluster(import.meta.url, { ownDatabase: true }));
beforeAll(async () => {
  shop = shopOf(cluster);
});

function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(waitMsMax) }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Clients that never rest would leave the processes that start no processor. */
const restMs = 25;

/** Work that goes on until the test stops it; answers what its turns have answered. */
function keepDoing<Result>(turn: () => Promise<Result>): () => Promise<Result[]> {
  let isOver = false;
  const results: Result[] = [];
  const doing = (async () => {
    while (!isOver) {
      results.push(await turn());
      await pause(restMs);
    }
  })();
  return async () => {
    isOver = true;
    await doing;
    return results;
  };
}

async function anEndlessBoat(): Promise<Sold> {
  return shop.anOption(await shop.aBoat(100_000), ["10:00"]);
}

describe("a cluster of which nothing has been killed yet", () => {
  let patient: Shop;
  beforeAll(() => {
    patient = shopOf(cluster, { isPatient: true });
  });

  it("sells 20 seats to 64 parallel buyers exactly 20 times", async () => {
    const option = await patient.anOption(await patient.aBoat(20), ["10:00"]);
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => patient.book(option, "10:00")),
    );
    expect(countBy(answers)).toEqual({ "201": 20, "409 CAPACITY_EXHAUSTED": 44 });
    expect(await patient.vacancies(option.optionId, "10:00")).toBe(0);
  });
});

describe("a cluster", () => {
  it("sells nothing on any replica that a block has closed, once the block is answered", async () => {
    const sold = await anEndlessBoat();
    for (let round = 0; round < 3; round++) {
      let isBlocked = false;
      const late: Answer[] = [];
      const buyers = [1, 2, 3, 4].map(() =>
        keepDoing(async () => {
          const beganAfterAnswer = isBlocked;
          const answer = await shop.book(sold, "10:00");
          if (beganAfterAnswer) late.push(answer);
          return answer;
        }),
      );
      await until(async () => (await shop.book(sold, "10:00")).status === 201);
      const block = await shop.ask("POST", "/availability-blocks", {
        productId: sold.productId,
        startAt: "2027-07-01T09:00:00Z",
        endAt: "2027-07-01T12:00:00Z",
      });
      expect(block.status).toBe(201);
      isBlocked = true;
      await until(() => late.length > 8);
      await Promise.all(buyers.map((stop) => stop()));
      expect(countBy(late)).toEqual({ "409 DEPARTURE_BLOCKED": late.length });
      expect((await shop.ask("DELETE", `/availability-blocks/${block.body.id}`)).status).toBe(200);
    }
  });

  it("lists on every replica a departure that a booking has made, once the booking is answered", async () => {
    const sold = await anEndlessBoat();
    const range = "from=2027-07-01T00:00:00Z&to=2027-07-01T23:00:00Z";
    const list = async (): Promise<string> => {
      const { body } = await shop.ask("GET", `/availability?optionId=${sold.optionId}&${range}`);
      return JSON.stringify(body);
    };
    // All replicas keep the schedule when the booking comes.
    const listAll = () => Promise.all(Array.from({ length: 8 }, list));
    for (const localTime of ["11:00", "12:00", "13:00"]) {
      await listAll();
      const customStart = { localDate: "2027-07-01", localTime };
      const { status } = await shop.book(sold, "10:00", { startAt: undefined, customStart });
      expect(status).toBe(201);
      const start = `2027-07-01T${localTime}:00`;
      expect((await listAll()).filter((listed) => !listed.includes(start))).toEqual([]);
    }
  });

  it("answers a block although a node that sells has just been killed, and sells nothing then", async () => {
    const sold = await anEndlessBoat();
    expect((await shop.book(sold, "10:00")).status).toBe(201);
    await cluster.kill("auth-and-more-1");
    const answered: number[] = [];
    // On a starved machine the deadline may come first: another block is made then, as by clients.
    await until(async () => {
      const { status } = await shop.ask("POST", "/availability-blocks", {
        productId: sold.productId,
        startAt: "2027-07-01T09:00:00Z",
        endAt: "2027-07-01T12:00:00Z",
      });
      answered.push(status);
      return status !== 503 && status !== 504;
    });
    expect(answered.at(-1)).toBe(201);
    await cluster.untilReady();
    const answers = await Promise.all([1, 2, 3, 4].map(() => shop.book(sold, "10:00")));
    expect(answers.filter(({ status }) => status === 201)).toEqual([]);
    expect(countBy(answers)).toHaveProperty("409 DEPARTURE_BLOCKED");
  });

  it("serves the departures of a killed replica of capacity from the other one", async () => {
    const boats = await Promise.all([1, 2, 3, 4].map(anEndlessBoat));
    const gaps: number[] = [];
    for (let kill = 0; kill < killsOfCapacity; kill++) {
      const firstSales = new Map<Sold, number>();
      const answers: Promise<Answer>[] = [];
      let killedAt = Infinity;
      const ask = async (sold: Sold): Promise<Answer> => {
        const beganAfterKill = performance.now() > killedAt;
        const answer = await shop.book(sold, "10:00");
        if (answer.status === 201 && beganAfterKill && !firstSales.has(sold))
          firstSales.set(sold, performance.now() - killedAt);
        return answer;
      };
      // Buyers come whether or not the ones before them have been answered.
      const arrivals = setInterval(() => answers.push(...boats.map(ask)), 50);
      await until(() => answers.length > 20);
      const killed = cluster.kill(`resources-capacity-${(kill % 2) + 1}`);
      killedAt = performance.now();
      await killed;
      await until(() => firstSales.size === boats.length);
      clearInterval(arrivals);
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses.filter((status) => ![201, 503, 504].includes(status))).toEqual([]);
      gaps.push(Math.max(...firstSales.values()));
      await cluster.untilReady();
    }
    const median = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? Number.NaN;
    process.stdout.write(
      `served again after a kill: ${gaps.map(Math.round).join(", ")} ms; median ${Math.round(median)} ms\n`,
    );
  });

  it("answers 503 with Retry-After while NATS is down, and goes on when it is back", async () => {
    const sold = await anEndlessBoat();
    const stop = keepDoing(() => headOf("POST", sold));
    const url = cluster.urls[0] ?? "";
    // On a busy machine it may be back before a client has noticed: then it goes away again.
    await until(async () => {
      await cluster.kill("nats-server", 2_000);
      let isSeen = false;
      while (!isSeen && cluster.pid("nats-server") === undefined)
        isSeen =
          (await headOf("POST", sold)).status === 503 && (await statusOf(`${url}/readyz`)) === 503;
      expect(await statusOf(`${url}/livez`)).toBe(200);
      await cluster.untilReady();
      return isSeen;
    });
    await until(async () => (await shop.book(sold, "10:00")).status === 201);
    expectOnlyOutage(await stop());
    expect(await vacanciesAgree(sold)).toBe(true);
  });

  it("answers 503 with Retry-After while MongoDB is down, and goes on when it is back", async () => {
    const sold = await anEndlessBoat();
    const stop = keepDoing(() => headOf("POST", sold));
    // Longer than a call looks for a server: else one that began before the kill is served after it.
    await until(async () => {
      const down = cluster.kill("database", 6_000).then(() => true);
      let isSeen = false;
      while (!isSeen && !(await Promise.race([down, pause(restMs)])))
        isSeen = (await headOf("GET", sold)).status === 503;
      await down;
      return isSeen;
    });
    await until(async () => (await shop.book(sold, "10:00")).status === 201);
    await cluster.untilReady();
    expectOnlyOutage(await stop());
    expect(await vacanciesAgree(sold)).toBe(true);
  });

  it("is clean when everything has settled", async () => {
    // Claims whose booking never came are given back within their two seconds and a sweep.
    await until(async () => {
      // Each look is a process.
      await pause(1_000);
      const { code } = await runCommandLine("/nowhere", ["doctor"], "", {
        NATS_URL: cluster.natsUrl,
        DATABASE_PREFIX: cluster.databasePrefix,
      });
      return code === 0;
    });
    expect(cluster.lines.filter((line) => line.includes('"level":60'))).toEqual([]);
  });
});

interface Head {
  status: number;
  retryAfter: string | null;
}

async function headOf(method: "GET" | "POST", { optionId, unitId }: Sold): Promise<Head> {
  const url = cluster.urls[Math.floor(Math.random() * cluster.urls.length)];
  const body = { optionId, startAt: "2027-07-01T10:00:00Z", unitItems: [{ unitId, quantity: 1 }] };
  const response = await fetch(`${url}/api/v1/${method === "GET" ? "suppliers" : "bookings"}`, {
    method,
    headers: { authorization: `Bearer ${cluster.key}`, "content-type": "application/json" },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  await response.text();
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

function expectOnlyOutage(heads: Head[]): void {
  expect(heads.filter(({ status }) => ![201, 503, 504].includes(status))).toEqual([]);
  expect(heads.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);
}

/** The places that are gone are those of the bookings that are there. */
async function vacanciesAgree({ supplierId, optionId }: Sold): Promise<boolean> {
  await until(async () => {
    const left = await shop.vacancies(optionId, "10:00");
    const { body } = await shop.ask("GET", `/bookings?supplierId=${supplierId}`);
    return left === 100_000 - (body as unknown as unknown[]).length;
  });
  return true;
}
