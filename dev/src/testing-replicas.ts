/** Replicas of a test's services, of which newer ones take the place of older ones. */
import { afterAll } from "@jest/globals";
import type { PlatformOptions } from "@slipway/server/platform";
import { type TestPlatform, testPlatform } from "./testing.ts";

interface TestReplicas {
  /** Starts another replica on the test file's databases, with these settings and no others. */
  start(settings: Readonly<Record<string, string>>): Promise<TestPlatform>;
  /** Stops every replica but these. */
  keepOnly(...kept: TestPlatform[]): Promise<void>;
}

/** Call it at the top of a test file: the replicas that are left end with the file. */
export function testReplicas(
  testFileUrl: string,
  options: Pick<PlatformOptions, "services"> & Partial<Pick<PlatformOptions, "log">>,
): TestReplicas {
  const running: TestPlatform[] = [];
  const replicas: TestReplicas = {
    async start(settings) {
      const replica = await testPlatform(testFileUrl, { ...options, settings });
      running.push(replica);
      return replica;
    },
    async keepOnly(...kept) {
      for (const each of running.splice(0)) if (!kept.includes(each)) await each.stop();
      running.push(...kept);
    },
  };
  afterAll(() => replicas.keepOnly());
  return replicas;
}

/** SECRETS_KEYS with a key of the tests under each of these names. */
export function secretsKeys(...names: string[]): { SECRETS_KEYS: string } {
  const keyOf = (name: string): string => `${name}:${Buffer.alloc(32, name).toString("base64")}`;
  return { SECRETS_KEYS: names.map(keyOf).join() };
}
