import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { createHash } from "node:crypto";
import { aJpeg, aPng, aPngOf, aWebp, lossy } from "@slipway/dev/testing-pictures";
import { type Reply, sharedClient } from "./client.ts";
import { aPhoto } from "./world.ts";

interface Photo {
  id: string;
  sortOrder: number;
  contentType: string;
  updatedAt: string;
}

let key: string;
let tenantId: string;
let product: string;

const gateway = forThisFile(() => sharedClient());

beforeEach(async () => {
  ({ key, tenantId } = await gateway.aKey());
  const supplier = await made("POST /suppliers", { name: "Lines", timezone: "Etc/UTC" });
  product = await made("POST /products", { supplierId: supplier, name: "Ferry" });
});

async function made(head: string, body: object): Promise<string> {
  return ((await gateway.send(head, { key, body })).body as { id: string }).id;
}

async function upload(body: object, at = ""): Promise<Reply> {
  const method = at === "" ? "POST" : "PUT";
  return gateway.send(`${method} /products/${product}/photos${at}`, { key, body });
}

async function add(bytes: Buffer): Promise<Photo> {
  const reply = await upload(aPhoto(bytes));
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return reply.body as Photo;
}

async function list(): Promise<Photo[]> {
  return (await gateway.send(`GET /products/${product}/photos`, { key })).body as Photo[];
}

async function content(
  id: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const url = `${gateway.url}/api/v1/products/${product}/photos/${id}/content`;
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

describe("an upload", () => {
  it("of one byte more than any number of whole pieces comes back as it was", async () => {
    for (const size of [58, 261_120, 261_121, 3 * 261_120, 1_000_000]) {
      const bytes = aPngOf(size);
      const { id } = await add(bytes);
      const answer = await content(id);
      expect([answer.status, digestOf(answer.bytes)]).toEqual([200, digestOf(bytes)]);
      expect(answer.headers.get("content-length")).toBe(String(size));
    }
  });

  it("takes 14 000 000 characters and not one more", async () => {
    const most = aPngOf(10_500_000);
    const { id } = await add(most);
    expect(digestOf((await content(id)).bytes)).toBe(digestOf(most));
    const { status, body } = await upload(aPhoto(aPngOf(10_500_001)));
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ in: "body", pointer: "#/data", code: "TOO_BIG" }] },
    ]);
  });

  it("goes behind the others, also when one before it is gone", async () => {
    const [a, b, c] = [await add(aPngOf(80)), await add(aPngOf(80)), await add(aPngOf(80))];
    expect([a, b, c].map(({ sortOrder }) => sortOrder)).toEqual([0, 1, 2]);
    await gateway.send(`DELETE /products/${product}/photos/${b.id}`, { key });
    const d = await add(aPngOf(80));
    expect(d.sortOrder).toBe(3);
    expect((await list()).map(({ id }) => id)).toEqual([a.id, c.id, d.id]);
    const { body } = await gateway.send(`GET /products/${product}`, { key });
    expect((body as { photos: Photo[] }).photos).toEqual(await list());
  });

  it("at the same moment as others gets a place of its own", async () => {
    await Promise.all(Array.from({ length: 6 }, () => add(aPngOf(300_000))));
    const places = (await list()).map(({ sortOrder }) => sortOrder);
    expect(places).toEqual([0, 1, 2, 3, 4, 5]);
  });

  const png = aPhoto().data;
  it.each([
    ["no data", "", "INVALID_FORMAT"],
    ["a data: prefix", `data:image/png;base64,${png}`, "INVALID_FORMAT"],
    ["the alphabet of URLs", png.replaceAll("/", "_").replaceAll("+", "-"), "INVALID_FORMAT"],
    ["no padding", png.replaceAll("=", ""), "INVALID_FORMAT"],
    ["padding in the middle", `${png}${png}`, "INVALID_FORMAT"],
    ["a line break", `${png.slice(0, 8)}\r\n\r\n${png.slice(8)}`, "INVALID_FORMAT"],
    ["text", Buffer.from("<svg onload=alert(1)>").toString("base64"), "INVALID_VALUE"],
    ["one byte", "iQ==", "INVALID_VALUE"],
  ])("of %s is refused", async (_name, data, code) => {
    const { status, body } = await upload({ contentType: "image/png", data });
    expect([status, body]).toMatchObject([400, { errors: [{ pointer: "#/data", code }] }]);
    expect(await list()).toEqual([]);
  });

  it.each([
    ["image/png", aPng()],
    ["image/jpeg", aJpeg()],
    ["image/webp", aWebp(lossy())],
  ])("of %s with something behind its end is the image alone", async (contentType, image) => {
    const hidden = Buffer.from("<script>alert(1)</script>");
    const data = Buffer.concat([image, hidden]).toString("base64");
    const reply = await upload({ contentType, data });
    expect(reply.status).toBe(201);
    expect((await content((reply.body as Photo).id)).bytes).toEqual(image);
    const { id } = await add(aPngOf(100));
    expect((await upload({ contentType, data }, `/${id}`)).status).toBe(200);
    expect((await content(id)).bytes).toEqual(image);
  });

  it.each(["image/gif", "image/svg+xml", "text/html", ""])("of %p is refused", async (type) => {
    expect((await upload({ contentType: type, data: png })).status).toBe(400);
  });

  it("to an archived product is refused; its photos can still be seen, replaced and deleted", async () => {
    const { id } = await add(aPngOf(110));
    await gateway.send(`DELETE /products/${product}`, { key });
    expect((await upload(aPhoto())).body).toMatchObject({ status: 409, code: "ARCHIVED" });
    expect((await upload(aPhoto(), `/${id}`)).status).toBe(200);
    expect((await content(id)).status).toBe(200);
    const gone = await gateway.send(`DELETE /products/${product}/photos/${id}`, { key });
    expect(gone.body).toEqual({ deleted: true });
    expect((await content(id)).status).toBe(404);
    const again = await gateway.send(`DELETE /products/${product}/photos/${id}`, { key });
    expect(again.status).toBe(404);
  });
});

