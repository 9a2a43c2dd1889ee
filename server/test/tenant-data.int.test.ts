/** A tenant with records in every service: exported into a file, deleted, and gone; another one stays. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Via, call } from "@slipway/broker";
import {
  auth,
  bookings,
  calendarFeeds,
  channelSubscriptions,
  sync,
  tenantData,
  webhooks,
} from "@slipway/contracts";
import { aFerry } from "@slipway/dev/testing-ferry";
import { sharedPlatform } from "@slipway/dev/testing-platform";
import { archiveEnded } from "../src/cli/archive-bookings.ts";
import type { Send } from "../src/cli/export-tenant.ts";
import { deleteTenant } from "../src/cli/delete-tenant.ts";
import { exportPart, exportTenant } from "../src/cli/export-tenant.ts";

let broker: Via;
let folder: string;
const services = Object.values(tenantData.ofServices);
const name = "Venice Lines";

const platform = forThisFile(() => sharedPlatform());
beforeAll(async () => {
  broker = platform.as("-").via;
  folder = mkdtempSync(join(tmpdir(), "slipway-export-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** With a record of each service at least. */
async function aTenant(): Promise<string> {
  const tenantId = await platform.aTenant();
  const as = platform.as(tenantId);
  await call(as, auth.createTenant, { name });
  await call(as, auth.issueApiKey, { name: "Till", scopes: ["*"] });
  const email = `${tenantId}@example.com`;
  await call(as, auth.createUser, { email, name: "Ada", password: "correct horse battery" });
  const { supplierId, optionId, unitId } = await aFerry(as, 12, { durationMinutes: 90 });
  const endpointUrl = "https://hooks.example.com/slipway";
  await call(as, webhooks.createSubscription, { url: endpointUrl });
  const lagoon = { code: "lagoon", name: "Lagoon Tickets" };
  const { id: channelConnectionId } = await call(as, sync.createChannel, lagoon);
  await call(as, calendarFeeds.createCalendarFeed, { name: "Guides", withNames: true });
  await call(as, bookings.createBooking, {
    optionId,
    startAt: "2031-07-01T08:00:00.000Z",
    unitItems: [{ unitId, quantity: 2 }],
    customer: { name: "Ilaria" },
  });
  await platform.settle();
  // Last: what was done before is no notification, which a job would remove while the test counts.
  const restrictions = { supplierId, overrides: false };
  const ofChannel = { ...as.caller, channel: { channelConnectionId }, restrictions };
  await call({ ...as, caller: ofChannel }, channelSubscriptions.createChannelSubscription, {
    url: endpointUrl,
    notificationTypes: ["BOOKING_UPDATE"],
    headers: { "X-Till": "north" },
  });
  await platform.settle();
  return tenantId;
}

/** Every line that services have of it. */
async function linesOf(tenantId: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { exportRecords } of services) {
    let page: string | undefined;
    do {
      const asked = page === undefined ? {} : { page };
      const part = await call(platform.as(tenantId), exportRecords, asked);
      lines.push(...part.items);
      page = part.next ?? undefined;
    } while (page !== undefined);
  }
  return lines;
}

describe("a tenant", () => {
  it("is exported whole, without secrets", async () => {
    const tenantId = await aTenant();
    const file = join(folder, "tenant.jsonl.gz");
    const refusing = async () => Promise.resolve({ ok: false as const, sentence: "No." });
    await expect(exportTenant(refusing, { tenant: tenantId, file })).rejects.toThrow("No.");
    expect(readdirSync(folder)).toEqual([]);
    const send = async ({ flags }: { flags: Readonly<Record<string, string>> }) => ({
      ok: true as const,
      record: await exportPart(broker, flags["tenant"] ?? "", flags["page"]),
      isClean: true,
    });
    const answer = await exportTenant(send, { tenant: tenantId, file });
    const text = gunzipSync(readFileSync(file)).toString();
    const lines = text.trimEnd().split("\n");
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed[0]).toMatchObject({ tenant: { id: tenantId, name } });
    const records = lines.length - 2;
    expect(parsed.at(-1)).toEqual({ end: true, records });
    expect(answer).toMatchObject({ ok: true, record: { file, records } });
    const found = new Set(parsed.slice(1, -1).map(({ service }) => service));
    expect(found).toEqual(new Set(services.map(({ service }) => service)));
    expect(text).toContain("Ilaria");
    expect(text).not.toMatch(
      /passwordHash|secondFactor"|pendingFactor|secretHash|tokenHash|"secrets?":|"headers":/,
    );
    expect(text).toContain('"headerNames":["X-Till"]');
    expect(lines.slice(1, -1).every((line) => line.includes(tenantId))).toBe(true);
  });

  it("is deleted by its name alone, also after an interruption, and leaves others", async () => {
    const other = await aTenant();
    const before = (await linesOf(other)).length;
    const tenantId = await aTenant();
    const isWrong = await deleteTenant(broker, tenantId, "Another", 0);
    expect(isWrong).toMatchObject({ ok: false });
    let left = 12;
    const breaking: Via = {
      call(action, input, options) {
        if (left-- === 0) throw new Error("the command was killed");
        return broker.call(action, input, options);
      },
    };
    await expect(deleteTenant(breaking, tenantId, name, 0)).rejects.toThrow("killed");
    const answer = await deleteTenant(broker, tenantId, name, 0);
    expect(answer).toMatchObject({
      ok: true,
      record: { name, deleted: { catalog: { options: 1 } } },
    });
    await platform.settle();
    const kept = (await linesOf(tenantId)).map((line) => JSON.parse(line) as object);
    expect(kept).toEqual([
      expect.objectContaining({
        collection: "audit_logs",
        record: expect.objectContaining({ action: "tenant.delete", entityId: tenantId }),
      }),
    ]);
    await expect(deleteTenant(broker, tenantId, name, 0)).rejects.toMatchObject({
      type: "NOT_FOUND",
    });
    expect(await linesOf(other)).toHaveLength(before);
  });
});

