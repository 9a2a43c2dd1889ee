/** The platform, or a few of its services, for a test. */
import { randomUUID } from "node:crypto";
import type { Request } from "@slipway/broker";
import { testDatabase } from "@slipway/store/testing";
import { type Platform, type PlatformOptions, startPlatform } from "@slipway/server/platform";
import { makeTenant, requestOf } from "./testing-request.ts";

export interface TestPlatform extends Platform {
  /** A request of an API key of this tenant. */
  as(tenantId: string): Request;
  /** A tenant that can own catalog records, EUR unless said otherwise. */
  aTenant(currency?: string): Promise<string>;
  /** Lines that the services have logged, for assertions and for a look when a test fails. */
  readonly lines: readonly string[];
}

/**
 * `await testPlatform(import.meta.url, { services: ["catalog"] })`: services in this process, on
 * databases of this test file's own. Stop it in afterAll.
 */
export async function testPlatform(
  testFileUrl: string,
  options: Partial<PlatformOptions> = {},
): Promise<TestPlatform> {
  const { uri, name } = testDatabase(testFileUrl);
  const lines: string[] = [];
  const platform = await startPlatform({
    mongodbUri: uri,
    databasePrefix: name,
    migrates: true,
    log: (level, line) => {
      if (level !== "debug") lines.push(`${level} ${line}`);
    },
    // A test with a bus of its own knows how its services are spread.
    ...(options.natsUrl === undefined ? overNats() : {}),
    ...options,
    settings: { ...testSettings, ...options.settings },
  });
  return {
    ...platform,
    as: (tenantId) => requestOf(platform.broker, tenantId),
    aTenant: (currency) => makeTenant(platform.broker, currency),
    lines,
  };
}

const testSettings = {
  AUTH_PEPPER: "pepper of the tests, of 32 characters or more",
  SECRETS_KEYS: `test:${Buffer.alloc(32, "a key of the tests").toString("base64")}`,
  // Receivers of tests listen on this machine.
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8,::1/128",
};

/** `npm test -- --over-nats`: every service is a node of its own on the run's nats-server. */
function overNats(): Partial<PlatformOptions> {
  const natsUrl = process.env.SLIPWAY_TEST_NATS_URL;
  // A file may boot several platforms, which know nothing of each other.
  const nodeId = `test-${randomUUID()}`;
  return natsUrl === undefined ? {} : { brokers: "each", natsUrl, nodeId };
}
