/** How much a tenant may have: refused beyond, also when many are made at the same moment. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { makerOf } from "./client.ts";
import { type Reply, testGateway } from "./testing.ts";
import { aPhoto, everyDay } from "./world.ts";

interface Made {
  readonly id: string;
}

/** A tenant with one product, one option that has a resource, and one key. */
interface Shop {
  readonly key: string;
  readonly supplierId: string;
  readonly productId: string;
  readonly optionId: string;
}

interface Kind {
  readonly name: string;
  readonly setting: string;
  /** Number of them that the shop has already. */
  readonly had: number;
  readonly path: (shop: Shop) => string;
  readonly body: (shop: Shop, name: string) => object;
  /** How one is changed; absent where nothing can be. */
  readonly change?: (shop: Shop, id: string) => [string, object];
  readonly remove?: (shop: Shop, id: string) => string;
}

const kinds: readonly Kind[] = [
  {
    name: "API keys",
    setting: "QUOTA_API_KEYS",
    had: 1,
    path: () => "/api-keys",
    body: (_shop, name) => ({ name, scopes: ["catalog:read"] }),
    remove: (_shop, id) => `/api-keys/${id}`,
  },
  {
    name: "webhook subscriptions",
    setting: "QUOTA_SUBSCRIPTIONS",
    had: 0,
    path: () => "/webhooks/subscriptions",
    body: () => ({ url: "https://receiver.example/hook" }),
    change: (_shop, id) => [`PATCH /webhooks/subscriptions/${id}`, { status: "DISABLED" }],
    remove: (_shop, id) => `/webhooks/subscriptions/${id}`,
  },
  {
    name: "channels",
    setting: "QUOTA_CHANNELS",
    had: 0,
    path: () => "/channels",
    body: (_shop, code) => ({ code, name: "Channel" }),
    change: (_shop, id) => [`PATCH /channels/${id}`, { name: "Another name" }],
    remove: (_shop, id) => `/channels/${id}`,
  },
  {
    name: "calendar feeds",
    setting: "QUOTA_CALENDAR_FEEDS",
    had: 0,
    path: () => "/calendar-feeds",
    body: (_shop, name) => ({ name, withNames: false }),
    remove: (_shop, id) => `/calendar-feeds/${id}`,
  },
  {
    name: "photos",
    setting: "QUOTA_PHOTOS",
    had: 0,
    path: ({ productId }) => `/products/${productId}/photos`,
    body: () => aPhoto(),
    change: ({ productId }, id) => [`PUT /products/${productId}/photos/${id}`, aPhoto()],
    remove: ({ productId }, id) => `/products/${productId}/photos/${id}`,
  },
  {
    name: "active availability periods",
    setting: "QUOTA_PERIODS_PER_OPTION",
    had: 0,
    path: ({ optionId }) => `/options/${optionId}/availability-periods`,
    body: () => everyDay,
    remove: ({ optionId }, id) => `/options/${optionId}/availability-periods/${id}`,
  },
  {
    name: "options",
    setting: "QUOTA_OPTIONS",
    had: 1,
    path: ({ productId }) => `/products/${productId}/options`,
    body: (_shop, name) => ({ name, durationMinutes: 60 }),
    change: (_shop, id) => [`PATCH /options/${id}`, { durationMinutes: 90 }],
    remove: (_shop, id) => `/options/${id}`,
  },
  {
    name: "products",
    setting: "QUOTA_PRODUCTS",
    had: 1,
    path: () => "/products",
    body: ({ supplierId }, name) => ({ supplierId, name }),
    change: (_shop, id) => [`PATCH /products/${id}`, { name: "Another name" }],
  },
  {
    name: "suppliers",
    setting: "QUOTA_SUPPLIERS",
    had: 1,
    path: () => "/suppliers",
    body: (_shop, name) => ({ name, timezone: "Etc/UTC" }),
    change: (_shop, id) => [`PATCH /suppliers/${id}`, { name: "Another name" }],
  },
  {
    name: "resources",
    setting: "QUOTA_RESOURCES",
    had: 1,
    path: () => "/resources",
    body: ({ supplierId }, name) => ({ supplierId, name, quantity: 1, capacityPerResource: 9 }),
    change: (_shop, id) => [`PATCH /resources/${id}`, { name: "Another name" }],
    remove: (_shop, id) => `/resources/${id}`,
  },
];

const max = 4;
const settingsOf = (most: number) =>
  Object.fromEntries(
    [
      ...kinds.map(({ setting }) => setting),
      "QUOTA_UNITS_PER_OPTION",
      "QUOTA_BLOCKS_PER_PRODUCT",
    ].map((name) => [name, String(most)]),
  );

const gateway = forThisFile(() => testGateway(import.meta.url, { settings: settingsOf(max) }));

