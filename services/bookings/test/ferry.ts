import { beforeEach, expect } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import { bookings, resourcesCapacity } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { forThisFile } from "@slipway/dev/testing-file";

export const startAt = "2031-07-01T08:00:00.000Z";

/** The services that a sale touches, with the settings and the clock of one test file. */
export function ferryPlatform(
  testFileUrl: string,
  options: Pick<NonNullable<Parameters<typeof testPlatform>[1]>, "settings" | "clock">,
): Promise<TestPlatform> {
  return testPlatform(testFileUrl, {
    services: [
      "catalog",
      "availability",
      "resources-capacity",
      "bookings",
      "webhooks",
      "sync",
      "audit",
    ],
    ...options,
  });
}

interface FerryWorld {
  readonly platform: TestPlatform;
  /** The services' clock, in milliseconds; each test begins at `start`. */
  readonly clock: { now: number };
  readonly start: number;
  /** A request of the test's own tenant. */
  as(): Request;
  /** Doctor finds nothing in places and bookings. */
  expectSound(): Promise<void>;
}

/** The services for the tests of a file, with a clock that they move and quick sweeps; each test has a tenant of its own. */
export function ferryWorld(testFileUrl: string): FerryWorld {
  const start = Date.parse("2031-06-01T10:00:00.000Z");
  const clock = { now: start };
  const settings = { HOLD_SWEEP_SECONDS: "0.05", CLAIM_SWEEP_SECONDS: "0.05" };
  const platform = forThisFile(() =>
    ferryPlatform(testFileUrl, { settings, clock: () => clock.now }),
  );
  let tenantId: string;
  beforeEach(async () => {
    clock.now = start;
    tenantId = await platform.aTenant();
  });
  const as = () => platform.as(tenantId);
  async function expectSound(): Promise<void> {
    await platform.settle();
    expect((await call(as(), resourcesCapacity.examineCapacity, {})).findings).toEqual([]);
    expect((await call(as(), bookings.examineBookings, {})).findings).toEqual([]);
  }
  return { platform, clock, start, as, expectSound };
}
