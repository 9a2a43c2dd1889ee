import assert from "node:assert";
import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  createServer,
} from "node:http";
import { Server as Listener } from "node:net";
import { referenceCache } from "@slipway/contracts";
import { type ServiceBroker, deadlineMs, isConnected, on, serve } from "@slipway/broker";
import type { Express } from "express";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { markWaiting } from "./body/body.ts";
import { addressNames } from "./limits/client-address.ts";
import {
  closeEveryMs,
  drainMsMax,
  leavingIdleMs,
  slowSendersEveryMs,
  slowestReaderMs,
} from "./constants.ts";
import { createCredentials } from "./caller/credentials.ts";
import type { GatewaySettings } from "./gateway-settings.ts";
import type { Readiness } from "./http/health.ts";
import { type Limiter, createLimiter } from "./limits/limiter.ts";
import { type Limits, defaultLimits } from "./limit-table.ts";
import { createProductCache } from "./octo/product-cache.ts";
import { together } from "./http/together.ts";
import { type UnreadableAnswers, createUnreadableAnswers } from "./http/unreadable.ts";
import type { Deadlines } from "./serve/serve-route.ts";
import { type ServiceWatch, watchServices } from "./watch-services.ts";

export type { Readiness } from "./http/health.ts";
export { type Limits, defaultLimits, limitSettings, limitsOf } from "./limit-table.ts";
export type { GatewaySettings } from "./gateway-settings.ts";
export { createLog } from "./http/log.ts";

export interface GatewayOptions extends GatewaySettings {
  readonly broker: ServiceBroker;
  readonly log: Logger;
  /** Reasons why the parts in this process take no requests, in the words of `Readiness`; empty when they do. */
  readonly lacks: () => readonly string[];
  /** Where not given, those of the bus. Tests take more time on a busy machine. */
  readonly deadlineMs?: Deadlines;
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Serves the HTTP interface over the bus; resolves when it listens. */
export async function startGateway(options: GatewayOptions) {
  const { broker, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const limiter = createLimiter(limits, broker);
  const given = { deadlineMs, ...options };
  const caches = await openCaches(given, limiter);
  const nameAddress = addressNames(options.addressHashKey);
  let idleMs = 0;
  const services = watchServices(broker, log);
  const { isStopping, leave } = leavingOf(services, limiter);
  const readiness = (): Readiness =>
    isStopping() ? { reasons: ["stopping"], missing: [] } : readinessOf(options, services);
  const app = createApp({
    ...given,
    ...caches,
    limits,
    limiter,
    nameAddress,
    readiness,
    isStopping,
  });
  const server = makeServer(app, limits, createUnreadableAnswers(log, nameAddress));
  const url = await listen(server, options);
  return {
    /** Without a slash at its end. */
    url,
    readiness,
    /**
     * Not ready any more, and each answer ends its connection, so that by the time it stops clients have
     * gone where they are served. It still serves each client that comes.
     */
    drain() {
      // mark: gateway-drains
      leave();
      idleMs = leavingIdleMs;
    },
    /**
     * Takes no more connections, lets running requests end, closes the rest. After `drain`, unused connections stay
     * open for a while longer, until an answer ends them.
     */
    async stop() {
      leave();
      await close(server, idleMs);
      await limiter.stop();
      await broker.destroyService("gateway");
    },
  };
}

/** Whether the gateway is on its way out, and how it begins to be. */
function leavingOf(services: ServiceWatch, { streams }: Pick<Limiter, "streams">) {
  let stopping = false;
  const leave = (): void => {
    stopping = true;
    // The other processes may be leaving as well, which is no news.
    services.stop();
    // Their clients connect again, where they are served longer.
    streams.endAll();
  };
  return { isStopping: () => stopping, leave };
}

/** Credentials can be checked, and the parts in this process work: whatever else is missing, most routes do. */
function readinessOf({ broker, lacks }: GatewayOptions, services: ServiceWatch): Readiness {
  const reasons = new Set(lacks());
  if (!services.hasHeard()) reasons.add("starting");
  if (isConnected(broker) && !services.canIdentify()) reasons.add("auth");
  return { reasons: [...reasons], missing: services.missing() };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Every request goes to the app, and what is none is answered as well. */
function makeServer(app: Express, limits: Limits, unreadable: UnreadableAnswers): Server {
  const answerSoon = together(app);
  const answer: Answer = (request, response) => {
    unreadable.follow(request, response);
    answerSoon(request, response);
  };
  const server = createServer(timesOf(limits), answer);
  server.maxConnections = limits.connectionsMax;
  // The server cuts off a client that takes nothing of its answer for so long.
  server.timeout = slowestReaderMs;
  server.maxRequestsPerSocket = 1_000;
  // The body is asked for once everything that comes before it has been checked.
  server.on("checkContinue", (request, response) => {
    markWaiting(request);
    answer(request, response);
  });
  // Whatever else a client expects, it gets its answer.
  server.on("checkExpectation", answer);
  server.on("clientError", (error, socket) => unreadable.refuse(error, socket));
  return server;
}

/** Slow senders hold a connection no longer than this, give or take the interval between checks. */
function timesOf({ headersMs, requestMs, idleMs }: Limits): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(slowSendersEveryMs, headersMs),
    maxHeaderSize: 16 * 1024,
    // The app looks itself, so that the refusal is answered and logged like every other.
    requireHostHeader: false,
  };
}

/** Opens the caches that services invalidate. A revocation waits until every gateway has dropped the credential. */
async function openCaches(
  { broker, deadlineMs: { read } }: { broker: ServiceBroker; deadlineMs: Deadlines },
  { failedLookups }: Pick<Limiter, "failedLookups">,
) {
  const credentials = createCredentials(broker, { failedLookups, deadlineMs: read });
  const products = createProductCache(broker);
  const invalidateCache = on(referenceCache.invalidateInGateway, async ({ caller }, { keys }) => {
    await Promise.all([credentials.invalidate(keys), products.invalidate(caller.tenantId, keys)]);
    return {};
  });
  serve(broker, "gateway", [invalidateCache], { isUp: () => true, failureOf: () => "fault" });
  await broker.waitForServices("gateway", 10_000, 5);
  return { credentials, products };
}

function listen(server: Server, { port, host }: GatewayOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // Node's 511 are few for a crowd that comes at once: whom the kernel cannot keep hangs for up to a minute.
    server.listen({ port, host, backlog: server.maxConnections }, () => {
      server.off("error", reject);
      const address = server.address();
      assert(address !== null && typeof address === "object");
      const name = host.includes(":") ? `[${host}]` : host;
      resolve(`http://${name}:${address.port}`);
    });
  });
}

/**
 * Closing an idle connection races with a request that is on its way on it, which nobody then answers.
 * So after a drain such connections are waited for, and only what is seldom used meets that race.
 */
async function close(server: Server, idleMs: number): Promise<void> {
  // The HTTP server's own `close` would end idle connections at once.
  const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  const idleUntil = performance.now() + idleMs;
  const closeIdle = (): void => {
    if (performance.now() >= idleUntil) server.closeIdleConnections();
  };
  closeIdle();
  // A connection whose answer had begun before the stop becomes idle later.
  const sweep = setInterval(closeIdle, closeEveryMs);
  const bound = setTimeout(() => server.closeAllConnections(), drainMsMax);
  await closed;
  clearInterval(sweep);
  clearTimeout(bound);
}
