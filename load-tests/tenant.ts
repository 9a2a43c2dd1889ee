/**
 * `npm run check:tenant`: a tenant of 50 000 bookings is exported, its export compared with the database record by record,
 * and deleted. Then nothing of it may be left, and another tenant's records must be as they were. Prints figures for
 * docs/data.md. `-- --bookings N` makes it smaller.
 */
import assert from "node:assert";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { commanded, makeTenant } from "@slipway/dev/server-process";
import { connect } from "../examples/connect.ts";
import { startSlipway } from "./contenders.ts";
import type { Sold } from "@slipway/dev/shop";
import { dayAhead, makeShop } from "./shop.ts";
import { openBenchSetup } from "./bench-setup.ts";
import { compareExport, recordsOf } from "./year/compare-export.ts";
import { copyDays } from "./year/copy-days.ts";

const { values } = parseArgs({ options: { bookings: { type: "string", default: "50000" } } });
const ofDay = 200;
const days = Math.max(1, Math.round(Number(values.bookings) / ofDay));
const plan = { suppliers: 1, optionsOfEach: 2, startTimes: ["08:00", "13:00"], seats: 500 };
const soldDate = dayAhead(2);

const setup = await openBenchSetup();
const { directory, engine, client } = setup;
const data = join(directory, "slipway");
const server = await setup.started(startSlipway(engine.uri, data));
const prefix = server.databasePrefix;
try {
  const big = await tenantOf(server.key);
  await sell(server.key, ofDay);
  await copyDays(client, prefix, { days: days - 1, date: soldDate });
  const { tenantId: other, key } = await makeTenant(data, "Other");
  await sell(key, 20);

  const file = join(directory, "export.jsonl.gz");
  const exporting = ["tenant", "export", "--tenant", big, "--file", file];
  const exported = await timed(() =>
    commanded<{ records: number; bytes: number }>(data, exporting),
  );
  const compared = await compareExport(client, prefix, { tenantId: big, file });
  assert.equal(
    compared.records,
    exported.answer.records,
    "the export says how many records it has",
  );
  assert.equal(compared.bookings, days * ofDay, "each booking is in the export");

  const untouched = await recordsOf(client, prefix, other);
  const removed = await timed(() =>
    commanded<object>(data, ["tenant", "delete", "--tenant", big, "--yes", compared.name]),
  );
  const left = await recordsOf(client, prefix, big);
  assert.deepEqual(Object.keys(left), ["audit.audit_logs"], "the log's entry alone is left");
  assert.equal(left["audit.audit_logs"]?.count, 1, "one entry is left, of the deletion");
  assert.deepEqual(
    await recordsOf(client, prefix, other),
    untouched,
    "the other tenant's are there",
  );
  const megabytes = Math.round(exported.answer.bytes / 1e5) / 10;
  const figures = { ...compared, megabytes, exportSeconds: exported.seconds };
  console.log(
    JSON.stringify({ ...figures, deleteSeconds: removed.seconds, deleted: removed.answer }),
  );
} finally {
  await setup.close();
}

async function tenantOf(key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${server.urls[0]}/api/v1/me`, { headers });
  return ((await answer.json()) as { tenant: { id: string } }).tenant.id;
}

/** Waits until every event is delivered, so that no record changes any more. */
async function sell(key: string, count: number): Promise<void> {
  const api = connect(server.urls[0] ?? "", key);
  const options = await makeShop({ urls: server.urls, key }, plan);
  for (let sold = 0; sold < count; sold++) {
    const { optionId, unitId } = options[sold % options.length] as Sold;
    const startAt = `${soldDate}T${plan.startTimes[sold % 2]}:00Z`;
    const customer = { emailAddress: `m${sold}@example.com` };
    const unitItems = [{ unitId, quantity: 1 }];
    const idempotencyKey = `sale-${sold}`;
    await api.bookings.create({ optionId, startAt, unitItems, customer, idempotencyKey });
  }
  // A ledger's log is copied once the ledger rests: that changes it, too.
  const pending = { $or: [{ "outbox.0": { $exists: true } }, { hasLog: true }] };
  for (const [service, name] of [
    ["bookings", "bookings"],
    ["resources-capacity", "ledgers"],
    ["catalog", "options"],
    ["auth", "api_keys"],
  ] as const)
    while ((await client.db(`${prefix}-${service}`).collection(name).countDocuments(pending)) > 0)
      await pause(100);
}

async function timed<Answer>(
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; seconds: number }> {
  const began = performance.now();
  const answer = await work();
  return { answer, seconds: Math.round((performance.now() - began) / 100) / 10 };
}
