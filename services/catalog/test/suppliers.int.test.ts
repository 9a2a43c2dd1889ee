import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { aProduct, aSupplier, anOption, refusalCode, startCatalog } from "./catalog-fixture.ts";

const contacts = {
  timezone: "Europe/Paris",
  locale: "fr-FR",
  website: "https://laguna.example/a%20b",
  email: "hello@laguna.example",
  telephone: "+39 041 000",
  address: "Riva 1",
};

describe("suppliers", () => {
  let request: Request;

  const fixture = forThisFile(() => startCatalog(import.meta.url));

  async function names(input: { limit?: number; offset?: number }) {
    const { items } = await call(request, catalog.listSuppliers, input);
    return items.map(({ name }) => name);
  }

  async function everyPage(input: { limit?: number; offset?: number }): Promise<string[]> {
    const ids: string[] = [];
    let page: string | undefined;
    do {
      const answer = await call(request, catalog.listSuppliers, {
        ...input,
        ...(page === undefined ? {} : { page }),
      });
      expect(JSON.stringify(answer).length).toBeLessThan(410_000);
      ids.push(...answer.items.map(({ id }) => id));
      page = answer.next ?? undefined;
    } while (page !== undefined);
    return ids;
  }

  it("are answered as they were made, with defaults", async () => {
    request = await fixture.aCaller();
    const made = await aSupplier(request);
    expect(made).toEqual({
      id: expect.stringMatching(/^sup_/),
      tenantId: request.caller.tenantId,
      name: "Laguna Ferries",
      reference: "laguna-ferries",
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
      timezone: "Europe/Rome",
      locale: "it-IT",
      website: null,
      email: null,
      telephone: null,
      address: null,
      metadata: {},
      deletedAt: null,
    });
    expect(await call(request, catalog.getSupplier, { id: made.id })).toEqual(made);
    expect(await fixture.entriesOf(request, made.id)).toMatchObject([
      { action: "supplier.create", actorType: "API_KEY", before: null, after: made },
    ]);
  });

  it("keep free JSON as it was sent", async () => {
    request = await fixture.aCaller();
    const metadata = { z: 1, "a.b": { $set: [null, "\u0000", "\\ud800"] }, "": {}, "nul\u0000": 2 };
    const { id } = await aSupplier(request, { metadata });
    const found = await call(request, catalog.getSupplier, { id });
    expect(JSON.stringify(found.metadata)).toBe(JSON.stringify(metadata));
  });

  it.each(["", "a", "ab", "abc"])(
    "refuse a long reference that is taken, wherever the server cuts it in its error: %j",
    async (start) => {
      request = await fixture.aCaller();
      const reference = `${start}${"\u{1f6a2}".repeat(498)}`;
      await aSupplier(request, { reference });
      expect(await refusalCode(aSupplier(request, { reference }))).toBe("REFERENCE_TAKEN");
      const { id } = await aSupplier(request);
      const move = call(request, catalog.updateSupplier, { id, reference });
      expect(await refusalCode(move)).toBe("REFERENCE_TAKEN");
    },
  );

  it("get a reference of their own, and refuse an explicit one that is taken", async () => {
    request = await fixture.aCaller();
    const first = await aSupplier(request);
    expect((await aSupplier(request)).reference).toBe("laguna-ferries-2");
    expect((await aSupplier(request, { name: "LAGUNA: ferries!" })).reference).toBe(
      "laguna-ferries-3",
    );
    expect((await aSupplier(request, { reference: "My Ref" })).reference).toBe("My Ref");
    const taken = aSupplier(request, { reference: "laguna-ferries-2" });
    expect(await refusalCode(taken)).toBe("REFERENCE_TAKEN");

    const { id } = first;
    const renamed = await call(request, catalog.updateSupplier, { id, name: "Other" });
    expect(renamed).toMatchObject({ name: "Other", reference: "laguna-ferries" });
    const move = call(request, catalog.updateSupplier, { id, reference: "My Ref" });
    expect(await refusalCode(move)).toBe("REFERENCE_TAKEN");
    const moved = await call(request, catalog.updateSupplier, { id, reference: "first" });
    expect(moved.reference).toBe("first");
    // Another tenant's references are its own.
    expect((await aSupplier(await fixture.aCaller())).reference).toBe("laguna-ferries");
  });

  it("asked for at once get each reference once", async () => {
    request = await fixture.aCaller();
    const made = await Promise.all(Array.from({ length: 24 }, () => aSupplier(request)));
    expect(new Set(made.map(({ reference }) => reference)).size).toBe(24);
    const asked = Array.from({ length: 10 }, () =>
      refusalCode(aSupplier(request, { reference: "only" })),
    );
    const codes = (await Promise.all(asked)).map((code) => code ?? "made").toSorted();
    expect(codes).toEqual([...Array.from({ length: 9 }, () => "REFERENCE_TAKEN"), "made"]);
  });

  it("copy changed contacts to all their products before the answer, an entry for each", async () => {
    request = await fixture.aCaller();
    const { id } = await aSupplier(request, { email: contacts.email });
    const plain = await aProduct(request, { supplierId: id });
    const own = await aProduct(request, { supplierId: id, ...contacts, timezone: null });
    const archived = await aProduct(request, { supplierId: id });
    await call(request, catalog.archiveProduct, { id: archived.id });
    const stranger = await aProduct(request);

    await call(request, catalog.updateSupplier, { id, name: "Renamed", ...contacts });
    for (const { id: productId } of [plain, own, archived])
      expect(await call(request, catalog.getProduct, { id: productId })).toMatchObject(contacts);
    expect(await call(request, catalog.getProduct, { id: stranger.id })).toMatchObject(stranger);

    const actions = async (recordId: string) =>
      (await fixture.entriesOf(request, recordId)).map(({ action }) => action);
    expect(await actions(plain.id)).toEqual(["product.create", "product.update"]);
    expect(await actions(own.id)).toEqual(["product.create", "product.update"]);
    expect(await actions(stranger.id)).toEqual(["product.create"]);
    expect(fixture.neighbours.invalidated).toContain(id);
  });

  it("leave a product alone whose contacts are as they will be", async () => {
    request = await fixture.aCaller();
    const { id } = await aSupplier(request);
    const {
      options: _none,
      photos: _no,
      ...same
    } = await call(request, catalog.getProduct, {
      id: (await aProduct(request, { supplierId: id, email: "new@laguna.example" })).id,
    });
    await call(request, catalog.updateSupplier, { id, email: "new@laguna.example" });
    expect(await call(request, catalog.getProduct, { id: same.id })).toMatchObject(same);
    expect(await fixture.entriesOf(request, same.id)).toHaveLength(1);
  });

  it("change nothing and record nothing when a patch says what stands", async () => {
    request = await fixture.aCaller();
    const made = await aSupplier(request, { ...contacts, metadata: { a: 1 } });
    const again = { ...contacts, id: made.id, name: made.name, metadata: { a: 1 } };
    expect(await call(request, catalog.updateSupplier, again)).toEqual(made);
    expect(await fixture.entriesOf(request, made.id)).toHaveLength(1);
    const changed = await call(request, catalog.updateSupplier, { id: made.id, website: null });
    expect(changed.website).toBeNull();
    expect(changed.updatedAt > made.updatedAt).toBe(true);
    expect((await fixture.entriesOf(request, made.id))[1]).toMatchObject({
      action: "supplier.update",
      before: made,
      after: changed,
    });
  });

  it("are listed by lower-cased name, then id, with and without a limit", async () => {
    request = await fixture.aCaller();
    for (const name of ["beta", "Alpha", "gamma", "BETA"]) await aSupplier(request, { name });
    const archived = await aSupplier(request, { name: "aaa" });
    await call(request, catalog.archiveSupplier, { id: archived.id });
    expect(await names({})).toEqual(["Alpha", "beta", "BETA", "gamma"]);
    expect(await names({ offset: 2 })).toEqual(["Alpha", "beta", "BETA", "gamma"]);
    expect(await names({ limit: 2, offset: 1 })).toEqual(["beta", "BETA"]);
    const page = await call(request, catalog.listSuppliers, { limit: 1, offset: 9 });
    expect(page).toEqual({ items: [], total: 4, next: null });
  });

  it("are listed whole in pages that fit the bus", async () => {
    request = await fixture.aCaller();
    const metadata = { text: "x".repeat(60_000) };
    const many = Array.from({ length: 210 }, (_, index) =>
      aSupplier(request, {
        name: `S${index % 7} ${index}`,
        ...(index % 7 === 0 && index < 84 ? { metadata } : {}),
      }),
    );
    const made = await Promise.all(many);
    const sorted = made.toSorted((a, b) => (`${a.name}\0${a.id}` < `${b.name}\0${b.id}` ? -1 : 1));
    const ids = sorted.map(({ id }) => id);
    expect(await everyPage({})).toEqual(ids);
    expect(await everyPage({ limit: 30, offset: 1 })).toEqual(ids.slice(1, 31));
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["comes", () => aSupplier(request, { name: "A" })],
    ["goes", (id: string) => call(request, catalog.archiveSupplier, { id })],
    ["gets another name", (id: string) => call(request, catalog.updateSupplier, { id, name: "Z" })],
  ])("are listed once each where one %s between two pages of the bus", async (_what, change) => {
    request = await fixture.aCaller();
    const wanted = ["B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M"];
    const metadata = { text: "x".repeat(60_000) };
    for (const name of wanted) await aSupplier(request, { name, metadata });
    const first = await call(request, catalog.listSuppliers, { limit: 11 });
    const last = first.items.at(-1);
    await change(last?.id ?? "");
    const found = first.items.map(({ name }) => name);
    for (let { next } = first; next !== null; ) {
      const page = await call(request, catalog.listSuppliers, { limit: 11, page: next });
      found.push(...page.items.map(({ name }) => name));
      ({ next } = page);
    }
    expect(last?.name).not.toBe("L");
    expect(found).toEqual(wanted.slice(0, 11));
  });

  it("once archived are read, but neither changed nor added to", async () => {
    request = await fixture.aCaller();
    const { id } = await aSupplier(request);
    const product = await aProduct(request, { supplierId: id });
    const option = await anOption(request, { id: product.id });
    expect(await call(request, catalog.archiveSupplier, { id })).toEqual({ deleted: true });
    expect(await refusalCode(call(request, catalog.archiveSupplier, { id }))).toBe("NOT_FOUND");

    const found = await call(request, catalog.getSupplier, { id });
    expect(found.deletedAt).toBe(found.updatedAt);
    expect(await refusalCode(call(request, catalog.updateSupplier, { id, name: "x" }))).toBe(
      "ARCHIVED",
    );
    expect(await refusalCode(aProduct(request, { supplierId: id }))).toBe("ARCHIVED");
    expect(await refusalCode(anOption(request, { id: product.id }))).toBe("ARCHIVED");
    expect(await call(request, catalog.getSupplierFacts, { supplierId: id })).toMatchObject({
      archived: true,
    });
    const productFacts = call(request, catalog.getProductFacts, { productId: product.id });
    expect(await productFacts).toMatchObject({ archived: true });
    const facts = await call(request, catalog.getOptionFacts, { optionId: option.id });
    expect(facts).toMatchObject({ archived: true, productArchived: true });
    expect(fixture.neighbours.invalidated).toContain(id);
    expect((await fixture.entriesOf(request, id)).at(-1)).toMatchObject({
      action: "supplier.delete",
      before: { id, deletedAt: null },
      after: null,
    });
    // Products and options of the archived supplier still change and go.
    await call(request, catalog.updateProduct, { id: product.id, name: "Changed" });
    await call(request, catalog.updateOption, { id: option.id, name: "Changed" });
    await call(request, catalog.deleteOption, { id: option.id });
    await call(request, catalog.archiveProduct, { id: product.id });
  });

  it("are answered by the names of zone and language, whatever spelling was sent", async () => {
    request = await fixture.aCaller();
    const sent = { timezone: "europe/rome", locale: "it_IT" };
    const answered = { timezone: "Europe/Rome", locale: "it-IT" };
    const { id } = await aSupplier(request, sent);
    const product = await aProduct(request, { ...sent, supplierId: id });
    expect(await call(request, catalog.getSupplier, { id })).toMatchObject(answered);
    expect(await call(request, catalog.getProduct, { id: product.id })).toMatchObject(answered);
  });
});
