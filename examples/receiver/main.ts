/**
 * `npm run receiver`: subscribes to the bookings of a running server and shows each as it arrives.
 * SLIPWAY_URL and SLIPWAY_DATA_DIR say where the server is, RECEIVER_PORT (4000) where this listens.
 * With RECEIVER_FILE it keeps what it has received; with RECEIVER_SECRET it subscribes to nothing.
 */
import { connect, keyOf } from "../connect.ts";
import { type Taken, type Update, openInbox } from "./inbox.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { type Subscription, adviceFor, subscribe } from "./subscribe.ts";

const {
  SLIPWAY_URL: url = `http://127.0.0.1:${process.env["PORT"] ?? 3000}`,
  SLIPWAY_DATA_DIR: directory = ".slipway",
  SLIPWAY_KEY: key,
  RECEIVER_PORT: port = "4000",
  RECEIVER_FILE: file,
} = process.env;
let secret = process.env["RECEIVER_SECRET"];

try {
  await run();
} catch (error) {
  console.error(`The receiver stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const receiver = await startReceiver({
    port: Number(port),
    secret: () => secret,
    inbox: openInbox(file),
    heard: show,
  });
  console.log(`Listening at ${receiver.url}`);
  const subscription = secret === undefined ? await subscribeTo(receiver) : undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void leave(receiver, subscription));
}

async function subscribeTo(receiver: Receiver): Promise<Subscription> {
  const api = connect(url, key ?? (await keyOf(directory)));
  const subscription = await subscribe(api, receiver.url, (shown) => (secret = shown));
  if (subscription.trouble === null) console.log(`Subscribed to bookings at ${url}`);
  else console.log(adviceFor(subscription.trouble));
  return subscription;
}

async function leave(receiver: Receiver, subscription: Subscription | undefined): Promise<void> {
  await subscription?.end();
  await receiver.close();
}

function show(
  { bookingId, action, status, previousStatus, updatedAt, test }: Update,
  taken: Taken,
) {
  const change = previousStatus === null ? status : `${previousStatus} -> ${status}`;
  const what = test ? "a test" : `${bookingId} ${action}: ${change}`;
  const remark = { new: "", repeat: " (again: dropped)", older: " (older than what is known)" };
  console.log(`${updatedAt}  ${what}${remark[taken]}`);
}
