/** A real server that is killed between the change and the confirmation of one request (test 13). */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { freePort, apiKeyOf, startServerProcess } from "@slipway/dev/server-process";
import { type Shop, type Sold, shopOf } from "@slipway/dev/shop";
import { until } from "@slipway/dev/testing-until";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aReseller, sendOcto } from "./octo-client.ts";
import { type OctoBooking, bookingOf } from "./octo-reseller.ts";

const seats = 100;
const attemptsMax = 20;

let directory: string;
let server: Awaited<ReturnType<typeof startServerProcess>>;
let start: () => ReturnType<typeof startServerProcess>;
let shop: Shop;
let sold: Sold;
let key: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-octo-"));
  const port = await freePort();
  const env = { CLAIM_CONFIRM_SECONDS: "2" };
  start = () => startServerProcess({ directory, port, env });
  server = await start();
  const owner = await apiKeyOf(directory);
  shop = shopOf({ urls: [server.url], key: owner });
  sold = await shop.anOption(await shop.aBoat(seats), ["10:00"]);
  const gateway = {
    send: async (head: string, { body }: { body?: unknown } = {}) => {
      const [method = "", path = ""] = head.split(" ");
      const answer = await shop.ask(method, path, body as object);
      return { ...answer, headers: new Headers(), text: JSON.stringify(answer.body) };
    },
  };
  ({ key } = await aReseller(gateway, owner, sold.supplierId));
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Asks again where nothing was done or the outcome is unknown, as a reseller on a busy machine: each request is repeatable. */
async function octo(head: string, body?: object): ReturnType<typeof sendOcto> {
  for (;;) {
    const reply = await sendOcto(server, head, { key, ...(body && { body }) });
    if (reply.status < 503) return reply;
  }
}
const items = (count: number) => Array.from({ length: count }, () => ({ unitId: sold.unitId }));

async function hold(): Promise<OctoBooking> {
  const { productId, optionId } = sold;
  const place = { productId, optionId, availabilityId: "2027-07-01T10:00:00Z" };
  const body = { uuid: randomUUID(), ...place, unitItems: items(2) };
  return bookingOf(await octo("POST /bookings", body));
}

/** Resolves once the booking has its three units, confirmed or not. */
async function untilChanged(id: string): Promise<void> {
  for (;;) {
    const { body } = await shop.ask("GET", `/bookings/${id}`);
    if ((body as unknown as { tickets: unknown[] }).tickets.length === 3) return;
  }
}

const untilVacant = (places: number) =>
  until(async () => (await shop.vacancies(sold.optionId, "10:00")) === places);

const codesOf = ({ unitItems }: OctoBooking) => unitItems.map((each) => each.supplierReference);

it("13: a SIGKILL between change and confirmation leaves a hold with its new places, which a repeat confirms", async () => {
  let cutBetween = 0;
  for (let attempt = 1; attempt <= attemptsMax && cutBetween === 0; attempt++) {
    const { id, uuid } = await hold();
    const path = `POST /bookings/${uuid}/confirm`;
    const body = { contact: { fullName: "Marta" }, unitItems: items(3) };
    const confirming = octo(path, body).catch(() => undefined);
    await untilChanged(id);
    await server.kill();
    await confirming;
    server = await start();
    const left = bookingOf(await octo(`GET /bookings/${uuid}`));
    expect(left.unitItems).toHaveLength(3);
    expect(["ON_HOLD", "CONFIRMED"]).toContain(left.status);
    if (left.status === "ON_HOLD") cutBetween++;
    const confirmed = bookingOf(await octo(path, body));
    expect(confirmed).toMatchObject({ status: "CONFIRMED", contact: { fullName: "Marta" } });
    expect(codesOf(confirmed)).toEqual(codesOf(left));
    // The two places that it had before are given back once, by whom the outbox or recovery lets.
    await untilVacant(seats - 3 * attempt);
  }
  expect(cutBetween).toBe(1);
}, 300_000);
