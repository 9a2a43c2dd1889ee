/** Telemetry that a sale sends to a collector: an OTLP receiver of the test's own. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import assert from "node:assert";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startScrapeServer } from "@slipway/metrics";
import { exportTelemetry } from "@slipway/telemetry/export";
import { isTracing } from "@slipway/telemetry";
import { until } from "@slipway/dev/testing-until";
import { type TestGateway, testGateway } from "./testing.ts";
import { type World, aWorld, bookedStartAt } from "./world.ts";

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}
interface Point {
  readonly count?: number | string;
  readonly bucketCounts?: readonly (number | string)[];
  readonly explicitBounds?: readonly number[];
  readonly asDouble?: number;
}
interface Metric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly Point[] };
  readonly gauge?: { readonly dataPoints: readonly Point[] };
  readonly sum?: { readonly dataPoints: readonly Point[]; readonly isMonotonic: boolean };
}
interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: Span["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[];
  }[];
}

const kinds = { server: 2, client: 3, producer: 4 };
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
/** The client says that it does not record this one. */
const unkept = "00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";

const sent: { readonly path: string; readonly token: unknown; readonly text: string }[] = [];
const received: IncomingMessage["headers"][] = [];
let collector: Server;
let receiver: Server;
let telemetry: ReturnType<typeof exportTelemetry>;
let gateway: TestGateway;
let world: World;
let spans: readonly Span[];
let scraped: string;
const customer = "ada.lovelace@example.com";

