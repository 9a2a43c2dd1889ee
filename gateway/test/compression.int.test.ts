/** Answers that are compressed, for which clients, and answers that are not. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sharedClient } from "./client.ts";
import { aPngOf } from "@slipway/dev/testing-pictures";
import { type RawAnswer, type RawRequest, rawAnswer } from "./raw-answer.ts";
import { aPhoto, aWorld, everyDay } from "./world.ts";

const gateway = forThisFile(() => sharedClient());
const world = forThisFile(() => aWorld(gateway));

/** @param accepted the Accept-Encoding header; none where it is undefined. */
function ask(
  head: string,
  accepted: string | undefined,
  { headers, ...more }: RawRequest = {},
): Promise<RawAnswer> {
  const [method = "", path = ""] = head.split(" ");
  return rawAnswer(`${gateway.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.key}`,
      "content-type": "application/json",
      ...(accepted === undefined ? {} : { "accept-encoding": accepted }),
      ...headers,
    },
    ...more,
  });
}

async function make(head: string, body: object): Promise<unknown> {
  const reply = await gateway.send(head, { key: world.key, body });
  expect([head, reply.status < 300]).toEqual([head, true]);
  return reply.body;
}

const unpack = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

function year(days: number): string {
  const from = Date.parse(world.freeStartAt);
  const query = new URLSearchParams({
    optionId: world.ids.options,
    from: new Date(from).toISOString(),
    to: new Date(from + days * 86_400_000).toISOString(),
  });
  return `GET /availability?${query.toString()}`;
}

describe("a long answer", () => {
  it.each([
    ["gzip", "gzip"],
    ["gzip, deflate, br", "gzip"],
    ["br", "br"],
    ["br;q=1, gzip;q=0.5", "br"],
  ] as const)("of one piece, to %p, is sent by %s", async (accepted, encoding) => {
    const plain = await ask(year(30), undefined);
    const packed = await ask(year(30), accepted);
    expect(packed.said).toMatchObject({
      "content-encoding": encoding,
      "content-length": String(packed.bytes.length),
      "content-type": "application/json; charset=utf-8",
      vary: "Accept-Encoding",
    });
    expect(unpack[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5);
  });

  it("of many pieces is one gzip: two years of an option take 40 KiB", async () => {
    const plain = await ask(year(399), undefined);
    const packed = await ask(year(399), "gzip, br");
    expect(packed.said).toMatchObject({
      "content-encoding": "gzip",
      "transfer-encoding": "chunked",
    });
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(JSON.parse(plain.bytes.toString())).toHaveLength(799);
    expect(packed.bytes.length).toBeLessThan(40 * 1024);
    expect((await ask(year(399), "br")).said).not.toHaveProperty("content-encoding");
  });

  it("to HEAD says the encoding that GET has, and no length", async () => {
    const asked = await ask(year(30).replace("GET", "HEAD"), "gzip");
    expect(asked.said).toMatchObject({ "content-encoding": "gzip" });
    expect(asked.said).not.toHaveProperty("content-length");
    const plain = await ask(year(30).replace("GET", "HEAD"), undefined);
    expect(Number(plain.said["content-length"])).toBeGreaterThan(10_000);
  });

  it.each([undefined, "gzip", "br"])(
    "to HEAD of many pieces (accepting %s) has the headers of GET, and no length of a piece",
    async (accepted) => {
      const ofGet = await ask(year(399), accepted);
      const ofHead = await ask(year(399).replace("GET", "HEAD"), accepted);
      const own = ["date", "x-request-id", "transfer-encoding"];
      const shown = (said: object) => Object.entries(said).filter(([name]) => !own.includes(name));
      expect(shown(ofHead.said)).toEqual(shown(ofGet.said));
      expect(ofGet.said["transfer-encoding"]).toBe("chunked");
      expect([ofHead.status, ofHead.bytes.length]).toEqual([200, 0]);
    },
  );

  it("to a change, and a long refusal, are compressed as well", async () => {
    const name = "Gondola ".repeat(100).trim();
    const made = await ask("POST /suppliers", "gzip", {
      body: { name, timezone: "Europe/Rome", metadata: { name } },
    });
    expect([made.status, made.said["content-encoding"]]).toEqual([201, "gzip"]);
    expect(JSON.parse(gunzipSync(made.bytes).toString())).toMatchObject({ name });
    const body = { unitItems: Array.from({ length: 20 }, () => ({})), startAt: "x" };
    const refused = await ask("POST /bookings", "br", { body });
    expect([refused.status, refused.said["content-encoding"]]).toEqual([400, "br"]);
    expect(JSON.parse(brotliDecompressSync(refused.bytes).toString())).toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });
});

describe("not compressed is", () => {
  it("what is shorter than 1 KiB", async () => {
    const { status, said, bytes } = await ask(`GET /suppliers/${world.ids.suppliers}`, "gzip");
    expect([status, bytes.length < 1024]).toEqual([200, true]);
    expect(said).not.toHaveProperty("content-encoding");
  });

  it("an answer of an operation with a secret", async () => {
    const url = `https://hooks.example.com/${"slipway/".repeat(120)}`;
    const body = { url, headers: { "x-receiver-token": "hidden" } };
    const { status, said, bytes } = await ask("POST /webhooks/subscriptions", "gzip", { body });
    expect([status, bytes.length > 1024]).toEqual([201, true]);
    expect(said).not.toHaveProperty("content-encoding");
  });

  it("a photo, which is so already; its tag and ranges stay", async () => {
    const head = `POST /products/${world.ids.products}/photos`;
    const { body } = await gateway.send(head, { key: world.key, body: aPhoto(aPngOf(5_000)) });
    const path = `GET /products/${world.ids.products}/photos/${(body as { id: string }).id}/content`;
    const { said, bytes } = await ask(path, "gzip, br");
    expect(said).not.toHaveProperty("content-encoding");
    expect(said).toMatchObject({ "content-length": String(bytes.length) });
    const known = { "if-none-match": said.etag ?? "" };
    expect((await ask(path, "gzip", { headers: known })).status).toBe(304);
    const part = await ask(path, "gzip", { headers: { range: "bytes=10-19" } });
    expect([part.status, part.bytes.equals(bytes.subarray(10, 20))]).toEqual([206, true]);
  });
});

// Last, because it changes the timetable.
describe("a year of an option with prices", () => {
  it("takes less than 120 KiB on the wire", async () => {
    const startTimes = ["08:00", "10:00", "12:00", "16:00"];
    const season = { ...everyDay, startTimes };
    await make(`POST /options/${world.ids.options}/availability-periods`, season);
    const child = { name: "Child", type: "CHILD" };
    const { id } = (await make(`POST /options/${world.ids.options}/units`, child)) as {
      id: string;
    };
    const retailPrices = { [world.ids.units]: 1_250, [id]: 700 };
    const periods = [{ ...season, retailPrices }];
    const prices = { pricingPer: "UNIT", periods };
    await make(`PUT /options/${world.ids.options}/pricing-periods`, prices);
    const { bytes } = await ask(`${year(365)}&include=prices`, "gzip");
    const entries = JSON.parse(gunzipSync(bytes).toString()) as { prices: object }[];
    expect([entries.length, entries[0]?.prices]).toMatchObject([1_461, { from: 700 }]);
    expect(bytes.length).toBeLessThan(120 * 1024);
  });
});
