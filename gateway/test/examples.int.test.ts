import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { call, ownRequest } from "@slipway/broker";
import { auth, catalog } from "@slipway/contracts";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answersFile } from "../src/examples/examples.ts";
import { protagonist } from "../src/examples/protagonist.ts";
import { type Step, requestOf } from "../src/examples/step.ts";
import { story, storyReceiver, storyYear } from "../src/examples/story.ts";
import { routes } from "../src/routes.ts";
import { createStabiliser } from "./stable-answers.ts";
import { type TestGateway, testGateway } from "./testing.ts";

let gateway: TestGateway;
let receiver: Server;
let receiverUrl: string;
let key: string;
/** Every departure of the story is ahead. */
const runYear = String(new Date().getUTCFullYear() + 1);

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/slipway`;
  // A receiver that is nowhere is tried once, and no more comes of it than the story tells.
  const settings = { WEBHOOK_SCHEDULE_SECONDS: "0", SYNC_GATHER_SECONDS: "9999" };
  gateway = await testGateway(import.meta.url, { settings });
  const { tenantName: name, email, password } = protagonist;
  const { broker } = gateway.platform;
  const system = ownRequest(broker, `ten_${randomUUID().replaceAll("-", "")}`, "cli");
  await call(system, auth.createTenant, { name });
  await call(system, catalog.initCurrency, { defaultCurrency: "EUR" });
  await call(system, auth.createUser, { email, name: "Giulia Vianello", password });
  ({ key } = await call(system, auth.createApiKey, { name: "Back office", scopes: ["*"] }));
});

afterAll(async () => {
  await gateway.stop();
  receiver.closeAllConnections();
  receiver.close();
});

/** Sends the request of one step; fails where it is refused. */
async function carryOut(step: Step, answers: Record<string, unknown>): Promise<unknown> {
  const { path = {}, query, body } = requestOf(inRunYear(step), answers);
  if (step.isSettled) await gateway.platform.settle();
  const place = step.head.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "");
  const asked = query ? `?${new URLSearchParams(query).toString()}` : "";
  const token = (answers["session"] as { token?: string } | undefined)?.token;
  const reply = await gateway.send(`${place}${asked}`, {
    // Only a session can be ended.
    key: step.head.endsWith("/sessions/current") ? token : key,
    ...(body ? { body } : {}),
  });
  const route = routes.find(({ method, path: at }) => `${method} ${at}` === step.head);
  expect([step.head, reply.status, reply.text]).toEqual([step.head, route?.status, reply.text]);
  return reply.body;
}

function inRunYear(step: Step): Step {
  const text = JSON.stringify(step).replaceAll(`"${storyYear}-`, `"${runYear}-`);
  return JSON.parse(text) as Step;
}

it("answers the examples of the reference as they stand there (WRITE_EXAMPLES=1 writes them)", async () => {
  const answers: Record<string, unknown> = { receiver: { url: receiverUrl } };
  const stabilise = createStabiliser({
    years: { run: runYear, story: storyYear },
    receiver: { run: receiverUrl, story: storyReceiver.url },
  });
  const shown: Record<string, unknown> = { receiver: storyReceiver };
  for (const step of story) {
    answers[step.name] = await carryOut(step, answers);
    shown[step.name] = stabilise(answers[step.name]);
  }
  if (process.env["WRITE_EXAMPLES"] === "1")
    writeFileSync(answersFile, `${JSON.stringify(shown, null, 2)}\n`);
  expect(shown).toEqual(JSON.parse(readFileSync(answersFile, "utf8")));
});