async function aShop(): Promise<Shop> {
  const { key } = await gateway.aKey();
  const made = makerOf(gateway, key);
  const supplierId = await made("POST /suppliers", { name: "Lines", timezone: "Etc/UTC" });
  const productId = await made("POST /products", { supplierId, name: "Ferry" });
  const option = { name: "Single", durationMinutes: 60 };
  const optionId = await made(`POST /products/${productId}/options`, option);
  const boat = { supplierId, name: "Boat", quantity: 1, capacityPerResource: 9 };
  const resourceId = await made("POST /resources", boat);
  await made(`POST /options/${optionId}/resource-requirements`, { resourceId });
  return { key, supplierId, productId, optionId };
}

let names = 0;

function make(shop: Shop, { path, body }: Kind, at = gateway): Promise<Reply> {
  const request = { key: shop.key, body: body(shop, `name-${++names}`) };
  return at.send(`POST ${path(shop)}`, request);
}

const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status);
const refused = { status: 409, code: "QUOTA_EXCEEDED" };

describe.each(kinds)("$name of a tenant", (kind) => {
  it("are refused beyond the quota, and made again once one is removed", async () => {
    const shop = await aShop();
    let last = await make(shop, kind);
    for (let each = 1; each < max - kind.had; each++) last = await make(shop, kind);
    expect(last.status).toBe(201);
    const { body } = await make(shop, kind);
    expect(body).toMatchObject(refused);
    const { detail } = body as { detail: string };
    expect(detail).toContain(kind.name);
    expect(detail).toContain(`at most ${max} `);
    // Another tenant has a quota of its own.
    expect((await make(await aShop(), kind)).status).toBe(201);
    if (!kind.remove) return;
    const { id } = last.body as Made;
    const path = kind.remove(shop, id);
    expect((await gateway.send(`DELETE ${path}`, { key: shop.key })).status).toBe(200);
    expect((await make(shop, kind)).status).toBe(201);
  });
});

describe.each(kinds.slice(0, 5))("$name that are made at the same moment", (kind) => {
  it("hold the quota", async () => {
    const shop = await aShop();
    const replies = await Promise.all(Array.from({ length: 15 }, () => make(shop, kind)));
    expect(statusesOf(replies).filter((status) => status === 201)).toHaveLength(max - kind.had);
    expect(statusesOf(replies).filter((status) => status !== 201)).toEqual(
      Array.from({ length: 15 - max + kind.had }, () => 409),
    );
  });
});

it("units of an option: one beyond the quota is refused", async () => {
  const { key, optionId } = await aShop();
  const statuses: number[] = [];
  for (let made = 0; made <= max; made++) {
    const body = { name: `Unit ${made}`, type: "ADULT" };
    statuses.push((await gateway.send(`POST /options/${optionId}/units`, { key, body })).status);
  }
  expect(statuses).toEqual([...Array<number>(max).fill(201), 409]);
});

it("blocks of a product: one beyond the quota is refused, and one that is over does not count", async () => {
  const { key, productId } = await aShop();
  const block = async (startAt: string, endAt: string): Promise<number> =>
    (await gateway.send("POST /availability-blocks", { key, body: { productId, startAt, endAt } }))
      .status;
  expect(await block("2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z")).toBe(201);
  const made = Array.from({ length: max + 1 }, () =>
    block("2099-01-01T00:00:00Z", "2099-01-02T00:00:00Z"),
  );
  const statuses = (await Promise.all(made)).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(max).fill(201), 409]);
});

describe("what is beyond a quota that was lowered", () => {
  it("can be read and changed; nothing is added", async () => {
    const shop = await aShop();
    const made = new Map<Kind, string>();
    for (const kind of kinds)
      for (let each = 0; each < 2; each++)
        made.set(kind, ((await make(shop, kind)).body as Made).id);
    const lowered = await testGateway(import.meta.url, {
      settings: settingsOf(1),
      nodeId: "lowered",
    });
    try {
      for (const [kind, id] of made) {
        const list = await lowered.send(`GET ${kind.path(shop)}`, { key: shop.key });
        expect((list.body as Made[]).map((each) => each.id)).toContain(id);
        for (const [head, body] of kind.change ? [kind.change(shop, id)] : [])
          expect((await lowered.send(head, { key: shop.key, body })).status).toBe(200);
        expect((await make(shop, kind, lowered)).body).toMatchObject(refused);
      }
    } finally {
      await lowered.stop();
    }
  });
});

it("150 keys asked for in a row are 100, and each is still one of the tenant's", async () => {
  const usual = await testGateway(import.meta.url, { nodeId: "usual" });
  try {
    const { key } = await usual.aKey();
    const ask = (): Promise<Reply> =>
      usual.send("POST /api-keys", { key, body: { name: "one of many", scopes: ["audit:read"] } });
    const replies = await Promise.all(Array.from({ length: 150 }, ask));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(99);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(51);
    const list = await usual.send("GET /api-keys", { key });
    expect(list.body).toHaveLength(100);
  } finally {
    await usual.stop();
  }
});
