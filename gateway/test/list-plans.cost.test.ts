/** How the database carries out what every list asks of it. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type WatchedRead, stagesOf, watchReads, watchable } from "@slipway/dev/testing-reads";
import { z } from "zod";
import { type Route, pathFields } from "../src/route/route.ts";
import { routes } from "../src/routes/routes.ts";
import { credentialFor } from "./foreign-records.ts";
import { testGateway } from "./testing.ts";
import { type World, aWorld, dayOf } from "./world.ts";

// Bookings are listed out of memory, and out of the database where they do not fit.
describe.each([
  ["in memory", "100", ["sort=startAt"]],
  // No index has this order: each booking would pay for it (docs/decisions/0023-lists-stay-in-memory.md).
  ["not in memory", "0", []],
])("with bookings %s", (_where, megabytes, byStart) => {
  let reads: WatchedRead[];

  const gateway = forThisFile(() =>
    testGateway(import.meta.url, {
      ...watchable(import.meta.url),
      settings: { LIST_MEMORY_MB: megabytes },
    }),
  );
  const world = forThisFile(() => aWorld(gateway));
  beforeAll(async () => {
    reads = watchReads();
  });

  it.each(routes.filter(isList).map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s finds by an index what it lists, in order",
    async (head, route) => {
      for (const query of queriesOf(head, world, byStart)) {
        reads.length = 0;
        const path = pathFields(route.path).reduce(fillIn(world), route.path);
        const { status } = await gateway.send(`GET ${path}?${query}`, {
          key: credentialFor(route, world),
        });
        expect([query, status]).toEqual([query, 200]);
        const own = reads.filter(({ command }) => JSON.stringify(command).includes(world.tenantId));
        expect(own.length).toBeGreaterThan(0);
        for (const read of own) expect(await faultsOf(read)).toEqual([]);
      }
    },
  );
});

function isList({ method, contract }: Route): boolean {
  if (method !== "GET") return false;
  const { output } = contract;
  if (output instanceof z.ZodArray) return true;
  return output instanceof z.ZodObject && output.shape["items"] instanceof z.ZodArray;
}

const fillIn =
  ({ ids }: World) =>
  (path: string, field: string): string => {
    const segment = new RegExp(`/([a-z-]+)/\\{${field}\\}`).exec(path)?.[1] ?? "";
    return path.replace(`{${field}}`, ids[segment as keyof World["ids"]] ?? "none");
  };

const since = "updatedSince=2000-01-01T00:00:00Z";
const pages = ["", "limit=2", "limit=2&offset=1"];

/** Queries for each list; a list without an entry takes no parameters. */
function queriesOf(head: string, { ids }: World, byStart: readonly string[]): string[] {
  const day = new URLSearchParams(dayOf).toString();
  const ofSupplier = [
    ...pages,
    `supplierId=${ids.suppliers}`,
    `supplierId=${ids.suppliers}&limit=2`,
  ];
  const ofBookings = [
    "status=CONFIRMED",
    "status=EXPIRED",
    "status=ON_HOLD,EXPIRED",
    day,
    `supplierId=${ids.suppliers}`,
    `productId=${ids.products}`,
    `optionId=${ids.options}`,
    "source=api/v1",
    "idempotencyKey=key",
    "reference=4G7YGACT",
    "externalId=e",
    "resellerReference=r",
    "search=4g7ygact",
    "search=ada",
    `search=ada&status=CONFIRMED&supplierId=${ids.suppliers}&source=api/v1&${day}`,
  ];
  const whose = [
    `optionId=${ids.options}`,
    `optionId=${ids.options},${ids.options}`,
    `productId=${ids.products}`,
    `supplierId=${ids.suppliers}`,
  ];
  const local = { from: dayOf.from.slice(0, 10), to: dayOf.to.slice(0, 10) };
  const localDay = new URLSearchParams(local).toString();
  const ofLog = [
    "",
    "entityType=booking",
    `entityId=${ids.bookings}`,
    `entityType=booking&entityId=${ids.bookings}`,
    `actorId=${ids["api-keys"]}`,
    `actorId=${ids["api-keys"]}&entityType=booking&limit=2&${day}`,
    day,
    `entityType=booking&limit=5&${day}`,
  ];
  const queries: Record<string, string[]> = {
    "GET /suppliers": pages,
    "GET /products": ofSupplier,
    "GET /resources": ofSupplier,
    "GET /options/{id}/availability-periods": ["", "active=true", "active=false"],
    "GET /availability": whose.map((one) => `${one}&${day}`),
    "GET /availability/calendar": whose.map((one) => `${one}&${localDay}`),
    "GET /availability-blocks": [day],
    "GET /resources/{id}/usage": [day],
    "GET /unscheduled-bookings": ["", `productId=${ids.products}`, `from=${dayOf.from}`],
    "GET /booking-counts": ["", `&productId=${ids.products}`].map(
      (more) => `${localDay}&timezone=UTC${more}`,
    ),
    "GET /stats": [`${localDay}&timezone=UTC&by=day,product,source`],
    "GET /bookings": [
      ...pages,
      ...ofBookings,
      ...ofBookings.map((query) => `${query}&limit=2`),
      ...byStart.flatMap((sort) => [sort, ...ofBookings.map((query) => `${query}&${sort}`)]),
      since,
      ...ofBookings.map((query) => `${query}&${since}`),
    ],
    "GET /orders": [...pages, "search=ada", "status=OPEN,EXPIRED&limit=2", `externalId=e&${since}`],
    "GET /webhooks/deliveries": [`bookingId=${ids.bookings}`],
    "GET /sync/jobs": ["", `entityId=${ids.bookings}`],
    "GET /audit-logs": ofLog,
    "GET /audit-logs/pages": ofLog,
  };
  return queries[head] ?? [""];
}

/** Whole collections that were looked through, and orders that were made in memory. */
async function faultsOf(read: WatchedRead): Promise<string[]> {
  const stages = await stagesOf(read);
  if (stages.length === 0) return ["no plan"];
  const faults = stages.filter(
    (stage) => stage === "COLLSCAN" || stage === "$sort" || isSort(stage),
  );
  return faults.map((stage) => `${stage}: ${JSON.stringify(read.command)}`);
}

/** SORT_MERGE joins what several scans of an index give in order, and holds nothing. */
const isSort = (stage: string): boolean => stage.startsWith("SORT") && stage !== "SORT_MERGE";
