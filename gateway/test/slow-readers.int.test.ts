/** Clients that ask for photos and do not read them, beside another tenant. */
import { afterAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { aPngOf } from "@slipway/dev/testing-pictures";
import { testGateway } from "./testing.ts";
import { aPhoto, aWorld } from "./world.ts";

const readers = 8;
const sockets: Socket[] = [];

// Else the gateway would wait for them in the end.
afterAll(() => sockets.forEach((socket) => socket.destroy()));
// Six places for reads; who does not take 64 KiB in two thirds of a second is cut off.
const gateway = forThisFile(() =>
  testGateway(import.meta.url, {}, { inFlightMax: 8, readBytesPerSecondMin: 100_000 }),
);

it("hold no place, count for their own tenant alone, and are cut off", async () => {
  const { key, ids } = await aWorld(gateway);
  const head = `POST /products/${ids.products}/photos`;
  const { id } = (await gateway.send(head, { key, body: aPhoto(aPngOf(10_000_000)) })).body as {
    id: string;
  };
  const path = `/api/v1/products/${ids.products}/photos/${id}/content`;
  const request = `GET ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const { hostname, port } = new URL(gateway.url);
  for (let reader = 0; reader < readers; reader++) {
    const socket = connect(Number(port), hostname).on("error", () => {});
    sockets.push(socket);
    // Three photos are more than the system's buffers take.
    socket.write(request.repeat(3));
    await once(socket, "readable");
  }
  const { key: other } = await gateway.aKey();
  for (let sent = 0; sent < 20; sent++)
    expect((await gateway.send("GET /suppliers", { key: other })).status).toBe(200);
  const cut = (): number =>
    gateway.lines.filter(
      ({ route, aborted }) => aborted === true && String(route).endsWith("/content"),
    ).length;
  while (cut() < readers) await pause(10);
  expect((await gateway.send(`GET /products/${ids.products}`, { key })).status).toBe(200);
});
