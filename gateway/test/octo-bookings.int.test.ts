/** Selling over OCTO: what the standard's validator does not see. Each group is a named test of the design. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { randomUUID } from "node:crypto";
import { loadedPieceBytes } from "../src/constants.ts";
import { sharedClient } from "./client.ts";
import { aReseller, sendOcto } from "./octo-client.ts";
import { type OctoReseller, anOctoReseller, bookingOf, errorOf } from "./octo-reseller.ts";
import { type OctoShop, anOctoShop } from "./octo-shop.ts";

const client = forThisFile(() => sharedClient());

interface Sold {
  shop: OctoShop;
  reseller: OctoReseller;
}

async function aSeller(given: Parameters<typeof anOctoShop>[1] = {}): Promise<Sold> {
  const shop = await anOctoShop(client, given);
  return { shop, reseller: anOctoReseller(client, shop) };
}

/** Another channel of the tenant, with a key for the shop's supplier. */
async function another({ shop }: Sold, code: string): Promise<OctoReseller> {
  const { key } = await aReseller(client, shop.owner, shop.supplierId, code);
  return anOctoReseller(client, shop, key);
}

const boat = (places: number) => ({ boats: { quantity: 1, capacityPerResource: places } });

describe("1: one uuid", () => {
  it("is one booking 50 times at once, is refused with another body, and is free for another channel", async () => {
    const sold = await aSeller();
    const { reseller } = sold;
    const uuid = randomUUID().toUpperCase();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => reseller.reserve({ uuid, unitItems: reseller.adults(8) })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map((reply) => bookingOf(reply).id)).size).toBe(1);
    expect(await reseller.vacancies()).toBe(2);
    const other = await reseller.reserve({ uuid });
    expect(other.body).toMatchObject({ error: "INVALID_BOOKING_UUID", uuid });
    const { body } = await reseller.reserve({
      uuid,
      unitItems: reseller.adults(8),
      productId: "prd_x",
    });
    expect(body).toMatchObject({ error: "INVALID_BOOKING_UUID", uuid });
    const theirs = await (await another(sold, "other")).held({ uuid });
    expect(theirs.uuid).toBe(uuid.toLowerCase());
    expect(theirs.id).not.toBe(bookingOf(replies[0]!).id);
  });

  it("still answers its booking once the option is archived", async () => {
    const { shop, reseller } = await aSeller();
    const uuid = randomUUID();
    const { id, availabilityId } = await reseller.held({ uuid });
    await client.send(`DELETE /products/${shop.productId}`, { key: shop.owner });
    expect(errorOf(await reseller.reserve({ availabilityId }))).toBe("INVALID_PRODUCT_ID");
    expect(bookingOf(await reseller.reserve({ uuid, availabilityId }))).toMatchObject({ id });
  });
});

describe("9: what another channel or another supplier has", () => {
  it("is as what does not exist, in the same words", async () => {
    const sold = await aSeller();
    const { reseller, shop } = sold;
    const other = await another(sold, "other");
    const { uuid, supplierReference } = await other.held({ resellerReference: "SAME" });
    const nobodys = randomUUID();
    const own = await reseller.held({ resellerReference: "SAME" });
    const native = await client.send("POST /bookings", {
      key: shop.owner,
      body: {
        optionId: shop.optionId,
        startAt: own.availabilityId,
        unitItems: [{ unitId: shop.unitIds[0], quantity: 1 }],
        externalId: randomUUID(),
        resellerReference: "SAME",
      },
    });
    const { externalId } = native.body as { externalId: string };
    const answered = async (head: string, id: string, body?: object): Promise<unknown> => {
      const { status, body: given } = await reseller.send(head.replace("{uuid}", id), body);
      const { requestId: _, uuid: named, ...words } = given as Record<string, unknown>;
      return { status, words, isNamed: named === id };
    };
    const acts: [string, object?][] = [
      ["GET /bookings/{uuid}"],
      ["PATCH /bookings/{uuid}", { notes: "mine" }],
      ["POST /bookings/{uuid}/confirm", { contact: {} }],
      ["POST /bookings/{uuid}/extend", {}],
      ["POST /bookings/{uuid}/cancel", {}],
    ];
    for (const [head, body] of acts) {
      const absent = await answered(head, nobodys, body);
      expect(absent).toMatchObject({ words: { error: "INVALID_BOOKING_UUID" }, isNamed: true });
      for (const id of [uuid, externalId]) expect(await answered(head, id, body)).toEqual(absent);
    }
    const list = async (query: string): Promise<string[]> =>
      ((await reseller.send(`GET /bookings?${query}`)).body as { uuid: string }[]).map(
        (each) => each.uuid,
      );
    expect(await list("resellerReference=SAME")).toEqual([own.uuid]);
    expect(await list(`supplierReference=${supplierReference}`)).toEqual([]);
    expect(await list(`supplierReference=${own.supplierReference.toLowerCase()}`)).toEqual([
      own.uuid,
    ]);
  });

  it("cannot be sold, seen as a product, or moved to", async () => {
    const { reseller } = await aSeller();
    const foreign = await aSeller();
    const { productId, optionId } = foreign.shop;
    const theirs = { productId, optionId, unitItems: foreign.reseller.adults(1) };
    const refused = await reseller.reserve(theirs);
    expect(refused.body).toMatchObject({ error: "INVALID_PRODUCT_ID", productId });
    const { uuid, availabilityId } = await reseller.held();
    const moved = await reseller.send(`PATCH /bookings/${uuid}`, { ...theirs, availabilityId });
    expect(moved.body).toMatchObject({ error: "INVALID_PRODUCT_ID", productId });
  });
});

