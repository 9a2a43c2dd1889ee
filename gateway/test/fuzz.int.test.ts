/**
 * Whatever is sent, the answer is one that openapi.json describes, and none is a fault of ours. The
 * document itself says what is sent. `SLIPWAY_FUZZ_SEED` and `SLIPWAY_FUZZ_RUNS` (requests of each
 * operation) choose another course and a longer one.
 */
import { afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import fc from "fast-check";
import { answerCheckOf } from "./answer-check.ts";
import { type Generated, exampleOf, readOperations, requestsOf } from "./generated-requests.ts";
import { testGateway } from "./testing.ts";
import { type World, aWorld } from "./world.ts";

// oxlint-disable-next-line node/no-process-env -- a test has no configuration but this
const { SLIPWAY_FUZZ_SEED = "7", SLIPWAY_FUZZ_RUNS = "5" } = process.env;
const seed = Number(SLIPWAY_FUZZ_SEED);
const numRuns = Number(SLIPWAY_FUZZ_RUNS);

const operations = readOperations();
const tags = [...new Set(operations.flatMap((operation) => operation.tags))];
const check = answerCheckOf();
let theirs: World;

const gateway = forThisFile(() => testGateway(import.meta.url));
beforeAll(async () => {
  theirs = await aWorld(gateway);
  // Whom the document's example of a session names.
  await call(gateway.platform.as(theirs.tenantId), auth.createUser, {
    email: "giulia@laguna-viva.example",
    name: "Giulia",
    password: "quaranta gondole al tramonto",
    scopes: ["*"],
  });
});

async function aRoomyWorld(): Promise<World> {
  const world = await aWorld(gateway);
  const { key, ids } = world;
  const body = { capacityPerResource: 10_000 };
  await gateway.send(`PATCH /resources/${ids.resources}`, { key, body });
  return world;
}

/** Sends a request and gives the status of its answer; fails where the answer is not as described. */
async function statusOf(world: World, { method, path, body }: Generated): Promise<number> {
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const { status } = response;
  const text = await response.text();
  // Our log says more of a fault than the answer, which says nothing of it.
  const fault = status >= 500 ? gateway.lines.filter(({ err }) => err).at(-1) : undefined;
  if (status >= 500) throw new Error(`${status} ${text} ${JSON.stringify(fault)}`);
  const type = response.headers.get("content-type") ?? "";
  const answer: unknown = type.startsWith("application/json") ? JSON.parse(text) : undefined;
  const headers = [...response.headers.keys()];
  expect(check({ method, path, status, body: answer, headers })).toEqual([]);
  return status;
}

/** The request with a hold of its own in the place of the world's booking, which has left that state. */
async function onFreshHold(world: World, request: Generated): Promise<Generated> {
  const { key, ids, freeStartAt: startAt } = world;
  const unitItems = [{ unitId: ids.units, quantity: 1 }];
  const wanted = { optionId: ids.options, startAt, unitItems, expandCapacity: true };
  const { body } = await gateway.send("POST /bookings", {
    key,
    body: { ...wanted, status: "ON_HOLD" },
  });
  const { id, updatedAt } = body as { id: string; updatedAt: string };
  return {
    ...request,
    path: request.path.replace(ids.bookings, id),
    body: request.body
      ?.replaceAll(ids.bookings, id)
      .replace(/"expectedUpdatedAt":"2\d{3}-[^"]*"/, `"expectedUpdatedAt":"${updatedAt}"`),
  };
}

/** Operations that answer no success to their example in a world that has one of everything. */
const refused = [
  // It is not a session that asks.
  "DELETE /sessions/current",
  "GET /users",
  "POST /users",
  "PATCH /users/{id}",
  "PUT /users/me/password",
  "PUT /me/second-factor-rule",
  "POST /users/me/second-factor",
  "POST /users/me/second-factor/confirm",
  "POST /users/me/second-factor/remove",
  "GET /users/me/sessions",
  "DELETE /users/me/sessions/{id}",
  "POST /customers/erase",
  "POST /users/setup", // Nobody has this token.
  "DELETE /api-keys/{id}", // The key is the one that asks.
  "DELETE /options/{id}", // The only one of its product.
  "DELETE /options/{optionId}/resource-requirements/{resourceId}", // A live booking needs it.
  "DELETE /resources/{id}", // Required.
  "PUT /options/{id}/unit-order", // The ids of the example are of others.
  "PUT /products/{id}/photo-order", // As those.
  "POST /bookings/{id}/approve", // A hold is not pending.
  "POST /bookings/{id}/redeem", // Nor is it confirmed.
  "POST /bookings/{id}/unredeem", // It is not a session that asks.
  "POST /tickets/redeem", // Nobody has this code.
  "PATCH /orders/{id}", // The version of the example is another's.
  "POST /orders/{id}/confirm", // It has no booking.
  "POST /channel-events/{id}/reprocess", // Has not failed.
  "POST /sync/jobs/{id}/retry", // Still under way.
];

describe.each(tags)(`answers as described, seed ${seed}: %s`, (tag) => {
  const ofTag = operations.filter((operation) => operation.tags.includes(tag));
  let world: World;
  // A world for each tag, so that one tag's operations do not change or delete the records of another's.
  beforeAll(async () => {
    world = await aRoomyWorld();
  });
  afterEach(() => {
    if (tag !== "bookings") return;
    // Bookings of one operation leave the next one no places, so each operation gets a day of its own.
    const startAt = Date.parse(world.freeStartAt) + 86_400_000;
    world = { ...world, freeStartAt: new Date(startAt).toISOString() };
  });

  it.each(ofTag.map((each) => [`${each.method} ${each.template}`, each] as const))(
    "%s",
    async (head, operation) => {
      const isOfBooking = operation.template.startsWith("/bookings/{id}");
      const send = async (request: Generated): Promise<number> =>
        statusOf(world, isOfBooking ? await onFreshHold(world, request) : request);
      const first = await send(exampleOf(operation, world));
      expect({ head, isRefused: first >= 300 }).toEqual({
        head,
        isRefused: refused.includes(head),
      });
      const requests = requestsOf(operation, world, theirs);
      const sending = fc.asyncProperty(requests, async (request) => void (await send(request)));
      await fc.assert(sending, { seed, numRuns, endOnFailure: true });
    },
  );
});
