/** A gateway and services of a test file's own, for tests with settings of their own or that look into the process. */
import type { PlatformOptions } from "@slipway/server/platform";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { testDeadlines } from "@slipway/dev/testing-request";
import {
  type Gateway,
  type GatewayOptions,
  type Limits,
  type Readiness,
  createLog,
  startGateway,
} from "../src/gateway.ts";
import { type Client, clientOf } from "./client.ts";
import { countEntered, noteEntered } from "./entered.ts";

export type { Reply } from "./client.ts";

export interface TestGateway extends Client {
  readonly platform: TestPlatform;
  readiness(): Readiness;
  drain(): void;
  /** Lines of the gateway's log. */
  readonly lines: readonly Record<string, unknown>[];
  stop(): Promise<void>;
}

/** Tests send as fast as they can, on machines that do other things beside. */
const unlimited = {
  requestsPerSecond: 0,
  tenantRequestsPerSecond: 0,
  readMibPerSecond: 0,
  // On a busy machine fifty reads at once may wait longer for memory than a client is kept waiting.
  readMibHeld: 10_000,
  failedLookupsPerMinute: 0,
  failedLoginsPerMinute: 0,
  calendarReadsPerMinute: 0,
  docsPerMinute: 0,
  consolePerMinute: 0,
  loopDelayMsMax: 0,
  // Nor does it cut off a client whose machine is busy for longer than a slow client may take.
  headersMs: 120_000,
  requestMs: 240_000,
  readBytesPerSecondMin: 1,
};

type Settings = Pick<
  GatewayOptions,
  "addressHashKey" | "corsOrigins" | "hasDocs" | "publicUrl" | "securityContact"
>;

/** Starts services, a gateway on a free port and a client of it. Stop it in afterAll. */
export async function testGateway(
  testFileUrl: string,
  options: Partial<PlatformOptions> = {},
  {
    addressHashKey,
    corsOrigins,
    hasDocs,
    publicUrl,
    securityContact,
    ...limits
  }: Partial<Limits> & Settings = {},
): Promise<TestGateway> {
  const before = await countEntered();
  const platform = await testPlatform(testFileUrl, options);
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): number => lines.push(JSON.parse(line) as Record<string, unknown>);
  const gateway: Gateway = await startGateway({
    broker: platform.broker,
    port: 0,
    host: "127.0.0.1",
    log: createLog("info", { write: (line) => void write(line) }),
    lacks: () => platform.lacks(),
    addressHashKey,
    corsOrigins,
    hasDocs,
    publicUrl,
    securityContact,
    limits: { ...unlimited, ...limits },
    deadlineMs: testDeadlines,
  });
  const client = clientOf({
    url: gateway.url,
    platform,
    hasCatalog: options.services?.includes("catalog") ?? true,
    lastFault: () => lines.filter(({ err }) => err).at(-1),
  });
  return {
    ...client,
    platform,
    readiness: () => gateway.readiness(),
    drain: () => gateway.drain(),
    lines,
    async stop() {
      await noteEntered(before);
      await gateway.stop();
      await platform.stop();
    },
  };
}
