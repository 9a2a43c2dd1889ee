import { setTimeout as pause } from "node:timers/promises";
import { type Slipway, isProblem } from "@slipway/client";
import { connect } from "../../examples/connect.ts";
import { silentEndpoint } from "../silent-endpoint.ts";
import { type Answers, type Attack, keepAt, tally } from "./attack.ts";
import { type Departure, makeDeparture, saleOf } from "./records.ts";

/** The number of subscriptions that a tenant may have by default. */
const subscriptions = 50;
const bookingsPerSecond = 10;
const activationsPerSecond = 10;

/** S5: subscriptions to an endpoint that never answers, set ACTIVE again and again while bookings are made. */
export const silentWebhooks: Attack = {
  title: "S5: 50 subscriptions to a silent endpoint, set ACTIVE 10 times a second",
  async prepare({ url, key }) {
    const api = connect(url, key);
    const departure = await makeDeparture({ url, key }, 10_000);
    const endpoint = await silentEndpoint();
    const ids: string[] = [];
    for (let made = 0; made < subscriptions; made++)
      ids.push((await api.webhooks.createSubscription({ url: endpoint })).id);
    return (until) => attack({ api, departure, ids, url, key }, until);
  },
};

interface Prepared {
  readonly api: Slipway;
  readonly departure: Departure;
  readonly ids: readonly string[];
  readonly url: string;
  readonly key: string;
}

async function attack(
  { api, departure, ids, url, key }: Prepared,
  until: number,
): Promise<Answers> {
  const { answers, count } = tally();
  const sale = saleOf(departure);
  const note = async (what: string, work: Promise<number>): Promise<void> =>
    count(`${what} ${await work}`);
  let next = 0;
  await Promise.all([
    keepAt(1, until, async () => {
      await note("booking", statusOf(api.bookings.create(sale)));
      await pause(1_000 / bookingsPerSecond);
    }),
    keepAt(1, until, async () => {
      const id = ids[next++ % ids.length] ?? "";
      await note("activation", activate(`${url}/api/v1/webhooks/subscriptions/${id}`, key));
      await pause(1_000 / activationsPerSecond);
    }),
  ]);
  return answers;
}

async function activate(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(url, { method: "PATCH", headers, body: '{"status":"ACTIVE"}' });
  await response.arrayBuffer();
  return response.status;
}

function statusOf(sent: Promise<unknown>): Promise<number> {
  return sent.then(
    () => 201,
    (error: unknown) => (isProblem(error) ? error.status : 0),
  );
}