describe("the errors of a reservation", () => {
  it("come in the standard's order", async () => {
    const { reseller, shop } = await aSeller();
    const sound = {
      productId: shop.productId,
      optionId: shop.optionId,
      unitItems: reseller.adults(1),
      availabilityId: await reseller.idOf(40),
    };
    const wrong = {
      productId: ["none", "INVALID_PRODUCT_ID"],
      optionId: ["none", "INVALID_OPTION_ID"],
      unitItems: [[], "UNPROCESSABLE_ENTITY"],
      availabilityId: ["none", "INVALID_AVAILABILITY_ID"],
    } as const;
    const fields = Object.keys(wrong) as (keyof typeof wrong)[];
    for (const [at, field] of fields.entries()) {
      // All that comes later is wrong as well.
      const bad = Object.fromEntries(fields.slice(at).map((each) => [each, wrong[each][0]]));
      const refused = await reseller.reserve({ ...sound, ...bad });
      expect([field, errorOf(refused)]).toEqual([field, wrong[field][1]]);
      const { [field]: _, ...without } = sound;
      const missing = await reseller.send("POST /bookings", without);
      expect([field, errorOf(missing)]).toEqual([field, wrong[field][1]]);
    }
    const foreign = [{ unitId: shop.unitIds[0] }, { unitId: "unt_none" }];
    const unit = await reseller.reserve({ ...sound, unitItems: foreign });
    expect(unit.body).toMatchObject({ error: "INVALID_UNIT_ID", unitId: "unt_none" });
    const offTime = sound.availabilityId.replace("T09", "T10");
    const noDeparture = await reseller.reserve({ ...sound, availabilityId: offTime });
    expect(errorOf(noDeparture)).toBe("INVALID_AVAILABILITY_ID");
    const others: [object, string][] = [
      [{ currency: "USD" }, "UNPROCESSABLE_ENTITY"],
      [{ currency: "EUR" }, "none"],
      [{ unitItems: reseller.adults(11) }, "UNPROCESSABLE_ENTITY"],
      [{ unitItems: reseller.adults(201) }, "BAD_REQUEST"],
      [{ expirationMinutes: 0 }, "BAD_REQUEST"],
      [{ expirationMinutes: 1_441 }, "BAD_REQUEST"],
      [{ uuid: "no uuid" }, "BAD_REQUEST"],
      [{ contact: { emailAddress: "nobody" } }, "BAD_REQUEST"],
    ];
    for (const [body, error] of others)
      expect([body, errorOf(await reseller.reserve({ ...sound, ...body }))]).toEqual([body, error]);
    expect(await reseller.vacancies()).toBe(9);
  });

  it("name the party whose total is too big as well-formed", async () => {
    // It was BAD_REQUEST, the error of a wrong form.
    const { reseller } = await aSeller({ rates: [Number.MAX_SAFE_INTEGER, 0] });
    const unitItems = reseller.adults(2);
    const refused = {
      error: "UNPROCESSABLE_ENTITY",
      errorMessage: "unitItems: the total must be < 2^53",
    };
    expect((await reseller.reserve({ unitItems })).body).toMatchObject(refused);
    const { uuid } = await reseller.held();
    const changed = await reseller.send(`PATCH /bookings/${uuid}`, { unitItems });
    expect(changed.body).toMatchObject(refused);
  });
});

