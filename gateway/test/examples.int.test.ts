import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { call as callService } from "@slipway/broker";
import { auth, catalog } from "@slipway/contracts";
import { forThisFile } from "@slipway/dev/testing-file";
import { startReceiver } from "@slipway/dev/testing-receiver";
import { systemRequestOf } from "@slipway/dev/testing-request";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { answersFile } from "@slipway/dev/examples";
import { protagonist } from "@slipway/dev/example-protagonist";
import { type RouteStep, type Sent, requestOf } from "@slipway/dev/example-step";
import { story, storyReceiver, storyYear } from "@slipway/dev/example-story";
import { routes } from "../src/routes/routes.ts";
import { type CalledByClient, clientHeads, createCaller } from "./called-by-client.ts";
import { URI } from "otpauth";
import { createStabiliser } from "./stable-answers.ts";
import { type TestGateway, testGateway } from "./testing.ts";

let gateway: TestGateway;
let key: string;
let callByClient: ReturnType<typeof createCaller>;
const called = new Set<string>();
/** Every departure of the story is ahead, and the first ones within the 400 days that a quote looks at. */
const now = new Date();
const runYear = String(now.getUTCFullYear() + (now.getUTCMonth() < 2 ? 0 : 1));

const receiver = forThisFile(() => startReceiver());
beforeAll(async () => {
  // A receiver that is nowhere is tried once, and no more comes of it than the story has.
  const settings = { WEBHOOK_SCHEDULE_SECONDS: "0", SYNC_GATHER_SECONDS: "9999" };
  gateway = await testGateway(import.meta.url, { settings });
  callByClient = createCaller(gateway.url);
  const { tenantName: name, email, password } = protagonist;
  const { broker } = gateway.platform;
  const system = systemRequestOf(broker, `ten_${randomUUID().replaceAll("-", "")}`, "cli");
  await callService(system, auth.createTenant, { name });
  await callService(system, catalog.initCurrency, { defaultCurrency: "EUR" });
  await callService(system, auth.createUser, { email, name: "Giulia Vianello", password });
  ({ key } = await callService(system, auth.issueApiKey, { name: "Back office", scopes: ["*"] }));
});

afterAll(() => gateway.stop());

/** Makes the call of one step by the typed client; fails where it is refused. */
async function carryOut(step: RouteStep, answers: Record<string, unknown>): Promise<unknown> {
  if (step.isSettled) await gateway.platform.settle();
  const sent = requestOf(inRunYear(step), answers);
  const credential = needsSession.test(step.head) ? sessionToken(answers) : key;
  const { status, body } = await call(step.head, sent, credential);
  const route = routes.find(({ method, path: at }) => `${method} ${at}` === step.head);
  expect([step.head, status]).toEqual([step.head, route?.status]);
  if (step.head === photoHead) await readPhoto({ ...sent.path, photoId: (body as Photo).id });
  return body;
}

/** The code that an authenticator app shows after scanning. */
function codeOf(secondFactor: unknown): { code: string } {
  return { code: URI.parse((secondFactor as { uri: string }).uri).generate() };
}

/** A new password ends the first session. */
function sessionToken({ session, laterSession = session }: Record<string, unknown>): string {
  return (laterSession as { token: string }).token;
}

interface Photo {
  readonly id: string;
}
const needsSession =
  / \/(?:sessions\/current|customers\/erase|bookings\/\{id\}\/unredeem|users.*|me\/second-factor-rule)$/;
const photoHead = "POST /products/{id}/photos";

/** Its answer is no JSON, so it is no example. */
async function readPhoto(path: Readonly<Record<string, string>>): Promise<void> {
  const head = `GET ${photoHead.split(" ")[1]}/{photoId}/content`;
  const { status, body } = await call(head, { path }, key);
  expect([status, (body as Blob).type]).toEqual([200, "image/png"]);
  expect((body as Blob).size).toBeGreaterThan(60);
}

/** Nor is this. */
async function readEvents(): Promise<void> {
  const { status, body } = await call(
    "GET /events",
    { query: { updatedSince: "2020-01-01T00:00:00Z" } },
    key,
  );
  expect([status, (body as Blob).type]).toEqual([200, "text/event-stream"]);
}

function call(head: string, sent: Sent, credential: string): Promise<CalledByClient> {
  called.add(head);
  return callByClient(head, sent, credential);
}

function inRunYear(step: RouteStep): RouteStep {
  const text = JSON.stringify(step).replaceAll(`"${storyYear}-`, `"${runYear}-`);
  return JSON.parse(text) as RouteStep;
}

it("answers the examples of the reference as they stand there (WRITE_EXAMPLES=1 writes them)", async () => {
  const answers: Record<string, unknown> = { receiver: { url: receiver.url } };
  const stabilise = createStabiliser({
    years: { run: runYear, story: storyYear },
    receiver: { run: receiver.url, story: storyReceiver.url },
  });
  const shown: Record<string, unknown> = {
    receiver: storyReceiver,
    authenticator: { code: "492039" },
  };
  for (const step of story) {
    answers[step.name] = await carryOut(step, answers);
    if (step.name === "newSecondFactor") answers["authenticator"] = codeOf(answers[step.name]);
    shown[step.name] = stabilise(answers[step.name]);
  }
  await readEvents();
  if (process.env["WRITE_EXAMPLES"] === "1")
    writeFileSync(answersFile, `${JSON.stringify(shown, null, 2)}\n`);
  expect(shown).toEqual(JSON.parse(readFileSync(answersFile, "utf8")));
});

it("has then called every operation, each by a method of the typed client", () => {
  const all = routes.map(({ method, path }) => `${method} ${path}`);
  expect(clientHeads.toSorted()).toEqual(all.toSorted());
  expect([...called].toSorted()).toEqual(all.toSorted());
});
