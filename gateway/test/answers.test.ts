import { afterEach, describe, expect, it } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type Server, type ServerResponse, createServer } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { refusalOf } from "@slipway/broker";
import { sendArray, sendPage } from "../src/http/answers.ts";
import { type ReadRates, type Reading, beginReading, createReads } from "../src/limits/reads.ts";
import type { Page } from "../src/route/pages.ts";
import { rawAnswer } from "./raw-answer.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A server whose every answer is made by `send`. */
async function serving(send: (response: ServerResponse) => Promise<void>): Promise<number> {
  const server = createServer((_request, response) => {
    send(response).catch(() => response.destroy());
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

const patient = { readMibHeld: 32, readMibPerSecond: 0, readBytesPerSecondMin: 4_096 };

/** An answer of a tenant that has all there is. */
function aReading(response: ServerResponse, rates: Partial<ReadRates> = {}): Reading {
  return beginReading(createReads({ ...patient, ...rates }), response, {
    tenantId: "ten_1",
    weight: 1,
    heldBytes: 1_000,
    takePlace: () => () => {},
  });
}

/** The pages of a list of these items; asking for one that is undefined fails. */
function pages<Item>(list: readonly (readonly Item[] | undefined)[]) {
  const asked: number[] = [];
  const load = async ({ page = "0" }: { page?: string }): Promise<Page<Item>> => {
    asked.push(Number(page));
    const items = list[Number(page)];
    if (!items) throw new Error("away");
    const next = Number(page) + 1;
    return { items, next: next < list.length ? String(next) : null, total: 99 };
  };
  return { asked, load };
}

describe("a list in pages of the bus", () => {
  it.each([
    [[[]], []],
    [
      [[1], [2, 3], [4]],
      [1, 2, 3, 4],
    ],
    [
      [[], [], [1], [], [2], []],
      [1, 2],
    ],
    [[[], []], []],
  ])("of %j becomes one array", async (list: number[][], expected) => {
    const { load } = pages(list);
    const port = await serving((response) =>
      sendArray(response, { status: 200, load, reading: aReading(response) }),
    );
    const answer = await fetch(`http://127.0.0.1:${port}`);
    expect(await answer.json()).toEqual(expected);
  });

  it("breaks the connection when a later page fails: a cut array is never taken for a whole one", async () => {
    const { load } = pages([[1], undefined]);
    const port = await serving((response) =>
      sendArray(response, { status: 200, load, reading: aReading(response) }),
    );
    const whole = fetch(`http://127.0.0.1:${port}`).then((answer) => answer.text());
    await expect(whole).rejects.toThrow(/terminated|fetch failed/);
  });

  it("is asked for as the client reads it, and no further once the client has gone", async () => {
    const item = "x".repeat(1_000_000);
    const { asked, load } = pages(Array.from({ length: 500 }, () => [item]));
    let ended: Promise<void> | undefined;
    const port = await serving(
      (response) =>
        (ended = sendArray(response, { status: 200, load, reading: aReading(response) })),
    );
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
    await once(socket, "readable");
    socket.destroy();
    await ended;
    expect(asked.length).toBeLessThan(50);
  });

  it("that fails before its first item is refused, and not begun", async () => {
    const { load } = pages([[], [], undefined]);
    const port = await serving((response) =>
      sendArray(response, { status: 200, load, reading: aReading(response) }).catch(
        () => void response.writeHead(503).end(),
      ),
    );
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(503);
  });

  it("that has found nothing yet is not searched on for a client that has gone", async () => {
    let asked = 0;
    let ended: Promise<void> | undefined;
    const left = Promise.withResolvers<void>();
    const port = await serving((response) => {
      response.once("close", () => left.resolve());
      const load = async () => {
        if (++asked === 3) {
          socket.destroy();
          await left.promise;
        }
        return { items: [], next: "on" };
      };
      return (ended = sendArray(response, { status: 200, load, reading: aReading(response) }));
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
    await left.promise;
    await ended;
    expect(asked).toBe(3);
  });

  it("becomes one page and its total where the client gave a limit", async () => {
    const { load } = pages([[], [1], [2]]);
    const port = await serving((response) =>
      sendPage(response, { status: 200, load, reading: aReading(response) }),
    );
    const answer = await fetch(`http://127.0.0.1:${port}`);
    expect(await answer.json()).toEqual({ items: [1, 2], total: 99 });
  });
});

/** Asks for the list, reads its beginning and no more. */
async function aSlowReader(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
  await once(socket, "readable");
  return socket;
}

const megabyte = "x".repeat(1_000_000);

describe("a list in pages, for a client that takes gzip", () => {
  it("costs its tenant the bytes that were made, not those that were sent", async () => {
    const reads = createReads({ ...patient, readMibPerSecond: 1 }, () => 0);
    const { load } = pages([["y"], ["x".repeat(5_000_000)]]);
    const port = await serving(async (response) => {
      const reading = beginReading(reads, response, {
        tenantId: "ten_1",
        weight: 1,
        heldBytes: 1_000,
        takePlace: () => () => {},
      });
      const refuse = (error: unknown): unknown => response.writeHead(429).end(String(error));
      await sendArray(response, { status: 200, load, reading }).catch(refuse);
    });
    const { said, bytes } = await rawAnswer(`http://127.0.0.1:${port}`, {
      headers: { "accept-encoding": "gzip" },
    });
    expect(said["content-encoding"]).toBe("gzip");
    expect(bytes.length).toBeLessThan(50_000);
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(429);
  });

  it("ends without its checksum when a later page fails", async () => {
    const { load } = pages([[1], undefined]);
    const port = await serving((response) =>
      sendArray(response, { status: 200, load, reading: aReading(response) }),
    );
    const headers = { "accept-encoding": "gzip" };
    await expect(rawAnswer(`http://127.0.0.1:${port}`, { headers })).rejects.toThrow(
      /aborted|hang up/,
    );
  });

  it("is loaded no further once the client has gone", async () => {
    // Random digits, which hardly compress: the buffers of the system take few of them.
    const item = randomBytes(500_000).toString("hex");
    const { asked, load } = pages(Array.from({ length: 500 }, () => [item]));
    const ended = Promise.withResolvers<void>();
    const port = await serving(async (response) => {
      await sendArray(response, { status: 200, load, reading: aReading(response) });
      ended.resolve();
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n");
    await once(socket, "readable");
    socket.destroy();
    await ended.promise;
    expect(asked.length).toBeLessThan(50);
  });
});

describe("a client that does not read on", () => {
  it("is cut off, and nothing more is loaded for it", async () => {
    const { asked, load } = pages(Array.from({ length: 500 }, () => [megabyte]));
    const ended = Promise.withResolvers<void>();
    const port = await serving(async (response) => {
      const reading = aReading(response, { readBytesPerSecondMin: 200_000 });
      await sendArray(response, { status: 200, load, reading });
      ended.resolve();
    });
    const socket = await aSlowReader(port);
    await ended.promise;
    const loaded = asked.length;
    expect(loaded).toBeLessThan(50);
    // It sees that its answer was not all.
    let said = "";
    for await (const piece of socket.setEncoding("latin1")) said += String(piece);
    expect(said.endsWith("0\r\n\r\n")).toBe(false);
    expect(asked).toHaveLength(loaded);
  });

  it("has no place meanwhile, and its bytes count for its tenant until it has gone", async () => {
    const reads = createReads({ ...patient, readMibHeld: 2 });
    let places = 0;
    const begin = (response: ServerResponse, tenantId: string): Reading =>
      beginReading(reads, response, {
        tenantId,
        weight: 1,
        heldBytes: 1_500_000,
        takePlace() {
          places++;
          return () => void places--;
        },
      });
    const { asked, load } = pages(Array.from({ length: 500 }, () => [megabyte]));
    const port = await serving((response) => {
      const tenantId = response.req.url === "/other" ? "other" : "slow";
      return sendArray(response, { status: 200, load, reading: begin(response, tenantId) });
    });
    const slow = await aSlowReader(port);
    // Until what it does not read fills the buffers of the system, it is loaded for.
    for (let seen = -1; seen < asked.length; await pause(300)) seen = asked.length;
    expect(places).toBe(0);
    const begun = asked.length;
    const second = fetch(`http://127.0.0.1:${port}`);
    const other = await fetch(`http://127.0.0.1:${port}/other`);
    expect(other.status).toBe(200);
    await other.body?.cancel();
    expect(asked.filter((page) => page === 0)).toHaveLength(2);
    expect(asked.length).toBeGreaterThan(begun);
    slow.destroy();
    const answer = await second;
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });
});

describe("a tenant that has spent its bytes", () => {
  it("is refused its next read and gets the rest of what it reads, later", async () => {
    // A clock that goes on by looks at it: a starved machine sends no slower by it.
    let now = 0;
    const reads = createReads({ ...patient, readMibPerSecond: 1 }, () => (now += 100));
    const { asked, load } = pages([[megabyte], [megabyte], [megabyte], [megabyte], [megabyte]]);
    const port = await serving(async (response) => {
      const reading = beginReading(reads, response, {
        tenantId: "ten_1",
        weight: 1,
        heldBytes: 1_000,
        takePlace: () => () => {},
      });
      await sendArray(response, { status: 200, load, reading }).catch((error: unknown) => {
        const { code, details } = refusalOf(error) ?? { code: "none", details: {} };
        response.setHeader("Retry-After", String(details.retryAfterSeconds));
        response.writeHead(429).end(code);
      });
    });
    const whole = await fetch(`http://127.0.0.1:${port}`);
    expect((await whole.text()).length).toBeGreaterThan(5_000_000);
    const refused = await fetch(`http://127.0.0.1:${port}`);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toBe("RATE_LIMITED");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(asked).toHaveLength(5);
  });
});
