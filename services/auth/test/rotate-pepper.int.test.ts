/** One pepper follows another, replica by replica, and no key that is used meanwhile is refused. */
import assert from "node:assert";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { TOTP } from "otpauth";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { identify } from "@slipway/dev/testing-request";
import { testReplicas } from "@slipway/dev/testing-replicas";

const old = "the old pepper of the tests, 32 characters";
const next = "the next pepper of the tests, 32 characters";
const tenantId = "ten_pepper";

/** The counts of keys still to move, as replicas have logged them. */
const counted: unknown[] = [];
const replicas = testReplicas(import.meta.url, {
  services: ["auth"],
  log: (_level, line, more) => {
    if (line.startsWith("API keys that are not")) counted.push(more);
  },
});

async function issued(by: TestPlatform): Promise<string> {
  const { key } = await call(by.as(tenantId), auth.issueApiKey, { name: "Till" });
  return key;
}

async function isKnown(to: TestPlatform, token: string): Promise<boolean> {
  return (await identify(to.broker, token)).caller?.tenantId === tenantId;
}

/** Which of these keys each of these replicas knows. */
async function known(by: readonly TestPlatform[], keys: readonly string[]): Promise<boolean[][]> {
  const rows = by.map((each) => Promise.all(keys.map((key) => isKnown(each, key))));
  return Promise.all(rows);
}

async function untilCounted(times: number): Promise<unknown> {
  while (counted.length < times) await pause(5);
  return counted.at(-1);
}

it("keeps every key that is used, at each step beside replicas of the step before", async () => {
  const before = await replicas.start({ AUTH_PEPPER: old });
  const [used, idle] = [await issued(before), await issued(before)];

  const accepting = await replicas.start({ AUTH_PEPPER: old, AUTH_PEPPER_NEXT: next });
  const made = await issued(accepting);
  expect(await known([before, accepting], [used, made])).toEqual([
    [true, true],
    [true, true],
  ]);
  await replicas.keepOnly(accepting);

  const making = await replicas.start({ AUTH_PEPPER: next, AUTH_PEPPER_OLD: old });
  expect(await untilCounted(1)).toEqual({ keys: 3 });
  const newest = await issued(making);
  // Used at the new replica first: its hash moves, and the replica of the step before must know it still.
  expect(await known([making], [used, made])).toEqual([[true, true]]);
  expect(await known([accepting, making], [used, made, newest])).toEqual([
    [true, true, true],
    [true, true, true],
  ]);
  await replicas.keepOnly(making);
  expect(await isKnown(making, newest.slice(0, 17) + used.slice(17))).toBe(false);

  const after = await replicas.start({ AUTH_PEPPER: next });
  await replicas.keepOnly(after);
  expect(await known([after], [used, made, newest, idle])).toEqual([[true, true, true, false]]);

  // Until the old one is thrown away, a key that was idle can be had back.
  const again = await replicas.start({ AUTH_PEPPER: next, AUTH_PEPPER_OLD: old });
  expect(await untilCounted(2)).toEqual({ keys: 1 });
  expect(await isKnown(again, idle)).toBe(true);
  const last = await replicas.start({ AUTH_PEPPER: next });
  await replicas.keepOnly(last);
  expect(await isKnown(last, idle)).toBe(true);
});

it("keeps the second factor of a user who logs in with it, and lets a recovery code in without it", async () => {
  const before = await replicas.start({ AUTH_PEPPER: old });
  await call(before.as(tenantId), auth.createTenant, { name: "Laguna" });
  const [used, idle] = [await aUserWithApp(before), await aUserWithApp(before)];

  const moving = await replicas.start({ AUTH_PEPPER: next, AUTH_PEPPER_OLD: old });
  await replicas.keepOnly(moving);
  await logIn(moving, used.email, used.code(0));

  const after = await replicas.start({ AUTH_PEPPER: next });
  await replicas.keepOnly(after);
  await logIn(after, used.email, used.code(1));
  await expect(logIn(after, idle.email, idle.code(0))).rejects.toMatchObject({
    type: "UNAUTHENTICATED",
  });
  await logIn(after, idle.email, idle.recoveryCode);
});

const password = "correct horse battery";
const address = "198.51.100.7";

async function logIn(to: TestPlatform, email: string, code?: string): Promise<string> {
  const given = { email, password, code, address, device: null, waitSeconds: 0 };
  return (await call(to.as("-"), auth.createSession, given)).token;
}

async function aUserWithApp(to: TestPlatform) {
  const email = `ada-${randomUUID()}@example.com`;
  await call(to.as(tenantId), auth.createUser, { email, password });
  const token = await logIn(to, email);
  const { caller } = await identify(to.broker, token);
  assert(caller);
  const request = { ...to.as(tenantId), caller: { ...caller, requestId: "test" } };
  const made = await call(request, auth.addSecondFactor, { current: password, address });
  const app = new TOTP({ secret: made.appSecret });
  /** The code of a time step relative to now. Three steps are valid, each once. */
  const code = (steps: number): string => app.generate({ timestamp: Date.now() + steps * 30_000 });
  const confirmed = await call(request, auth.confirmSecondFactor, { code: code(-1) });
  return { email, code, recoveryCode: confirmed.recoveryCodes[0] ?? "" };
}

it.each([
  [{ AUTH_PEPPER: "short" }, "AUTH_PEPPER must be at least 32 random characters."],
  [{ AUTH_PEPPER_NEXT: "short" }, "AUTH_PEPPER_NEXT must be at least 32 random characters."],
  [{ AUTH_PEPPER_OLD: "short" }, "AUTH_PEPPER_OLD must be at least 32 random characters."],
])("refuses %j at the start", async (settings, sentence) => {
  const start = testPlatform(import.meta.url, { services: ["auth"], settings });
  await expect(start).rejects.toThrow(sentence);
});
