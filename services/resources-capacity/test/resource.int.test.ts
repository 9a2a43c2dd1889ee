import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { watchCommands, watchable } from "@slipway/dev/testing-reads";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const { mongodbUri } = watchable(import.meta.url);
const platform = forThisFile(() => capacityPlatform(import.meta.url, 2, mongodbUri));

const actionsOf = (entityId: string) =>
  platform.delivered.filter((fact) => fact.entityId === entityId).map(({ action }) => action);
const isOfLedgers = ({ find, update }: Record<string, unknown>) => (find ?? update) === "ledgers";
const refusal = (type: string) => expect.objectContaining({ type });

describe("resources", () => {
  it("are made, read, changed and deleted, each change recorded once", async () => {
    const { aResource, request } = aSupplier(platform);
    const boat = await aResource();
    const asked = await call(request(), contracts.getResource, { id: boat.id });
    expect(asked).toEqual({ ...boat, requirements: [] });
    const metadata = { "$dollar.dot": { b: 1, a: 2 } };
    const renamed = await call(request(), contracts.updateResource, {
      id: boat.id,
      name: "Ship",
      metadata,
    });
    expect(renamed).toMatchObject({ name: "Ship", metadata, quantity: 1 });
    expect(renamed.updatedAt > boat.updatedAt).toBe(true);
    expect(await call(request(), contracts.updateResource, { id: boat.id, name: "Ship" })).toEqual(
      renamed,
    );
    await call(request(), contracts.deleteResource, { id: boat.id });
    await platform.settle();
    expect(actionsOf(boat.id)).toEqual(["resource.create", "resource.update", "resource.delete"]);
    for (const gone of [
      () => call(request(), contracts.getResource, { id: boat.id }),
      () => call(request(), contracts.updateResource, { id: boat.id, name: "x" }),
      () => call(request(), contracts.deleteResource, { id: boat.id }),
    ])
      await expect(gone()).rejects.toEqual(refusal("NOT_FOUND"));
  });

  it("have their new name in claims at once, also where a process has crashed before it could say so", async () => {
    const { anOption, aResource, link, claim, request } = aSupplier(platform);
    const [option, { id }] = [anOption(), await aResource()];
    await link(option, id);
    const named = async () => (await claim(option, 1)).taken.map(({ name }) => name);
    const rename = (name: string) =>
      call(request(), contracts.updateResource, { id, name, metadata: { name } });
    expect(await named()).toEqual(["Boat"]);
    const resources = platform.database.collection<{ _id: string }>("resources");
    const crashed = { name: "Ship", nameKey: "ship" };
    await resources.updateOne({ _id: id }, { $set: crashed, $inc: { revision: 1 } });
    expect(await named()).toEqual(["Boat"]);
    await rename("Ship");
    expect(await named()).toEqual(["Ship"]);
    await resources.updateOne({ _id: id }, { $set: { name: "Ferry" }, $inc: { revision: 1 } });
    await call(request(), contracts.updateResource, { id, name: "Ferry" });
    expect(await named()).toEqual(["Ferry"]);
  });

  it("have their new name in claims after a repeat by the token, which is refused", async () => {
    const { anOption, aResource, link, claim, request } = aSupplier(platform);
    const [option, { id, updatedAt }] = [anOption(), await aResource()];
    await link(option, id);
    const named = async () => (await claim(option, 1)).taken.map(({ name }) => name);
    expect(await named()).toEqual(["Boat"]);
    const resources = platform.database.collection<{ _id: string }>("resources");
    const crashed = { name: "Ship", updatedAt: new Date(Date.parse(updatedAt) + 1) };
    await resources.updateOne({ _id: id }, { $set: crashed, $inc: { revision: 1 } });
    const input = { id, name: "Ship", expectedUpdatedAt: updatedAt };
    await expect(call(request(), contracts.updateResource, input)).rejects.toEqual(
      refusal("VERSION_CONFLICT"),
    );
    expect(await named()).toEqual(["Ship"]);
  });

  it("are resized by a list of ledgers that no primary answers which was replaced, on any shard", async () => {
    const { anOption, aResource, link, claim, request } = aSupplier(platform);
    const [option, { id }] = [anOption(), await aResource()];
    await link(option, id);
    await claim(option, 1);
    const nothing = expect.objectContaining({ endAt: { $lt: new Date(0) } });
    const sent = watchCommands(["find", "update"]);
    await call(request(), contracts.updateResource, { id, quantity: 2 });
    const ofLedgers = sent.map(({ command }) => command).filter((each) => isOfLedgers(each));
    const listed = ofLedgers.findIndex(({ filter }) => filter?.endAt && filter.supplierId);
    expect(ofLedgers[listed]?.readConcern).toEqual({ level: "majority" });
    // The look for what is to be copied may come between.
    expect(ofLedgers.slice(0, listed)).toContainEqual(
      expect.objectContaining({
        updates: [expect.objectContaining({ multi: true, q: nothing })],
        writeConcern: { w: "majority", j: true },
      }),
    );
  });

  it("are listed by lower-cased name, then id, whole or in pages, of one supplier or of all", async () => {
    const supplier = aSupplier(platform);
    const other = { ...aSupplier(platform), request: supplier.request };
    for (const name of ["banana", "Apple", "cherry", "apple"]) await supplier.aResource({ name });
    await call(supplier.request(), contracts.createResource, {
      supplierId: other.supplierId,
      name: "aaa",
      quantity: 1,
      capacityPerResource: 1,
    });
    const list = (input: object) => call(supplier.request(), contracts.listResources, input);
    const { supplierId } = supplier;
    const whole = await list({ supplierId });
    const names = whole.items.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(["apple", "apple", "banana", "cherry"]);
    const ids = whole.items.map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(ids.slice(0, 2).toSorted());
    expect(whole).not.toHaveProperty("total");
    expect(await list({ supplierId, limit: 2, offset: 1 })).toEqual({
      items: whole.items.slice(1, 3),
      total: 4,
      next: null,
    });
    expect(await list({ limit: 1 })).toMatchObject({ items: [{ name: "aaa" }], total: 5 });
    expect((await list({ supplierId, offset: 3 })).items).toHaveLength(4);
  });

  it("are not made below an archived supplier", async () => {
    platform.others.archived = true;
    try {
      await expect(aSupplier(platform).aResource()).rejects.toEqual(refusal("ARCHIVED"));
    } finally {
      platform.others.archived = false;
    }
  });
});

