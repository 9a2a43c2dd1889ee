/**
 * The process of a run's shared platform (`@slipway/dev/testing-platform`). It has a gateway, and all services on brokers of
 * their own. By an HTTP server beside the gateway, tests call services directly and wait until all events are delivered.
 * Argument: the test file after which its databases are named. Tells where it listens as its parent's message, and ends with its parent.
 */
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { shortTimes } from "@slipway/dev/testing-platform";
import { noteEntered } from "./entered.ts";
import { testGateway } from "./testing.ts";

const [, , testFile = ""] = process.argv;
/** On a busy machine the driver hears late from a database that is well. */
const patientDatabase = {
  MONGODB_SELECTION_TIMEOUT_MS: "4000",
  MONGODB_SOCKET_TIMEOUT_MS: "60000",
};

// A broker for each service, so that messages between services are serialised.
const gateway = await testGateway(pathToFileURL(testFile).href, {
  brokers: "each",
  settings: { ...shortTimes, ...patientDatabase },
});

/** Longer than any file needs by itself: then what other files write keeps it. */
const settleMsUsual = 10_000;

async function settle(): Promise<void> {
  const startedAt = performance.now();
  await gateway.platform.settle();
  const ms = Math.round(performance.now() - startedAt);
  if (ms > settleMsUsual) process.stdout.write(`The shared platform settled after ${ms} ms\n`);
}

interface Call {
  action: string;
  input: object;
  options: object;
}

const verbs: Record<string, (body: never) => unknown> = {
  "/call": ({ action, input, options }: Call) =>
    gateway.platform.broker.call(action, input, options),
  "/settle": settle,
  "/last-fault": () => gateway.lines.filter(({ err }) => err).at(-1),
};

// Idle connections stay: a worker that was busy for seconds would send over one that is just being closed.
const control = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  void answerTo(request).then((answer) => response.end(JSON.stringify(answer)));
}).listen(0, "127.0.0.1", () => {
  const { port } = control.address() as AddressInfo;
  process.send?.({ url: gateway.url, control: `http://127.0.0.1:${port}` });
});
process.on("disconnect", () => void noteEntered(new Map()).then(() => process.exit()));

async function answerTo(request: IncomingMessage): Promise<object> {
  try {
    const chunks = (await request.toArray()) as Buffer[];
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as never;
    return { answer: await verbs[request.url ?? ""]?.(body) };
  } catch (error) {
    const { name, message, code, type, data } = error as Error & Record<string, unknown>;
    return { error: { name, message, code, type, data } };
  }
}
