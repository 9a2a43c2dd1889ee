/** One pepper follows another, replica by replica, and no key that is used meanwhile is refused. */
import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { auth, parseKey } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";

const old = "the old pepper of the tests, 32 characters";
const next = "the next pepper of the tests, 32 characters";
const tenantId = "ten_pepper";

const replicas: TestPlatform[] = [];
/** What replicas have said of keys that are still to move. */
const counted: unknown[] = [];
afterAll(async () => {
  for (const each of replicas.splice(0)) await each.stop();
});

/** Another replica on the same database, which knows these and no others. */
async function replica(settings: Readonly<Record<string, string>>): Promise<TestPlatform> {
  const platform = await testPlatform(import.meta.url, {
    services: ["auth"],
    settings,
    log: (_level, line, more) => {
      if (line.startsWith("API keys that are not")) counted.push(more);
    },
  });
  replicas.push(platform);
  return platform;
}

/** The old replica leaves when the new one is there. */
async function replaced(by: TestPlatform): Promise<void> {
  for (const each of replicas.splice(0).filter((other) => other !== by)) await each.stop();
  replicas.push(by);
}

async function issued(by: TestPlatform): Promise<string> {
  const { key } = await call(by.as(tenantId), auth.createApiKey, { name: "Till" });
  return key;
}

/** As a gateway asks: by the digest, and with the key itself where auth has to see it. */
async function isKnown(to: TestPlatform, token: string): Promise<boolean> {
  const { keyId = "", secret = "" } = parseKey(token) ?? {};
  const digest = hash("sha256", secret, "base64");
  const { mustShow, caller } = await call(to.as("-"), auth.identify, { keyId, digest });
  const shown = mustShow ? await call(to.as("-"), auth.identifyShown, { token }) : { caller };
  // A gateway of the release before sends the key alone.
  const byKey = await call(to.as("-"), auth.resolveCredential, { token });
  expect(byKey.caller?.tenantId).toBe(shown.caller?.tenantId);
  return shown.caller?.tenantId === tenantId;
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
  const before = await replica({ AUTH_PEPPER: old });
  const [used, idle] = [await issued(before), await issued(before)];

  const accepting = await replica({ AUTH_PEPPER: old, AUTH_PEPPER_NEXT: next });
  const made = await issued(accepting);
  expect(await known([before, accepting], [used, made])).toEqual([
    [true, true],
    [true, true],
  ]);
  await replaced(accepting);

  const making = await replica({ AUTH_PEPPER: next, AUTH_PEPPER_OLD: old });
  expect(await untilCounted(1)).toEqual({ keys: 3 });
  const newest = await issued(making);
  // Used at the new replica first: its hash moves, and the replica of the step before must know it still.
  expect(await known([making], [used, made])).toEqual([[true, true]]);
  expect(await known([accepting, making], [used, made, newest])).toEqual([
    [true, true, true],
    [true, true, true],
  ]);
  await replaced(making);
  expect(await isKnown(making, newest.slice(0, 17) + used.slice(17))).toBe(false);

  const after = await replica({ AUTH_PEPPER: next });
  await replaced(after);
  expect(await known([after], [used, made, newest, idle])).toEqual([[true, true, true, false]]);

  // Until the old one is thrown away, a key that was idle can be had back.
  const again = await replica({ AUTH_PEPPER: next, AUTH_PEPPER_OLD: old });
  expect(await untilCounted(2)).toEqual({ keys: 1 });
  expect(await isKnown(again, idle)).toBe(true);
  await replaced(await replica({ AUTH_PEPPER: next }));
  expect(await known(replicas, [idle])).toEqual([[true]]);
});

it.each([
  [{ AUTH_PEPPER: "short" }, "AUTH_PEPPER must be set"],
  [{ AUTH_PEPPER_NEXT: "short" }, "AUTH_PEPPER_NEXT must be set"],
  [{ AUTH_PEPPER_OLD: "short" }, "AUTH_PEPPER_OLD must be set"],
])("refuses %j at the start", async (settings, sentence) => {
  const start = testPlatform(import.meta.url, { services: ["auth"], settings });
  await expect(start).rejects.toThrow(sentence);
});