describe("requirements", () => {
  const list = (supplier: ReturnType<typeof aSupplier>, optionId: string) =>
    call(supplier.request(), contracts.listRequirements, { optionId });

  it("are an upsert whose left-out values revert, listed first-made first", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const [boat, guide] = [await supplier.aResource(), await supplier.aResource()];
    const first = await supplier.link(option, guide.id, { quantity: 3, maxQuantity: 2 });
    const second = await supplier.link(option, boat.id);
    expect(await supplier.link(option, guide.id)).toEqual({
      ...first,
      quantity: 1,
      maxQuantity: null,
    });
    expect(await list(supplier, option)).toEqual([
      { ...first, quantity: 1, maxQuantity: null },
      second,
    ]);
    await supplier.link(option, guide.id);
    await platform.settle();
    expect(actionsOf(first.id)).toEqual([
      "resourceRequirement.create",
      "resourceRequirement.update",
    ]);
    const { requirements } = await call(supplier.request(), contracts.getResource, { id: boat.id });
    expect(requirements).toEqual([second]);
  });

  it("made at once for one pair are one", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const boat = await supplier.aResource();
    const made = await Promise.allSettled(
      Array.from({ length: 3 }, () => supplier.link(option, boat.id)),
    );
    expect(
      new Set(made.map((each) => (each.status === "fulfilled" ? each.value.id : each.reason))).size,
    ).toBe(1);
    expect(await list(supplier, option)).toHaveLength(1);
  });

  it("refuse what is missing, of another supplier, archived, in this order", async () => {
    const supplier = aSupplier(platform);
    const other = aSupplier(platform);
    const boat = await supplier.aResource();
    await expect(supplier.link(supplier.anOption(), "res_none")).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
    await expect(supplier.link(other.anOption(), boat.id)).rejects.toEqual(
      refusal("SUPPLIER_MISMATCH"),
    );
    platform.others.archived = true;
    try {
      await expect(supplier.link(other.anOption(), boat.id)).rejects.toEqual(
        refusal("SUPPLIER_MISMATCH"),
      );
      await expect(supplier.link(supplier.anOption(), boat.id)).rejects.toEqual(
        refusal("ARCHIVED"),
      );
    } finally {
      platform.others.archived = false;
    }
  });

  it("keep the last link of an option that has active periods", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const [boat, guide] = [await supplier.aResource(), await supplier.aResource()];
    await supplier.link(option, boat.id);
    await supplier.link(option, guide.id);
    const unlink = (resourceId: string, replica = 0) =>
      call(supplier.request(replica), contracts.deleteRequirement, {
        optionId: option,
        resourceId,
      });
    platform.others.hasActivePeriods = () => true;
    const both = await Promise.allSettled([unlink(boat.id), unlink(guide.id, 1)]);
    expect(both.filter(({ status }) => status === "fulfilled").length).toBeLessThan(2);
    const left = await list(supplier, option);
    expect(left.length).toBeGreaterThan(0);
    for (const { resourceId } of left.slice(1)) await unlink(resourceId);
    const last = left[0]?.resourceId ?? "";
    await expect(unlink(last)).rejects.toEqual(refusal("RESOURCE_IN_USE"));
    expect(await list(supplier, option)).toEqual(left.slice(0, 1));
    // A read during the deletion sees it gone, and another deletion is refused.
    let seen: unknown;
    let refused: unknown;
    platform.others.hasActivePeriods = async () => {
      seen = await list(supplier, option);
      refused = await unlink(last, 1).catch((error: unknown) => error);
      return false;
    };
    await unlink(last);
    expect([seen, refused]).toEqual([[], refusal("INVALID_STATE")]);
    await expect(unlink(last)).rejects.toEqual(refusal("NOT_FOUND"));
  });

  it("are all dropped with their option, and that once more does nothing", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    for (const { id } of [await supplier.aResource(), await supplier.aResource()])
      await supplier.link(option, id);
    const drop = () => call(supplier.request(), contracts.dropRequirements, { optionId: option });
    expect(await drop()).toEqual({ dropped: 2 });
    expect(await drop()).toEqual({ dropped: 0 });
    expect(await list(supplier, option)).toEqual([]);
  });
});