beforeAll(async () => {
  collector = await listening((request, text) => {
    sent.push({ path: request.url ?? "", token: request.headers["x-token"], text });
  });
  receiver = await listening((request) => void received.push(request.headers));
  telemetry = exportTelemetry({
    endpoint: urlOf(collector),
    protocol: "http/json",
    headers: { "x-token": "of the collector" },
    timeoutMs: 10_000,
    resource: { "service.name": "slipway-test" },
    sampler: { name: "parentbased_always_on", ratio: 1 },
    metricsEveryMs: 600_000,
  });
  gateway = await testGateway(import.meta.url, { brokers: "each" });
  world = await aWorld(gateway);
  const { key, ids } = world;
  const subscription = {
    url: `${urlOf(receiver)}/hooks/a-secret-of-the-path?token=another-secret`,
  };
  await gateway.send("POST /webhooks/subscriptions", { key, body: subscription });
  const unitItems = [{ unitId: ids.units, quantity: 1 }];
  const body = {
    optionId: ids.options,
    startAt: bookedStartAt,
    unitItems,
    customer: { fullName: "Ada Lovelace", emailAddress: customer },
  };
  const reply = await gateway.send("POST /bookings", { key, body, headers: { traceparent } });
  assert.equal(reply.status, 201);
  await gateway.platform.settle();
  await until(() => received.length > 0);
  await gateway.send(`GET /suppliers/${ids.suppliers}`, { key, headers: { traceparent: unkept } });
  await gateway.stop();
  scraped = await scrape();
  await telemetry.stop();
  spans = ofKind("resourceSpans")
    .flatMap(({ resourceSpans = [] }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)
    .filter((span) => span.traceId === traceId);
});

afterAll(() => {
  for (const server of [collector, receiver]) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(take: (request: IncomingMessage, text: string) => void): Promise<Server> {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      take(request, text);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** All metrics as OpenMetrics. */
async function scrape(): Promise<string> {
  const server = await startScrapeServer({ port: 0, host: "127.0.0.1" });
  const accept = "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3";
  const response = await fetch(server.url, { headers: { accept } });
  expect(response.headers.get("content-type")).toMatch(/^application\/openmetrics-text/);
  const text = await response.text();
  await server.stop();
  return text;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function ofKind(kind: keyof Sent): Sent[] {
  return sent.map(({ text }) => JSON.parse(text) as Sent).filter((each) => each[kind]);
}

function valuesOf({ attributes }: Pick<Span, "attributes">): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}

function spanOf(name: string, kind: keyof typeof kinds): Span {
  const found = spans.find((each) => each.name === name && each.kind === kinds[kind]);
  if (!found) throw new Error(`no span ${name} among ${spans.map((each) => each.name).join(", ")}`);
  return found;
}

/** The names of the spans above one, from the nearest on. */
function above({ parentSpanId }: Span): string[] {
  const parent = spans.find(({ spanId }) => spanId === parentSpanId);
  return parent ? [parent.name, ...above(parent)] : [];
}

describe("one sale is one trace", () => {
  it("that continues the client's, with the route, the status and the tenant", () => {
    const request = spanOf("POST /api/v1/bookings", "server");
    expect(request.parentSpanId).toBe("00f067aa0ba902b7");
    expect(valuesOf(request)).toEqual({
      "http.request.method": "POST",
      "http.route": "/api/v1/bookings",
      "http.response.status_code": 201,
      "slipway.route.class": "sale",
      "slipway.request.id": expect.any(String),
      "slipway.tenant.id": world.tenantId,
    });
    const { traceId: logged } = gateway.lines.find((line) => line["traceId"] === traceId) ?? {};
    expect(logged).toBe(traceId);
  });

  it("with each call at its caller and where it is served", () => {
    const call = spanOf("bookings.createBooking", "client");
    expect(above(call)).toEqual(["POST /api/v1/bookings"]);
    expect(valuesOf(call)).toEqual({
      "rpc.system.name": "moleculer",
      "rpc.method": "bookings.createBooking",
      "rpc.response.status_code": "ok",
    });
    expect(spanOf("bookings.createBooking", "server").parentSpanId).toBe(call.spanId);
    expect(above(spanOf("resourcesCapacity.claimCapacity", "server"))).toEqual([
      "resourcesCapacity.claimCapacity",
      "bookings.createBooking",
      "bookings.createBooking",
      "POST /api/v1/bookings",
    ]);
  });

  it("with the statements of the booking and of the ledger", () => {
    const insert = spanOf("insert bookings", "client");
    expect(above(insert).slice(0, 2)).toEqual(["bookings.createBooking", "bookings.createBooking"]);
    expect(valuesOf(insert)).toMatchObject({
      "db.system.name": "mongodb",
      "db.namespace": expect.stringMatching(/-bookings$/),
      "db.operation.name": "insert",
      "db.collection.name": "bookings",
    });
    const ofCapacity = spans.filter((each) =>
      String(valuesOf(each)["db.namespace"]).endsWith("-resources-capacity"),
    );
    expect(ofCapacity.map(above)).toContainEqual(
      expect.arrayContaining(["resourcesCapacity.claimCapacity", "POST /api/v1/bookings"]),
    );
  });

  it("with the delivery of its event to each consumer", () => {
    const delivery = spanOf("send audit", "producer");
    expect(above(delivery)).toEqual(expect.arrayContaining(["POST /api/v1/bookings"]));
    expect(valuesOf(delivery)).toMatchObject({
      "messaging.system.name": "slipway.outbox",
      "messaging.destination.name": "audit",
      "messaging.message.id": expect.stringMatching(/^aud_/),
      "messaging.batch.message_count": expect.any(Number),
    });
    expect(above(spanOf("audit.appendEntries", "server"))).toContain("send audit");
    expect(above(spanOf("webhooks.acceptChanges", "server"))).toContain("send webhooks");
  });

  it("with the webhook, whose receiver gets no trace", () => {
    const { port } = receiver.address() as AddressInfo;
    const attempt = spans.find((each) => valuesOf(each)["server.port"] === port);
    if (!attempt) throw new Error("no attempt has a span");
    expect(above(attempt)).toContain("POST /api/v1/bookings");
    expect(valuesOf(attempt)).toEqual({
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "url.scheme": "http",
      "server.address": "127.0.0.1",
      "server.port": port,
    });
    expect(received[0]).not.toHaveProperty("traceparent");
  });
});

describe("the time of a request", () => {
  const lines = () => scraped.split("\n").filter((line) => line.includes("_seconds_bucket{"));

  it("has the trace of a sale as its exemplar", () => {
    const [line] = lines().filter((each) => each.includes(traceId));
    expect(line).toMatch(/^slipway_http_server_request_duration_seconds_bucket\{.*class="sale"\} /);
  });

  it("has no trace that the collector does not get", () => {
    expect(scraped).not.toContain(unkept.split("-")[1]);
    expect(lines().some((line) => line.includes('http_route="/api/v1/suppliers/{id}"'))).toBe(true);
  });
});

describe("what is sent", () => {
  it("has the collector's headers and its paths, and what the process says of itself", () => {
    expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(["/v1/traces", "/v1/metrics"]));
    for (const { token } of sent) expect(token).toBe("of the collector");
    const [first] = ofKind("resourceSpans")[0]?.resourceSpans ?? [];
    expect(valuesOf(first?.resource ?? { attributes: [] })).toEqual({
      "service.name": "slipway-test",
    });
  });

  it("names no person, no key and no path of a receiver", () => {
    const all = sent.map(({ text }) => text).join("\n");
    const secrets = [customer, "Lovelace", world.key, "a-secret-of-the-path", "another-secret"];
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });

  it("has the registry's metrics under their names", () => {
    const metrics = ofKind("resourceMetrics")
      .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap((scope) => scope.metrics);
    const metric = (name: string) => metrics.find((each) => each.name === name);
    const waits = metric("slipway_database_checkout_seconds")?.histogram?.dataPoints ?? [];
    expect(waits.length).toBeGreaterThan(0);
    for (const { count, bucketCounts = [], explicitBounds = [] } of waits) {
      expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
      expect(bucketCounts.reduce<number>((sum, each) => sum + Number(each), 0)).toBe(Number(count));
    }
    expect(metric("slipway_repeats_total")?.sum?.isMonotonic).toBe(true);
    const [memory] = metric("process_resident_memory_bytes")?.gauge?.dataPoints ?? [];
    expect(memory?.asDouble).toBeGreaterThan(1_000_000);
  });

  it("ends with the export", () => {
    expect(isTracing()).toBe(false);
  });
});