describe("a change of a booking", () => {
  it("names the id that is empty, and the unit that is not sold any more", async () => {
    const { shop, reseller } = await aSeller();
    const [adult = "", child = ""] = shop.unitIds;
    const contact = { fullName: "Ada" };
    const { uuid } = await reseller.held({ unitItems: [{ unitId: child, contact }] });
    const at = `PATCH /bookings/${uuid}`;
    const refused = async (body: object) => (await reseller.send(at, body)).body;
    const empty = { availabilityId: "", productId: "", optionId: "" };
    for (const [field, error] of Object.entries({
      availabilityId: "INVALID_AVAILABILITY_ID",
      productId: "INVALID_PRODUCT_ID",
      optionId: "INVALID_OPTION_ID",
    }))
      expect(await refused({ [field]: empty[field as keyof typeof empty] })).toMatchObject({
        error,
        [field]: "",
      });
    await client.send(`DELETE /units/${child}`, { key: shop.owner });
    const items = [{ unitId: adult }, { unitId: child }, { unitId: child }];
    expect(await refused({ unitItems: items })).toMatchObject({
      error: "INVALID_UNIT_ID",
      unitId: child,
    });
    const { unitItems } = bookingOf(await reseller.send(`GET /bookings/${uuid}`));
    expect(unitItems).toMatchObject([{ unitId: child, contact }]);
  });
});

describe("the list of bookings", () => {
  it("needs a filter, and knows the local day of a departure", async () => {
    const { reseller } = await aSeller({ timezone: "Pacific/Auckland", startTimes: ["00:30"] });
    const { uuid, availabilityId } = await reseller.held();
    const day = availabilityId.slice(0, 10);
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const list = async (query: string): Promise<string[]> =>
      ((await reseller.send(`GET /bookings?${query}`)).body as { uuid: string }[]).map(
        (each) => each.uuid,
      );
    expect(await list(`localDate=${day}`)).toEqual([uuid]);
    // In UTC the departure is on the day before.
    expect(await list(`localDate=${before}`)).toEqual([]);
    expect(await list(`localDateStart=${before}&localDateEnd=${day}`)).toEqual([uuid]);
    expect(await list(`localDate=${day}&optionId=none`)).toEqual([]);
    for (const end of ["0000-01-01", "9999-12-31"])
      expect(await list(`localDate=${end}`)).toEqual([]);
    for (const query of ["", "productId=x", `localDateStart=${day}`, `localDateEnd=${day}`])
      expect(errorOf(await reseller.send(`GET /bookings?${query}`))).toBe("BAD_REQUEST");
    const ranges = [`localDateStart=${day}&localDateEnd=${before}`, "localDate=2027-13-01"];
    for (const query of [...ranges, "localDateStart=2027-01-01&localDateEnd=2028-03-01"])
      expect(errorOf(await reseller.send(`GET /bookings?${query}`))).toBe("BAD_REQUEST");
  });

  it("has each booking once and newest first, where one piece of the answer cannot have all", async () => {
    const { reseller } = await aSeller(boat(160));
    // Some 120 KiB of contacts in each booking.
    const notes = "n".repeat(1_000);
    const contact = { firstName: notes, lastName: notes, notes };
    const unitItems = reseller.adults(40).map((item) => ({ ...item, contact }));
    const resellerReference = "GROUPS";
    const uuids: string[] = [];
    for (let group = 0; group < 4; group++)
      uuids.push((await reseller.held({ unitItems, resellerReference })).uuid);
    const { text, body } = await reseller.send(
      `GET /bookings?resellerReference=${resellerReference}`,
    );
    expect(text.length).toBeGreaterThan(loadedPieceBytes);
    expect((body as { uuid: string }[]).map(({ uuid }) => uuid)).toEqual(uuids.toReversed());
  });
});

it("shows the supplier the tickets of a booking over /api/v1", async () => {
  const { reseller, shop } = await aSeller();
  const { id, unitItems } = await reseller.held({ unitItems: reseller.adults(2) });
  const { body } = await client.send(`GET /bookings/${id}`, { key: shop.owner });
  const tickets = (body as { tickets: { code: string }[] }).tickets;
  expect(tickets.map(({ code }) => code)).toEqual(unitItems.map((each) => each.supplierReference));
  const other = await sendOcto(client, "GET /bookings?resellerReference=x", { key: shop.owner });
  expect(errorOf(other)).toBe("FORBIDDEN");
});
