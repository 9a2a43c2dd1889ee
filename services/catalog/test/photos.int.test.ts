import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { catalog, photos } from "@slipway/contracts";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { until } from "@slipway/dev/testing-until";
import {
  type CatalogFixture,
  aProduct,
  aSupplier,
  refusalCode,
  refusalCodes,
  startCatalog,
} from "./catalog-fixture.ts";

let fixture: CatalogFixture;
let request: Request;
let productId: string;
let supplierId: string;
/** The catalog's clock is ahead of the world's by so much, ever more. */
let aheadMs = 0;

const database = forThisFile(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  return openDatabase(uri, `${name}-catalog`);
});
beforeAll(async () => {
  fixture = await startCatalog(import.meta.url, () => Date.now() + aheadMs);
});
beforeEach(async () => {
  request = await fixture.aCaller();
  ({ id: supplierId } = await aSupplier(request));
  ({ id: productId } = await aProduct(request, { supplierId }));
});
afterAll(() => fixture.stop());

const piece = "A".repeat(photos.chunkChars);
const last = Buffer.from("the end").toString("base64");

/** Sends a file of two pieces, or some of them. */
async function send(pieces: Readonly<Record<number, string>> = { 0: piece, 1: last }) {
  const { fileId } = await call(request, photos.openPhotoFile, {
    productId,
    bytes: photos.chunkBytes + 7,
  });
  for (const [index, data] of Object.entries(pieces))
    await call(request, photos.addPhotoChunk, { fileId, index: Number(index), data });
  return { productId, fileId, chunks: 2, contentType: "image/png" } as const;
}

const list = () => call(request, photos.listPhotos, { id: productId });

/** Restarts the catalog, whose sweep runs at its start, so much later. */
async function sweepLater(milliseconds: number): Promise<void> {
  const { tenantId } = request.caller;
  await fixture.stop();
  aheadMs += milliseconds;
  fixture = await startCatalog(import.meta.url, () => Date.now() + aheadMs);
  request = fixture.as(tenantId);
}

/** Files and pieces that are stored of a tenant. */
async function stored(): Promise<[files: number, pieces: number]> {
  const { tenantId } = request.caller;
  const count = (name: string): Promise<number> =>
    database.connection.collection(name).countDocuments({ tenantId });
  return [await count("photos.files"), await count("photos.chunks")];
}

it.each([
  ["without its first piece", { 1: last }],
  ["without its last piece", { 0: piece }],
  ["with a piece too many", { 0: piece, 1: piece, 2: last }],
  ["with a short piece in the middle", { 0: last, 1: last }],
])("an upload %s becomes no photo", async (_name, pieces) => {
  const file = await send(pieces);
  expect(await refusalCode(call(request, photos.createPhoto, file))).toBe("SERVICE_UNAVAILABLE");
  expect(await list()).toEqual([]);
});

it("a piece that is sent again is kept as it was, and a photo that is made again is the same", async () => {
  const file = await send();
  const { fileId } = file;
  await call(request, photos.addPhotoChunk, { fileId, index: 1, data: "bm90IHRoaXM=" });
  const made = await call(request, photos.createPhoto, file);
  expect(await call(request, photos.createPhoto, file)).toEqual(made);
  expect(await list()).toEqual([made]);
  const { data } = await call(request, photos.readPhotoChunk, { fileId, index: 1 });
  expect(data).toBe(last);
  const late = call(request, photos.addPhotoChunk, { fileId, index: 2, data: last });
  expect(await refusalCode(late)).toBe("NOT_FOUND");
});

it("another tenant neither adds to a file nor reads it nor makes it a photo", async () => {
  const file = await send();
  const { fileId } = file;
  const other = await fixture.aCaller();
  const theirs = await aProduct(other, { supplierId: (await aSupplier(other)).id });
  const code = (work: Promise<unknown>) => refusalCode(work);
  expect(await code(call(other, photos.addPhotoChunk, { fileId, index: 2, data: last }))).toBe(
    "NOT_FOUND",
  );
  expect(await code(call(other, photos.readPhotoChunk, { fileId, index: 0 }))).toBe("NOT_FOUND");
  const stolen = { ...file, productId: theirs.id };
  expect(await code(call(other, photos.createPhoto, stolen))).toBe("SERVICE_UNAVAILABLE");
});

it("a product or a supplier that was archived meanwhile gets no photo", async () => {
  const file = await send();
  await call(request, catalog.archiveSupplier, { id: supplierId });
  expect(await refusalCode(call(request, photos.createPhoto, file))).toBe("ARCHIVED");
  expect(await refusalCode(call(request, photos.openPhotoFile, { productId, bytes: 8 }))).toBe(
    "ARCHIVED",
  );
});

