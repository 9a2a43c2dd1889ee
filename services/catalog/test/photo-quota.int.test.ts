import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { catalog, photos } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { until } from "@slipway/dev/testing-until";

const mib = 1024 * 1024;
const minute = 60_000;
let now = Date.now();

function aReplica(nodeId: string): Promise<TestPlatform> {
  return testPlatform(import.meta.url, {
    services: ["catalog"],
    settings: { QUOTA_PHOTO_MIB: "2" },
    clock: () => now,
    nodeId,
  });
}

const platform = forThisFile(() => aReplica("first"));

async function aProduct(): Promise<{ as: () => Request; productId: string }> {
  const tenantId = await platform.aTenant();
  const as = () => platform.as(tenantId);
  const supplier = { name: "Lines", timezone: "Etc/UTC" };
  const { id: supplierId } = await call(as(), catalog.createSupplier, supplier);
  const { id } = await call(as(), catalog.createProduct, { supplierId, name: "Ferry" });
  return { as, productId: id };
}

/** Uploads so many bytes, as the gateway does. */
async function upload(as: () => Request, productId: string, bytes: number, photoId?: string) {
  const replaced = photoId === undefined ? {} : { photoId };
  const { fileId } = await call(as(), photos.openPhotoFile, { productId, ...replaced, bytes });
  const chunks = Math.ceil(bytes / photos.chunkBytes);
  for (let index = 0; index < chunks; index++) {
    const size = Math.min(photos.chunkBytes, bytes - index * photos.chunkBytes);
    const data = Buffer.alloc(size).toString("base64");
    await call(as(), photos.addPhotoChunk, { fileId, index, data });
  }
  const made = { productId, fileId, chunks, contentType: "image/png" as const };
  return photoId === undefined
    ? call(as(), photos.createPhoto, made)
    : call(as(), photos.replacePhoto, { ...made, photoId });
}

const exceeded = {
  type: "QUOTA_EXCEEDED",
  data: { detail: "a tenant's photos have at most 2 MiB; removed ones count for some minutes" },
};

it("a tenant's photos have so many bytes, uploads that nobody finished included", async () => {
  const { as, productId } = await aProduct();
  await upload(as, productId, mib);
  const open = { productId, bytes: mib };
  await call(as(), photos.openPhotoFile, open);
  await expect(upload(as, productId, 1)).rejects.toMatchObject(exceeded);
  // An hour later nobody finishes it any more.
  now += 61 * minute;
  await expect(call(as(), photos.openPhotoFile, open)).rejects.toMatchObject(exceeded);
  await eventually(() => call(as(), photos.openPhotoFile, open));
});

it("uploads that begin at the same moment hold the quota", async () => {
  const { as, productId } = await aProduct();
  const open = { productId, bytes: mib / 2 };
  const opened = await Promise.allSettled(
    Array.from({ length: 12 }, () => call(as(), photos.openPhotoFile, open)),
  );
  expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
});

it("a photo is replaced by one no larger however much there is, and by no larger one", async () => {
  const { as, productId } = await aProduct();
  const { id } = await upload(as, productId, mib);
  await upload(as, productId, mib);
  const smaller = await upload(as, productId, mib - 1, id);
  expect(smaller.id).toBe(id);
  await expect(upload(as, productId, mib + 1, id)).rejects.toMatchObject(exceeded);
  await upload(as, productId, mib, id);
});

it("replacing again and again takes no more than the quota once more, until readers have ended", async () => {
  const { as, productId } = await aProduct();
  const { id } = await upload(as, productId, mib);
  for (let each = 0; each < 3; each++) await upload(as, productId, mib, id);
  await expect(upload(as, productId, mib, id)).rejects.toMatchObject(exceeded);
  now += 3 * minute;
  await eventually(() => upload(as, productId, mib, id));
});

/** Repeats what is refused until a sweep has run: the one with which a replica begins. */
async function eventually<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const replica = await aReplica("sweeping");
  try {
    return await until(() => attempt().catch(() => undefined));
  } finally {
    await replica.stop();
  }
}
