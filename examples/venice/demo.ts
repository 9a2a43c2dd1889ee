/**
 * Loads a Venetian operator into a running server, shows a month of departures, makes a hundred
 * bookings, hears of each as a receiver of webhooks does, and sums up. Two of them are a family's order.
 * Then a reseller sells over OCTO, and the first parties of a day are checked in.
 * `npm run demo`; SLIPWAY_URL and SLIPWAY_DATA_DIR say where the server is.
 */
import { startReceiver } from "../receiver/receiver.ts";
import { type Subscription, adviceFor, subscribe } from "../receiver/subscribe.ts";
import type { AvailabilityEntry, Booking, Slipway } from "@slipway/client";
import { connect, credentialsFile, firstCredentials, keyOf } from "../connect.ts";
import { freePlaces, monthCalendar } from "@slipway/server/month-calendar";
import { checkIn, sellToFamily } from "./family-order.ts";
import { type Operator, loadOperator } from "./load-operator.ts";
import { fillBoat, makeBookings } from "./make-bookings.ts";
import { sellByReseller, resellerCode } from "./sell-by-reseller.ts";

const month = 6;
const currencySigns: Record<string, string> = { EUR: "€" };

const url = process.env["SLIPWAY_URL"] ?? `http://127.0.0.1:${process.env["PORT"] ?? 3000}`;
const directory = process.env["SLIPWAY_DATA_DIR"] ?? ".slipway";

try {
  await demo(connect(url, process.env["SLIPWAY_KEY"] ?? (await keyOf(directory))));
} catch (error) {
  console.error(`The demo stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function demo(slipway: Slipway): Promise<void> {
  const startedAt = performance.now();
  const year = nextJune(new Date());
  console.log(`Loading the operator into ${url}`);
  const operator = await loadOperator(slipway, year, (line) => console.log(line));
  const departures = await departuresOf(slipway, operator, year);
  for (const option of operator.options)
    console.log(
      `\n${monthCalendar(
        { title: option.productName, year, month },
        departures.get(option.id) ?? [],
      )}`,
    );
  const hearing = await hear(slipway);
  console.log("\nMaking a hundred bookings ...");
  let made = 0;
  const booked = (): void => {
    if (++made % 25 === 0) console.log(`  ${made}`);
  };
  // The day of the hull inspection: a closed afternoon, and a full boat in the evening.
  const showDay = `${year}-06-16`;
  const label = `venice-demo-${year}`;
  const making = { slipway, operator, departures, showDay, label, booked };
  await makeBookings(making);
  const order = await sellToFamily(making);
  if (order)
    console.log(`A family's order of a boat and a ferry: ${order.reference}, ${order.status}`);
  await fillBoat(making);
  const { supplierId } = operator;
  const found = await slipway.bookings.list({ supplierId });
  // The reseller's are of an earlier run.
  const bookings = found.filter(({ source }) => source !== resellerCode);
  const left = await departuresOf(slipway, operator, year);
  await hearing.end();
  summarise(bookings, left, performance.now() - startedAt);
  const days = { from: showDay, to: `${year}-0${month}-30` };
  await sellByReseller({ slipway, url, supplierId, days });
  const here = await checkIn({ slipway, supplierId, day: showDay });
  console.log(`\nChecked in at the pier: ${here.length} parties`);
  console.log(`\nLook at it here: ${url}/console/day/${showDay}`);
  console.log(await logInFor((await slipway.me.get()).tenant.id));
}

/** Subscribes a receiver in this process, and says in the end what it received. */
async function hear(slipway: Slipway): Promise<{ end(): Promise<void> }> {
  let secret: string | undefined;
  const heard: string[] = [];
  const receiver = await startReceiver({
    secret: () => secret,
    heard({ bookingId, action, status, test }, taken) {
      if (!test && taken !== "repeat") heard.push(`${bookingId} ${action}, now ${status}`);
    },
  });
  const subscription = await subscribe(slipway, receiver.url, (shown) => (secret = shown));
  if (subscription.trouble !== null) console.log(`\n${adviceFor(subscription.trouble)}`);
  return {
    async end() {
      if (subscription.trouble === null) await untilDelivered(slipway, subscription);
      await subscription.end();
      await receiver.close();
      const last = heard.length === 0 ? "" : `, the last: ${heard.at(-1)}`;
      console.log(`\nA receiver of webhooks was notified of ${heard.length} changes${last}`);
    },
  };
}

async function untilDelivered({ webhooks }: Slipway, { id }: Subscription): Promise<void> {
  const until = performance.now() + 5_000;
  // A change is delivered some milliseconds after it is answered.
  await pause(500);
  while (performance.now() < until) {
    const { items } = await webhooks.listDeliveries(id, { status: "PENDING", limit: 1 });
    if (items.length === 0) return;
    await pause(100);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}

/** The year of the first June that is at least a week away: every season of the example runs then. */
function nextJune(now: Date): number {
  const year = now.getUTCFullYear();
  return Date.UTC(year, month - 1, 1) - now.getTime() > 7 * 86_400_000 ? year : year + 1;
}

async function departuresOf(
  { availability }: Slipway,
  operator: Operator,
  year: number,
): Promise<Map<string, readonly AvailabilityEntry[]>> {
  // Summer time in Venice, so the month begins at 22:00 UTC of the day before.
  const from = `${year}-0${month}-01T00:00:00+02:00`;
  const to = `${year}-0${month}-30T23:59:59+02:00`;
  const found = new Map<string, readonly AvailabilityEntry[]>();
  for (const { id } of operator.options)
    found.set(id, await availability.list({ optionId: id, from, to }));
  return found;
}

function summarise(
  bookings: readonly Booking[],
  departures: ReadonlyMap<string, readonly AvailabilityEntry[]>,
  tookMs: number,
): void {
  const byStatus = Map.groupBy(bookings, ({ status }) => status);
  console.log("\nBookings by status");
  for (const status of [...byStatus.keys()].toSorted((a, b) => (a < b ? -1 : 1)))
    console.log(`  ${status.padEnd(12)}${String(byStatus.get(status)?.length).padStart(6)}`);
  console.log(`  ${"all".padEnd(12)}${String(bookings.length).padStart(6)}`);
  const left = [...departures.values()].flat().reduce((sum, each) => sum + freePlaces(each), 0);
  console.log(`Places left in the month: ${left}`);
  console.log(`Revenue of confirmed bookings: ${revenue(byStatus.get("CONFIRMED") ?? [])}`);
  console.log(`Took ${(tookMs / 1_000).toFixed(1)} s`);
}

/** Who may look at this tenant's console. The user of the server's first start sees the first tenant alone. */
async function logInFor(tenantId: string): Promise<string> {
  const first = await firstCredentials(directory);
  if (first?.tenantId === tenantId)
    return `Log in as ${first.email}. The password is in ${credentialsFile(directory)}.`;
  const make = `npm run -s slipway -- user create --tenant ${tenantId} --email you@example.com`;
  return `Log in as a user of ${tenantId}. This makes one, and reads the password from its input:\n  ${make}`;
}

function revenue(bookings: readonly Booking[]): string {
  const total = bookings.reduce((sum, each) => sum + (each.pricingSnapshot?.retail ?? 0), 0);
  const { currency = "EUR", currencyPrecision = 2 } = bookings[0]?.pricingSnapshot ?? {};
  const sign = currencySigns[currency] ?? currency;
  return `${sign} ${(total / 10 ** currencyPrecision).toFixed(currencyPrecision)}`;
}
