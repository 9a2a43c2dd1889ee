/** Changes whose connection is cut after so many bytes, and which are then repeated with their key. */
import { expect } from "@jest/globals";
import { once } from "node:events";
import { connect } from "node:net";
import { type Client, type Reply, codeOf } from "./client.ts";
import type { Ferry } from "./a-ferry.ts";

export const verbs = [
  ["a booking is confirmed", "bookings", "confirm", { "booking.confirm": 1 }],
  ["a booking is cancelled", "bookings", "cancel", { "booking.cancel": 1 }],
  ["an order is confirmed", "orders", "confirm", { "order.confirm": 1, "booking.confirm": 2 }],
] as const;

type Verb = (typeof verbs)[number];

const answerBytes = 2_048;
/** Answers are cut less often: the change is made by then, and the answer sent. */
const answerSteps = 8;
/** The end of the head, the body, and the byte before. Until then nothing of ours has run. */
const lastBytes = "\r\n\r\n{}".length + 1;
const placesOf = { confirm: 1, cancel: 0 } as const;

interface Shop extends Ferry {
  readonly gateway: Client;
  readonly startAt: string;
}

interface Cuts {
  /** Bytes of a request between two cuts. */
  readonly step: number;
  /** How often it is cut before and after each of its last bytes. */
  readonly atEnd: number;
}

/**
 * Cuts the connection after some bytes of a request and of its answer, each of a record of its own, and repeats the
 * request; answers how often. Each record has been changed once: in its audit log, which has every event, in its price and in the places it holds.
 */
export async function cutAndRepeat(shop: Shop, verb: Verb, { step, atEnd }: Cuts): Promise<number> {
  const [, kind, action, expected] = verb;
  const { length } = requestText(shop, kind, action, "x".repeat(36));
  const ends = Array.from({ length: atEnd }, () => steps(lastBytes, 1));
  const sentBytes = [...steps(length, step), ...ends.flat().map((left) => length - left)];
  const ofRequest = sentBytes.map((sent) => ({ sent, taken: 0 }));
  const ofAnswer = steps(answerBytes, step * answerSteps).map((taken) => ({ sent: length, taken }));
  const cuts = [...ofRequest, ...ofAnswer];
  const before = await vacancies(shop);
  const made: { id: string; holds: string[]; reply: Reply }[] = [];
  const work = async (): Promise<void> => {
    for (let cut = cuts.pop(); cut; cut = cuts.pop()) {
      const { id, holds } = await aRecord(shop, kind);
      await cutAfter(shop, requestText(shop, kind, action, id), cut);
      const reply = await send(shop, `POST /${kind}/${id}/${action}`, {}, "cut");
      expect([cut, codeOf(reply)]).toEqual([cut, "201"]);
      made.push({ id, holds, reply });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  await shop.gateway.platform.settle();
  for (const { id, holds, reply } of made) {
    const retail = holds.length * 1_250;
    const paid = kind === "orders" ? reply.body : (reply.body as Sold).pricingSnapshot;
    expect([id, paid]).toMatchObject([id, { retail }]);
    if (action === "cancel") expect(reply.body).toMatchObject({ refund: { amount: retail } });
    expect([id, await countActions(shop, kind, { id, holds })]).toEqual([id, expected]);
  }
  const holds = made.reduce((sum, each) => sum + each.holds.length, 0);
  expect(await vacancies(shop)).toBe(before - holds * placesOf[action]);
  return made.length;
}

interface Sold {
  readonly pricingSnapshot: { readonly retail: number };
}

const steps = (length: number, step: number): number[] =>
  Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);

function send({ gateway, key }: Shop, head: string, body?: object, name?: string): Promise<Reply> {
  const headers = name === undefined ? {} : { "Idempotency-Key": name };
  return gateway.send(head, { key, headers, ...(body && { body }) });
}

async function aRecord(shop: Shop, kind: "bookings" | "orders") {
  if (kind === "bookings") {
    const id = await hold(shop);
    return { id, holds: [id] };
  }
  const { id } = (await send(shop, "POST /orders", {})).body as { id: string };
  return { id, holds: [await hold(shop, id), await hold(shop, id)] };
}

async function hold(shop: Shop, orderId?: string): Promise<string> {
  const { optionId, unitId, startAt } = shop;
  const ofOrder = orderId === undefined ? {} : { orderId };
  const unitItems = [{ unitId, quantity: 1 }];
  const order = { optionId, startAt, unitItems, status: "ON_HOLD", ...ofOrder };
  return ((await send(shop, "POST /bookings", order)).body as { id: string }).id;
}

async function vacancies(shop: Shop): Promise<number> {
  const { optionId, startAt } = shop;
  const query = new URLSearchParams({ optionId, from: startAt, to: startAt });
  const [entry] = (await send(shop, `GET /availability?${query.toString()}`)).body as {
    vacancies: number;
  }[];
  return entry?.vacancies ?? -1;
}

/** The actions on a record and its bookings after they were made. */
async function countActions(
  shop: Shop,
  kind: "bookings" | "orders",
  { id, holds }: { id: string; holds: readonly string[] },
): Promise<Record<string, number>> {
  const own = kind === "orders" ? [["order", id] as const] : [];
  const entities = [...own, ...holds.map((each) => ["booking", each] as const)];
  const counts: Record<string, number> = {};
  for (const [entityType, entityId] of entities) {
    const query = new URLSearchParams({ entityType, entityId });
    const log = (await send(shop, `GET /audit-logs?${query.toString()}`)).body as {
      action: string;
    }[];
    for (const { action } of log)
      if (!action.endsWith(".create")) counts[action] = (counts[action] ?? 0) + 1;
  }
  return counts;
}

/** A request as it goes over the wire. */
function requestText({ gateway, key }: Shop, kind: string, action: string, id: string): Buffer {
  const head = [
    `POST /api/v1/${kind}/${id}/${action} HTTP/1.1`,
    `Host: ${new URL(gateway.url).host}`,
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    "Idempotency-Key: cut",
    "Content-Length: 2",
    "Connection: close",
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n{}`);
}

/** Sends so many bytes of a request, takes so many of its answer, and is gone. */
async function cutAfter(
  { gateway }: Shop,
  request: Buffer,
  { sent, taken }: { sent: number; taken: number },
): Promise<void> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  if (sent > 0) await new Promise((written) => socket.write(request.subarray(0, sent), written));
  let came = 0;
  const enough = new Promise<void>((resolve) => {
    socket.on("data", (piece: Buffer) => {
      came += piece.length;
      if (came >= taken) resolve();
    });
    socket.on("close", () => resolve());
  });
  // An answer that is shorter is taken whole.
  if (taken > 0) await enough;
  socket.destroy();
}
