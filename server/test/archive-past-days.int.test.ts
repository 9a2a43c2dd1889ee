/** Sold days of the past, archived by all services together: doctor is clean before, after, and after a crash at each step. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { aFerry } from "@slipway/dev/testing-ferry";
import { testPlatform } from "@slipway/dev/testing";
import { archiveEnded } from "../src/cli/archive-bookings.ts";
import { archivePart } from "../src/cli/archive-part.ts";
import { runCommand } from "../src/cli/run-command.ts";
import type { Send } from "../src/cli/export-tenant.ts";

let folder: string;
let aheadMs = 0;
const dayMs = 86_400_000;

const platform = forThisFile(async () => {
  const settings = { BOOKINGS_KEEP_DAYS: "60", CLAIM_SWEEP_SECONDS: "0.2" };
  const clock = () => Date.now() + aheadMs;
  return testPlatform(import.meta.url, { settings, clock });
});
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "slipway-archive-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** An option with a boat of twelve places, daily at eight. */
async function aShop() {
  const tenantId = await platform.aTenant();
  const as = platform.as(tenantId);
  const { optionId, unitId } = await aFerry(as, 12, { durationMinutes: 90 });
  // Each call has a deadline of its own: the whole takes longer than one.
  const staff = () => {
    const request = platform.as(tenantId);
    return { ...request, caller: { ...request.caller, actorType: "USER" as const } };
  };
  return {
    staff,
    /** Days from the first day on. */
    book: (day: number, more: object = {}) =>
      call(staff(), bookings.createBooking, {
        optionId,
        startAt: `${new Date(firstDay + day * dayMs).toISOString().slice(0, 10)}T08:00:00.000Z`,
        unitItems: [{ unitId, quantity: 2 }],
        ...more,
      }),
  };
}
const firstDay = Date.now() + 2 * dayMs;

const doctor = () => runCommand(platform.broker, { command: "doctor", flags: {} });

/** How many records of each kind the files have, each counted once. */
function filed(): string[] {
  const lines = readdirSync(folder).flatMap((file) =>
    gunzipSync(readFileSync(join(folder, file)))
      .toString()
      .trimEnd()
      .split("\n"),
  );
  const records = lines.map(
    (line) => JSON.parse(line) as { collection?: string; record?: { _id: string } },
  );
  return ["bookings", "ledgers", "claims"].map((kind) => {
    const ids = records.flatMap(({ collection, record }) =>
      collection === kind ? (record?._id ?? []) : [],
    );
    return `${new Set(ids).size} ${kind}`;
  });
}

/** A command that is killed after so many calls; its lease has ended by the time of the next one. */
function sendAtMost(calls: number): Send {
  let left = calls;
  return async ({ flags }) => {
    if (flags["end"] === undefined && left-- === 0) throw new Error("killed");
    return { ok: true, record: await archivePart(platform.broker, flags), isClean: true };
  };
}

it("leaves doctor clean and other days as they are, whatever step a run is killed at", async () => {
  const { staff, book } = await aShop();
  const sold = [await book(0), await book(0), await book(1)];
  const cancelled = await book(1);
  await call(staff(), bookings.cancelBooking, {
    id: cancelled.booking.id,
    force: true,
    reason: "ill",
  });
  await book(70);
  await platform.settle();
  expect(await doctor()).toMatchObject({ isClean: true });
  aheadMs = 65 * dayMs;

  // The claim of the cancelled booking goes by the sweep. Sweeps bring the last steps of a ledger into its claims' records; until then it stays open.
  for (let calls = 1, isDone = false; !isDone; calls++) {
    const answer = await archiveEnded(sendAtMost(calls), folder).catch((error: Error) => error);
    expect(await doctor()).toMatchObject({ isClean: true });
    await platform.settle();
    isDone = !(answer instanceof Error) && filed().join() === "4 bookings,2 ledgers,3 claims";
  }

  const { items } = await call(staff(), bookings.listBookings, {});
  expect(items).toHaveLength(1);
  const again = { backdated: true };
  for (const [day, code] of [
    [0, "ARCHIVED"],
    [2, undefined],
  ] as const)
    expect(
      await book(day, again).then(
        () => undefined,
        ({ type }: { type: string }) => type,
      ),
    ).toBe(code);
  for (const { booking } of sold)
    await expect(call(staff(), bookings.getBooking, { id: booking.id })).rejects.toMatchObject({
      type: "NOT_FOUND",
    });
  await platform.settle();
  expect(await doctor()).toMatchObject({ isClean: true });
});