describe("a replaced photo", () => {
  it("keeps its id and its place, and has another tag", async () => {
    const [a, b] = [await add(aPngOf(600_000)), await add(aPngOf(80))];
    const before = await content(a.id);
    const bytes = aPngOf(300_000);
    const reply = await upload(aPhoto(bytes), `/${a.id}`);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: a.id, sortOrder: 0, contentType: "image/png" });
    expect((reply.body as Photo).updatedAt > a.updatedAt).toBe(true);
    expect((await list()).map(({ id }) => id)).toEqual([a.id, b.id]);
    const after = await content(a.id, { "if-none-match": before.headers.get("etag") ?? "" });
    expect([after.status, digestOf(after.bytes)]).toEqual([200, digestOf(bytes)]);
  });

  it("is one of two whole ones when two replace it at the same moment", async () => {
    const { id } = await add(aPngOf(80));
    const pictures = [aPngOf(700_000), aPngOf(700_000)];
    const replies = await Promise.all(pictures.map((each) => upload(aPhoto(each), `/${id}`)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(pictures.map(digestOf)).toContain(digestOf((await content(id)).bytes));
  });
});

describe("the content", () => {
  it("is private, named, of its type, and asked for again by its tag", async () => {
    const { id } = await add(aPngOf(400_000));
    const { headers } = await content(id);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      "content-disposition": `inline; filename="${id}.png"`,
    });
    const tag = headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]{20,}"$/);
    const known = await content(id, { "if-none-match": `"other", ${tag}` });
    expect([known.status, known.bytes.length, known.headers.get("etag")]).toEqual([304, 0, tag]);
    const head = await content(id, {}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "400000"]);
  });

  it("in a range is that part of it, across its pieces", async () => {
    const bytes = aPngOf(600_000);
    const { id } = await add(bytes);
    for (const [range, from, to] of [
      ["bytes=0-9", 0, 10],
      ["bytes=261110-261130", 261_110, 261_131],
      ["bytes=261120-", 261_120, 600_000],
    ] as const) {
      const answer = await content(id, { range });
      expect(answer.status).toBe(206);
      expect(answer.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/600000`);
      expect(digestOf(answer.bytes)).toBe(digestOf(bytes.subarray(from, to)));
    }
  });

  it("is whole for a range of other bytes, and none beyond its end", async () => {
    const { id } = await add(aPngOf(100));
    const other = await content(id, { range: "bytes=0-9", "if-range": '"other"' });
    expect([other.status, other.bytes.length]).toEqual([200, 100]);
    const beyond = await content(id, { range: "bytes=100-" });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */100"]);
  });
});

it("records each change of a photo once, without its bytes", async () => {
  const { id } = await add(aPngOf(80));
  await upload(aPhoto(aPngOf(90)), `/${id}`);
  await gateway.send(`DELETE /products/${product}/photos/${id}`, { key });
  await gateway.platform.settle();
  const { body } = await gateway.send(`GET /audit-logs?entityType=photo&entityId=${id}`, { key });
  type Kept = { productId: string } | null;
  const entries = body as { action: string; tenantId: string; before: Kept; after: Kept }[];
  expect(entries.map(({ action }) => action)).toEqual([
    "photo.delete",
    "photo.update",
    "photo.create",
  ]);
  for (const { before, after } of entries) expect((after ?? before)?.productId).toBe(product);
  expect(entries.every((entry) => entry.tenantId === tenantId)).toBe(true);
  expect(entries.map(({ before, after }) => [before !== null, after !== null])).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ]);
});