it("a product stays as it is answered when a photo of it changes", async () => {
  const { photos: _none, ...before } = await call(request, catalog.getProduct, { id: productId });
  const made = await call(request, photos.createPhoto, await send());
  const { photos: some, ...after } = await call(request, catalog.getProduct, { id: productId });
  expect(after).toEqual(before);
  expect(some).toEqual([made]);
});

it("the bytes that a replaced or deleted photo had can be read a while longer, and go then", async () => {
  const first = await send();
  const { id: photoId } = await call(request, photos.createPhoto, first);
  const second = await send();
  await call(request, photos.replacePhoto, { ...second, photoId });
  await sweepLater(60_000);
  const read = (fileId: string) => call(request, photos.readPhotoChunk, { fileId, index: 0 });
  expect((await read(first.fileId)).data).toBe(piece);
  await sweepLater(120_000);
  await until(async () => (await stored())[0] === 1);
  expect(await stored()).toEqual([1, 2]);
  expect((await read(second.fileId)).data).toBe(piece);
  await call(request, photos.deletePhoto, { id: productId, photoId });
  await sweepLater(240_000);
  await until(async () => (await stored())[0] === 0);
  expect(await stored()).toEqual([0, 0]);
});

it("an upload that nobody finished goes after an hour, and becomes no photo any more", async () => {
  const file = await send();
  await sweepLater(1_800_000);
  expect(await stored()).toEqual([1, 2]);
  await sweepLater(3_600_000);
  await until(async () => (await stored())[0] === 0);
  expect(await refusalCode(call(request, photos.createPhoto, file))).toBe("SERVICE_UNAVAILABLE");
});

it("a photo whose maker died before its last write keeps its bytes", async () => {
  const file = await send();
  const made = await call(request, photos.createPhoto, file);
  // As the process leaves it that ends between the product's write and the file's.
  const files = database.connection.collection<{ _id: string }>("photos.files");
  const unfinished = { $set: { unfinishedSince: new Date() } };
  await files.updateOne({ _id: file.fileId }, unfinished);
  await sweepLater(7_200_000);
  const isSettled = { _id: file.fileId, unfinishedSince: { $exists: false } };
  await until(async () => (await files.findOne(isSettled)) !== null);
  expect(await list()).toEqual([made]);
  expect(await stored()).toEqual([1, 2]);
  expect(await files.findOne({ _id: file.fileId })).not.toHaveProperty("dropping");
});

it("a file of a product that is gone goes, and one that cannot be settled holds up no other", async () => {
  const products = database.connection.collection<{ _id: string }>("products");
  const stuck = await send();
  await products.updateOne({ _id: productId }, { $set: { photos: 5 } });
  ({ id: productId } = await aProduct(request, { supplierId }));
  const gone = await send();
  await products.deleteOne({ _id: productId });
  ({ id: productId } = await aProduct(request, { supplierId }));
  const unfinished = await send();
  await sweepLater(7_200_000);
  await until(async () => (await stored())[0] === 1);
  expect(await stored()).toEqual([1, 2]);
  const files = database.connection.collection<{ _id: string }>("photos.files");
  for (const { fileId } of [gone, unfinished])
    expect(await files.findOne({ _id: fileId })).toBeNull();
  await files.deleteOne({ _id: stuck.fileId });
});

it("photos get the order of a list, with one entry for all of them", async () => {
  const [first, second, third] = [
    await call(request, photos.createPhoto, await send()),
    await call(request, photos.createPhoto, await send()),
    await call(request, photos.createPhoto, await send()),
  ];
  await call(request, photos.deletePhoto, { id: productId, photoId: first.id });
  const order = (photoIds: string[]) =>
    call(request, photos.setPhotoOrder, { id: productId, photoIds });
  const ordered = [
    { ...third, sortOrder: 0 },
    { ...second, sortOrder: 1 },
  ];
  expect(await order([third.id, second.id])).toEqual(ordered);
  expect(await list()).toEqual(ordered);
  await order([third.id, second.id]);
  const entries = await fixture.entriesOf(request, productId);
  expect(entries.filter(({ action }) => action === "product.set-photo-order")).toMatchObject([
    { before: { photoIds: [second.id, third.id] }, after: { photoIds: [third.id, second.id] } },
  ]);
  const others = [order([third.id]), order([third.id, second.id, first.id])];
  expect(await refusalCodes(others)).toEqual(others.map(() => "VERSION_CONFLICT"));
});
