import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";

let key: string;
let channelId: string;

const gateway = forThisFile(() => sharedClient());
beforeAll(async () => {
  ({ key } = await gateway.aKey(["sync:*"]));
  const body = { code: "resale", name: "Resale" };
  const made = await gateway.send("POST /channels", { key, body });
  channelId = (made.body as { id: string }).id;
});

const event = { externalEventId: "e-1", type: "BOOKING_CANCEL", payload: { externalId: "R-1" } };

it("answers an event with 202 and its repeat with 200 and the first, whatever it says", async () => {
  const head = `POST /channels/${channelId}/events`;
  const first = await gateway.send(head, { key, body: event });
  expect(first.status).toBe(202);
  const other = { ...event, type: "BOOKING_CONFIRM" };
  const repeat = await gateway.send(head, { key, body: other });
  expect(repeat.status).toBe(200);
  expect(repeat.body).toMatchObject({ id: (first.body as { id: string }).id, type: event.type });
});

it("does not change a channel's code", async () => {
  const reply = await gateway.send(`PATCH /channels/${channelId}`, { key, body: { code: "x-y" } });
  expect([reply.status, reply.body]).toMatchObject([
    400,
    { errors: [{ pointer: "#/code", code: "IMMUTABLE_FIELD" }] },
  ]);
});

it.each([
  ["GET /channel-events?limit=0", 400],
  ["GET /channel-events?limit=101", 400],
  ["GET /channel-events?cursor=%21", 400],
  ["GET /sync/jobs?status=OPEN", 400],
  ["GET /sync/jobs?cursor=AAAA", 400],
  ["GET /sync/jobs?limit=100", 200],
])("%s: %i", async (head, status) => {
  expect((await gateway.send(head, { key })).status).toBe(status);
});

it("lets a key that only reads see neither secrets nor change anything", async () => {
  const reader = await gateway.aKey(["sync:read"]);
  for (const head of [
    `GET /channels/${channelId}/secret`,
    `POST /channels/${channelId}/secret/rotate`,
    `DELETE /channels/${channelId}`,
  ])
    expect((await gateway.send(head, { key: reader.key })).status).toBe(403);
});
