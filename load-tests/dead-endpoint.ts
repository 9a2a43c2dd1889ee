/**
 * `npm run bench:webhooks`: a receiver that takes connections and never answers has 10 000 deliveries
 * waiting; how long after a booking does another subscription hear of it? Fails from a second on (p95
 * of first attempts). `-- --queued N --bookings N` make it smaller.
 */
import { parseArgs } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { type Sold, makeOptionOnBoat } from "@slipway/dev/shop";
import { connect } from "../examples/connect.ts";
import { type OwnServer, onOwnServer } from "./own-server.ts";
import { bodyOfSale, dayAhead, inTurn } from "./shop.ts";
import { silentEndpoint } from "./silent-endpoint.ts";
import { percentile } from "./virtual-users.ts";
import { receiveWebhooks } from "./webhook-receiver.ts";

const { values } = parseArgs({
  options: {
    queued: { type: "string", default: "10000" },
    bookings: { type: "string", default: "500" },
  },
});
const queued = Number(values.queued);
const bookings = Number(values.bookings);
const p95MsMax = 1_000;
/** Bookings a second beside which the times are taken. */
const perSecond = 25;

await onOwnServer({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, measure);

async function measure(server: OwnServer): Promise<void> {
  const api = connect(server.url, server.key);
  const option = await makeOptionOnBoat(api, { startTimes: ["08:00"], seats: queued + bookings });
  const silent = await api.webhooks.createSubscription({ url: await silentEndpoint() });
  console.log(`Making ${queued} bookings for a receiver that never answers ...`);
  await inTurn(queued, 32, () => api.bookings.create(bodyOf(option)));
  const pending = { status: "PENDING", limit: 100 } as const;
  const { items } = await api.webhooks.listDeliveries(silent.id, pending);
  console.log(`${items.length} of its first hundred deliveries wait`);

  const receiver = await receiveWebhooks(api);
  for (let made = 0; made < bookings; made++) {
    const next = pause(1_000 / perSecond);
    await Promise.all([api.bookings.create(bodyOf(option)), next]);
  }
  await receiver.until(() => receiver.tookMs.length >= bookings, 30_000);
  await receiver.close();
  report(receiver.tookMs);
}

function report(tookMs: readonly number[]): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(tookMs, share));
  console.log(
    `${tookMs.length} of ${bookings} bookings heard of beside it, after p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`,
  );
  if (tookMs.length >= bookings && (p95 ?? Infinity) < p95MsMax) return;
  console.log(`It must hear of all, p95 within ${p95MsMax} ms`);
  process.exitCode = 1;
}

function bodyOf(option: Sold) {
  return bodyOfSale(option, `${dayAhead(30)}T08:00:00.000Z`);
}