describe("an archive of bookings", () => {
  interface Row {
    readonly line: string;
    readonly version: { tenantId: string; id: string; revision: number; commit: null };
  }
  const rowOf = (id: string): Row => ({
    line: `{"collection":"bookings","record":{"_id":"${id}"}}`,
    version: { tenantId: "ten", id, revision: 1, commit: null },
  });
  let pending = 0;
  /** Answers what is left in two pages; each removal first looks at the files. */
  function archiveOf(kept: Map<string, Row>, beforeRemoval: () => void): Send {
    return async ({ flags: { page, versions } }) => {
      if (versions !== undefined) {
        beforeRemoval();
        const gone = (JSON.parse(versions) as Row["version"][]).filter(({ id }) => kept.delete(id));
        // The first removal leaves more events than a run goes on with, and each look some fewer.
        pending = gone.length > 0 ? 2_002 : pending - 1;
        return { ok: true, record: { archived: gone.length, pending }, isClean: true };
      }
      const rows = [...kept.values()].filter(
        ({ version }) => page === undefined || version.id > page,
      );
      const items = rows.slice(0, 2);
      const next = rows.length > 2 ? (items.at(-1)?.version.id ?? null) : null;
      return { ok: true, record: { keepDays: 60, items, next }, isClean: true };
    };
  }
  const idsIn = (file: string): string[] => {
    const lines = gunzipSync(readFileSync(join(folder, file)))
      .toString()
      .trimEnd()
      .split("\n");
    const parsed = lines.map((line) => JSON.parse(line) as { record?: { _id: string } });
    expect(parsed.at(-1)).toEqual({ end: true, records: lines.length - 2 });
    return parsed.flatMap(({ record }) => record?._id ?? []);
  };
  const filesNow = (): string[] =>
    readdirSync(folder).filter((file) => file.startsWith("bookings-"));

  it("is a whole file before the first removal, and a run after a crash loses nothing", async () => {
    const kept = new Map(["a", "b", "c"].map((id) => [id, rowOf(id)]));
    const crashing = archiveOf(kept, () => {
      throw new Error("killed");
    });
    await expect(archiveEnded(crashing, folder)).rejects.toThrow("killed");
    const [first = ""] = filesNow();
    expect(idsIn(first)).toEqual(["a", "b", "c"]);
    kept.delete("a");
    const again = await archiveEnded(
      archiveOf(kept, () => expect(filesNow()).toHaveLength(2)),
      folder,
    );
    expect(again).toMatchObject({
      ok: true,
      record: { keepDays: 60, archived: { bookings: 2, ledgers: 0, claims: 0 } },
    });
    expect(kept.size).toBe(0);
    // Two looks until 2 000 are left, and the end of the run.
    expect(pending).toBe(1_999);
    const [second = ""] = filesNow().filter((file) => file !== first);
    expect(idsIn(second)).toEqual(["b", "c"]);
    const none = await archiveEnded(
      archiveOf(kept, () => undefined),
      folder,
    );
    expect(none).toMatchObject({ record: { archived: { bookings: 0 }, files: [] } });
    const keepingAll: Send = async () =>
      Promise.resolve({ ok: true, record: { keepDays: 0, items: [], next: null }, isClean: true });
    expect(await archiveEnded(keepingAll, folder)).toMatchObject({ ok: false });
    expect(filesNow()).toHaveLength(2);
  });
});
