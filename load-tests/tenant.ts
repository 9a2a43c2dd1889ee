/**
 * `npm run check:tenant`: a tenant of 50 000 bookings is exported, its export compared with the database record by record,
 * and deleted. Then nothing of it may be left, and another tenant's records must be as they were. Prints figures for
 * docs/data.md. `-- --bookings N` makes it smaller.
 */
import assert from "node:assert";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commanded, makeTenant } from "@slipway/dev/server-process";
import { connect } from "../examples/connect.ts";
import type { Sold } from "@slipway/dev/shop";
import { bodyOfSale, dayAhead, inTurn, makeShop } from "./shop.ts";
import { type OwnServer, onOwnServer } from "./own-server.ts";
import { compareExport, recordsOf } from "./year/compare-export.ts";
import { copyDays, untilDelivered } from "./year/copy-days.ts";

const { values } = parseArgs({ options: { bookings: { type: "string", default: "50000" } } });
const ofDay = 200;
const days = Math.max(1, Math.round(Number(values.bookings) / ofDay));
const plan = { suppliers: 1, optionsOfEach: 2, startTimes: ["08:00", "13:00"], seats: 500 };
const soldDate = dayAhead(2);

await onOwnServer({}, check);

async function check(server: OwnServer): Promise<void> {
  const { directory, folder, client, databasePrefix: prefix, url } = server;
  const big = (await connect(url, server.key).me.get()).tenant.id;
  await sell(server, ofDay);
  await copyDays(client, prefix, { days: days - 1, date: soldDate });
  const { tenantId: other, key } = await makeTenant(directory, "Other");
  await sell({ ...server, key }, 20);

  const file = join(folder, "export.jsonl.gz");
  const exporting = ["tenant", "export", "--tenant", big, "--file", file];
  const exported = await timed(() =>
    commanded<{ records: number; bytes: number }>(directory, exporting),
  );
  const compared = await compareExport(client, prefix, { tenantId: big, file });
  const { records } = exported.answer;
  assert.equal(compared.records, records, "the export says how many records it has");
  assert.equal(compared.bookings, days * ofDay, "each booking is in the export");

  const untouched = await recordsOf(client, prefix, other);
  const deleting = ["tenant", "delete", "--tenant", big, "--yes", compared.name];
  const removed = await timed(() => commanded<object>(directory, deleting));
  const left = await recordsOf(client, prefix, big);
  assert.deepEqual(Object.keys(left), ["audit.audit_logs"], "the log's entry alone is left");
  assert.equal(left["audit.audit_logs"]?.count, 1, "one entry is left, of the deletion");
  const kept = await recordsOf(client, prefix, other);
  assert.deepEqual(kept, untouched, "the other tenant's are there");
  const megabytes = Math.round(exported.answer.bytes / 1e5) / 10;
  const figures = { ...compared, megabytes, exportSeconds: exported.seconds };
  const deleted = { deleteSeconds: removed.seconds, deleted: removed.answer };
  console.log(JSON.stringify({ ...figures, ...deleted }));
}

/** Waits until every event is delivered, so that no record changes any more. */
async function sell(server: OwnServer, count: number): Promise<void> {
  const api = connect(server.url, server.key);
  const options = await makeShop(server, plan);
  await inTurn(count, 4, (number) => {
    const option = options[number % options.length] as Sold;
    const startAt = `${soldDate}T${plan.startTimes[number % 2]}:00Z`;
    const customer = { emailAddress: `m${number}@example.com` };
    const more = { customer, idempotencyKey: `sale-${number}` };
    return api.bookings.create(bodyOfSale(option, startAt, more));
  });
  await untilDelivered(server);
}

async function timed<Answer>(
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; seconds: number }> {
  const began = performance.now();
  const answer = await work();
  return { answer, seconds: Math.round((performance.now() - began) / 100) / 10 };
}