describe("deleteResource", () => {
  it("refuses a resource that an option requires, or that ever was booked", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const boat = await supplier.aResource();
    await supplier.link(option, boat.id);
    const remove = () => call(supplier.request(), contracts.deleteResource, { id: boat.id });
    await expect(remove()).rejects.toEqual(refusal("RESOURCE_IN_USE"));
    const past = { bookingId: "bkg_gone", startAt: "2027-06-01T08:00:00.000Z" };
    const { claims } = await supplier.claim(option, 1, past);
    await supplier.release("bkg_gone", claims);
    await call(supplier.request(), contracts.dropRequirements, { optionId: option });
    await expect(remove()).rejects.toEqual(refusal("RESOURCE_IN_USE"));
    // And it is whole again after the refusal.
    await supplier.link(option, boat.id);
    expect((await supplier.claim(option, 10)).claims).toHaveLength(1);
  });
});

describe("a resize", () => {
  const resize = (
    supplier: ReturnType<typeof aSupplier>,
    id: string,
    numbers: object,
    replica = 0,
  ) => call(supplier.request(replica), contracts.updateResource, { id, ...numbers });

  it("counts at once for every departure, on every replica, and ends expansions", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const boat = await supplier.aResource();
    await supplier.link(option, boat.id);
    for (const replica of [0, 1]) await supplier.claim(option, 2, { replica });
    const wide = await supplier.claim(option, 9, { bookingId: "bkg_wide", expand: true });
    await supplier.release("bkg_wide", wide.claims);
    expect((await supplier.vacancies(option)).vacancies).toBe(9);
    expect(
      await resize(supplier, boat.id, { capacityPerResource: 5, name: "Small" }),
    ).toMatchObject({
      capacityPerResource: 5,
      name: "Small",
    });
    for (const replica of [0, 1])
      await expect(supplier.claim(option, 2, { replica })).rejects.toEqual(
        refusal("CAPACITY_EXHAUSTED"),
      );
    expect(await supplier.vacancies(option)).toMatchObject({ capacity: 5, vacancies: 1 });
    await platform.settle();
    expect(actionsOf(boat.id)).toEqual(["resource.create", "resource.expand", "resource.update"]);
  });

  it("counts on a day that is over too, where a replica has just refused by the old numbers", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const boat = await supplier.aResource();
    await supplier.link(option, boat.id);
    const over = { startAt: "2027-06-28T08:00:00.000Z" };
    await supplier.claim(option, 8, over);
    await expect(supplier.claim(option, 3, over)).rejects.toEqual(refusal("CAPACITY_EXHAUSTED"));
    await resize(supplier, boat.id, { capacityPerResource: 8 }, 1);
    await expect(supplier.claim(option, 1, over)).rejects.toEqual(refusal("CAPACITY_EXHAUSTED"));
  });

  it("is refused below what is reserved from now on, and changes nothing then", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const boat = await supplier.aResource();
    await supplier.link(option, boat.id);
    await supplier.claim(option, 9, { startAt: "2027-06-01T08:00:00.000Z" });
    await supplier.claim(option, 6);
    await expect(resize(supplier, boat.id, { capacityPerResource: 5, name: "x" })).rejects.toEqual(
      refusal("CAPACITY_BELOW_RESERVED"),
    );
    expect(await call(supplier.request(), contracts.getResource, { id: boat.id })).toMatchObject(
      boat,
    );
    expect((await supplier.vacancies(option)).vacancies).toBe(4);
    expect(await resize(supplier, boat.id, { quantity: 3, capacityPerResource: 2 })).toMatchObject({
      quantity: 3,
    });
  });

  it("finds its way past one whose maker is gone", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const boat = await supplier.aResource();
    await supplier.link(option, boat.id);
    const since = new Date(platform.time.now);
    const resizing = {
      attempt: "rsz_gone",
      since,
      quantity: 1,
      capacityPerResource: 2,
      isDeletion: false,
    };
    const mark = () =>
      platform.database
        .collection<{ _id: string }>("resources")
        .updateOne({ _id: boat.id }, { $set: { resizing }, $inc: { revision: 1 } });
    await mark();
    await expect(resize(supplier, boat.id, { quantity: 2 })).rejects.toEqual(
      refusal("INVALID_STATE"),
    );
    await expect(supplier.claim(option, 3)).rejects.toEqual(refusal("SERVICE_UNAVAILABLE"));
    await supplier.claim(option, 2);
    resizing.since = new Date(platform.time.now - 6_000);
    await mark();
    await supplier.claim(option, 3);
    await mark();
    expect(await resize(supplier, boat.id, { quantity: 2 })).toMatchObject({ quantity: 2 });
  });

  it.each([1, 2, 3, 4, 5])(
    "racing claims on two replicas oversells nothing (round %p)",
    async () => {
      const supplier = aSupplier(platform);
      const option = supplier.anOption();
      const boat = await supplier.aResource({ capacityPerResource: 50 });
      await supplier.link(option, boat.id);
      for (const replica of [0, 1]) await supplier.claim(option, 5, { replica });
      const claims = Array.from({ length: 50 }, (_, index) =>
        supplier.claim(option, 1, { replica: index % 2 }),
      );
      const [resized, ...claimed] = await Promise.allSettled([
        resize(supplier, boat.id, { capacityPerResource: 30 }),
        ...claims,
      ]);
      const sold = 10 + claimed.filter(({ status }) => status === "fulfilled").length;
      const capacity = resized?.status === "fulfilled" ? 30 : 50;
      expect(sold).toBeLessThanOrEqual(capacity);
      expect(await supplier.vacancies(option)).toMatchObject({
        capacity,
        vacancies: capacity - sold,
      });
    },
  );
});
