/** Bytes that lists of big records read from the databases, compared with the bytes of their answers. */
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import assert from "node:assert";
import { watchBytes, watchable } from "@slipway/dev/testing-reads";
import { type TestGateway, testGateway } from "./testing.ts";
import { type World, aWorld, bookedStartAt, dayOf } from "./world.ts";

const records = 40;
const text = "x".repeat(60_000);
const metadata = { text };

let world: World;
let reads: ReturnType<typeof watchBytes>;

async function make(gateway: TestGateway, head: string, body: object): Promise<void> {
  const reply = await gateway.send(head, { key: world.key, body });
  assert(reply.status < 300, `${head}: ${reply.text.slice(0, 500)}`);
}

/** So many big bookings, and of everything else that can be big. */
async function fill(gateway: TestGateway, isOfAll: boolean): Promise<void> {
  const { suppliers, products, options, units, channels } = world.ids;
  const supplierId = suppliers;
  for (let n = 0; n < records; n++) {
    const name = `Big ${String(n).padStart(2, "0")}`;
    const sale = {
      optionId: options,
      startAt: bookedStartAt,
      unitItems: [{ unitId: units, quantity: 1 }],
      customer: metadata,
    };
    await make(gateway, "POST /bookings", sale);
    if (!isOfAll) continue;
    await Promise.all([
      make(gateway, "POST /suppliers", { name, timezone: "Etc/UTC", metadata }),
      make(gateway, "POST /products", { supplierId, name, metadata }),
      make(gateway, `POST /products/${products}/options`, { name, durationMinutes: 5, metadata }),
      make(gateway, "POST /resources", {
        supplierId,
        name,
        quantity: 1,
        capacityPerResource: 1,
        metadata,
      }),
      make(gateway, `POST /channels/${channels}/events`, {
        externalEventId: name,
        type: "BOOKING_CREATE",
        payload: { externalId: name, note: text },
      }),
    ]);
  }
}

const day = new URLSearchParams(dayOf).toString();
const listsOfBookings = [
  "GET /bookings",
  "GET /bookings?limit=30",
  `GET /bookings?${day}`,
  "GET /bookings?updatedSince=2000-01-01T00:00:00Z",
];
const otherLists = [
  "GET /suppliers",
  "GET /suppliers?limit=30",
  "GET /products",
  "GET /products/{product}/options",
  "GET /resources",
  "GET /resources?limit=30&offset=5",
  "GET /channel-events",
  "GET /channel-events?limit=30",
  "GET /sync/jobs",
  "GET /webhooks/subscriptions/{subscription}/deliveries",
  "GET /audit-logs",
  "GET /audit-logs?entityType=supplier&limit=30",
];

// Bookings are listed out of memory, and out of the database where they do not fit.
describe.each([
  ["in memory", "100", [...listsOfBookings, ...otherLists]],
  ["not in memory", "0", listsOfBookings],
])("of big records, with bookings %s", (_where, megabytes, lists) => {
  const gateway = forThisFile(() =>
    testGateway(`${import.meta.url}#${megabytes}`, {
      ...watchable(`${import.meta.url}#${megabytes}`),
      settings: { LIST_MEMORY_MB: megabytes },
    }),
  );
  beforeAll(async () => {
    world = await aWorld(gateway);
    const { resources } = world.ids;
    const resized = { quantity: 100 };
    await gateway.send(`PATCH /resources/${resources}`, { key: world.key, body: resized });
    await fill(gateway, lists.length > listsOfBookings.length);
    await gateway.platform.settle();
    // Its later attempts would read deliveries beside the lists.
    await make(gateway, `PATCH /webhooks/subscriptions/${world.ids.subscriptions}`, {
      status: "DISABLED",
    });
    // Fills the caches before anything is counted.
    await gateway.send("GET /bookings?limit=1", { key: world.key });
    reads = watchBytes();
  });
  beforeEach(() => void (reads.length = 0));

  it.each(lists)("%s reads at most twice what it answers", async (head) => {
    const { products, subscriptions } = world.ids;
    const path = head.replace("{product}", products).replace("{subscription}", subscriptions);
    const { status, text: answer } = await gateway.send(path, { key: world.key });
    expect(status).toBe(200);
    const read = reads.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(read).toBeGreaterThan(0);
    // The sizes that were asked for and the record that a page begins behind are small.
    expect(read / (answer.length + 100_000)).toBeLessThan(2);
  });
});
