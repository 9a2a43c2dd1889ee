import assert from "node:assert";
import { type Server, createServer } from "node:http";
import { facts } from "@slipway/contracts";
import { type ServiceBroker, on, serve } from "@slipway/broker";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { markWaiting } from "./body.ts";
import { type Credentials, createCredentials } from "./credentials.ts";
import { servesEveryRoute } from "./health.ts";
import { openApiDocument } from "./openapi.ts";

export { createLog } from "./log.ts";

export interface GatewayOptions {
  readonly broker: ServiceBroker;
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  readonly log: Logger;
  /** Whether the parts that run in this process work. */
  readonly isReady: () => boolean;
  /** Where clients find it, such as "https://book.example.com"; else each request tells. */
  readonly publicUrl?: string | undefined;
  /** How long requests may still run once the gateway is being stopped. */
  readonly drainMs?: number;
}

export interface Gateway {
  /** Without a slash at its end. */
  readonly url: string;
  /** Takes no more connections, lets running requests end, closes the rest. */
  stop(): Promise<void>;
}

/** Serves the HTTP interface over the bus; resolves when it listens. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { broker, log, isReady, drainMs = 20_000 } = options;
  const credentials = createCredentials(broker);
  await serveForgetting(broker, credentials);
  let stopping = false;
  const app = createApp({
    broker,
    credentials,
    publicUrl: options.publicUrl,
    log,
    isReady: () => !stopping && isReady() && servesEveryRoute(broker),
    isStopping: () => stopping,
    openapi: openApiDocument(),
  });
  const server = createServer(limits, app);
  server.maxConnections = 5_000;
  server.maxRequestsPerSocket = 1_000;
  // The body is asked for once everything that comes before it has been checked.
  server.on("checkContinue", (request, response) => {
    markWaiting(request);
    app(request, response);
  });
  const url = await listen(server, options);
  return {
    url,
    async stop() {
      stopping = true;
      await close(server, drainMs);
      await broker.destroyService("gateway");
    },
  };
}

/** Slow senders hold a connection for this long and no longer; idle ones outlive a balancer's 60 s. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
};

/** Whoever revokes a credential waits until every gateway has forgotten it. */
async function serveForgetting(broker: ServiceBroker, credentials: Credentials): Promise<void> {
  const forgetFacts = on(facts.forgetInGateway, async (_request, { keys }) => {
    await credentials.forget(keys);
    return {};
  });
  serve(broker, "gateway", [forgetFacts], { isUp: () => true, isOutage: () => false });
  await broker.waitForServices("gateway", 10_000, 5);
}

function listen(server: Server, { port, host }: GatewayOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      assert(address !== null && typeof address === "object");
      const name = host.includes(":") ? `[${host}]` : host;
      resolve(`http://${name}:${address.port}`);
    });
  });
}

async function close(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection whose answer had begun before the stop becomes idle later.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const bound = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(bound);
}
