import { afterEach, describe, expect, it } from "@jest/globals";
import { once } from "node:events";
import { type Server, type ServerResponse, createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { sendArray, sendPage } from "../src/answers.ts";
import type { Page } from "../src/pages.ts";

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
    const port = await serving((response) => sendArray(response, 200, load));
    const answer = await fetch(`http://127.0.0.1:${port}`);
    expect(await answer.json()).toEqual(expected);
  });

  it("breaks the connection when a later page fails: a cut array is never taken for a whole one", async () => {
    const { load } = pages([[1], undefined]);
    const port = await serving((response) => sendArray(response, 200, load));
    const whole = fetch(`http://127.0.0.1:${port}`).then((answer) => answer.text());
    await expect(whole).rejects.toThrow(/terminated|fetch failed/);
  });

  it("is asked for as the client reads it, and no further once the client has gone", async () => {
    const item = "x".repeat(1_000_000);
    const { asked, load } = pages(Array.from({ length: 500 }, () => [item]));
    let ended: Promise<void> | undefined;
    const port = await serving((response) => (ended = sendArray(response, 200, load)));
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
    await once(socket, "readable");
    socket.destroy();
    await ended;
    expect(asked.length).toBeLessThan(50);
  });

  it("becomes one page and its total where the client gave a limit", async () => {
    const { load } = pages([[1], [2]]);
    const port = await serving((response) => sendPage(response, 200, load));
    const answer = await fetch(`http://127.0.0.1:${port}`);
    expect(await answer.json()).toEqual({ items: [1, 2], total: 99 });
  });
});
