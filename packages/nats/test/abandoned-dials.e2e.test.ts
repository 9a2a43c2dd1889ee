/** A connection to NATS that was given up before the server has spoken does not come back as a second one. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { startTestNats } from "@slipway/dev/testing-nats";
import { connect } from "nats";
import { once } from "node:events";
import {
  type AddressInfo,
  type Server,
  type Socket,
  connect as dial,
  createServer,
} from "node:net";
import "../src/abandoned-dials.ts";

let relay: Server;
/** The sockets of the relay's clients, in the order of connection. */
const sockets: Socket[] = [];
/** Until then the first client hears nothing, as from a server that is stopped. */
const released = Promise.withResolvers<void>();

const nats = forThisFile(() => startTestNats());
beforeAll(async () => {
  const { port, hostname } = new URL(nats.url);
  relay = createServer((socket) => {
    const isFirst = sockets.push(socket) === 1;
    const server = dial(Number(port), hostname);
    for (const each of [socket, server]) each.on("error", () => undefined);
    socket.pipe(server);
    void (isFirst ? released.promise : Promise.resolve()).then(() => server.pipe(socket));
    socket.on("close", () => server.destroy());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  relay.close();
});

it("hears every message once after the server has answered a dial too late", async () => {
  const { username, password } = new URL(nats.url);
  const client = await connect({
    servers: `127.0.0.1:${(relay.address() as AddressInfo).port}`,
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
    timeout: 300,
    reconnectTimeWait: 50,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
  });
  let heard = 0;
  client.subscribe("news", { callback: () => void heard++ });
  const [first] = sockets as [Socket];
  const isClosed = first.destroyed ? undefined : once(first, "close");
  released.resolve();
  await isClosed;
  // Whatever is made of the end of the first dial is made meanwhile.
  for (let round = 0; round < 50; round++) await client.flush();
  client.publish("news");
  await client.flush();
  expect({ heard, dials: sockets.length }).toEqual({ heard: 1, dials: 2 });
  await client.close();
});
