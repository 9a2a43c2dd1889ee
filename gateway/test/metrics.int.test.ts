import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { bookingRepeated, showBuild, startScrapeServer } from "@slipway/metrics";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type TestGateway, testGateway } from "./testing.ts";
import { rawAnswer } from "./raw-answer.ts";
import { askedOfProcesses } from "./chart-queries.ts";
import { aWorld, bookedStartAt } from "./world.ts";

const gateway = forThisFile(() => testGateway(import.meta.url));
const scrapes = forThisFile(() => startScrapeServer({ port: 0, host: "127.0.0.1" }));
const world = forThisFile(() => aWorld(gateway));

type Labels = Record<string, string>;

/** A scrape as a function: the sum of the series with these labels. Other files of the worker may have made some. */
async function scrape(): Promise<(name: string, labels?: Labels) => number> {
  const response = await fetch(scrapes.url);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const series = (await response.text())
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", list = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
      const pairs = [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
      return { name, labels: Object.fromEntries(pairs) as Labels, value: Number(value) };
    });
  return (name, labels = {}) =>
    series
      .filter(
        (each) =>
          each.name === name &&
          Object.entries(labels).every(([key, value]) => each.labels[key] === value),
      )
      .reduce((sum, { value }) => sum + value, 0);
}

/** Sends a request and waits until it is counted, which is when its line is in the log. */
async function send(...sent: Parameters<TestGateway["send"]>): Promise<number> {
  const lines = gateway.lines.length;
  const { status } = await gateway.send(...sent);
  while (gateway.lines.length === lines) await pause(10);
  return status;
}

/** It gives them to each series, and makes the series `up` itself. */
const labelsOfPrometheus = ["job", "namespace", "pod"];
const requests = "slipway_http_server_request_duration_seconds_count";
const calls = "slipway_rpc_client_duration_seconds_count";

describe("GET /metrics", () => {
  it("counts requests by the pattern of their route, never by the ids in it", async () => {
    const before = await scrape();
    const { key, ids } = world;
    for (let i = 0; i < 3; i++) await send(`GET /suppliers/${ids.suppliers}`, { key });
    await send("GET /suppliers/sup_absent", { key });
    const after = await scrape();
    const route = "/api/v1/suppliers/{id}";
    const found = {
      http_request_method: "GET",
      http_route: route,
      http_response_status_code: "200",
      class: "read",
    };
    const absent = { ...found, http_response_status_code: "404" };
    expect(after(requests, found) - before(requests, found)).toBe(3);
    expect(after(requests, absent) - before(requests, absent)).toBe(1);
    expect(after("slipway_http_server_active_requests")).toBe(0);
    const refused = "slipway_http_server_refusals_total";
    expect(after(refused, { code: "NOT_FOUND" }) - before(refused, { code: "NOT_FOUND" })).toBe(1);
  });

  it("counts what names no route as one route", async () => {
    const before = await scrape();
    await send("GET /nowhere/at/all", { key: world.key });
    const after = await scrape();
    const none = { http_route: "none", class: "none" };
    expect(after(requests, none) - before(requests, none)).toBe(1);
  });

  it("counts what is served beside the table of routes in a class, too", async () => {
    const before = await scrape();
    const lines = gateway.lines.length;
    const counted = [
      ["GET", "/console/bookings", "/console/*screen", "file"],
      ["HEAD", "/docs", "/docs", "file"],
      ["GET", "/calendars/none.ics", "/calendars/{token}.ics", "file"],
      ["GET", "/api/v1/openapi.json", "/api/v1/openapi.json", "file"],
      ["GET", "/octo/openapi.json", "/octo/openapi.json", "file"],
      ["GET", "/octo/supplier", "/octo/supplier", "read"],
      // The path has no such method.
      ["POST", "/octo/supplier", "/octo/supplier", "none"],
    ] as const;
    for (const [method, path] of counted) {
      const response = await fetch(new URL(path, gateway.url), { method });
      await response.arrayBuffer();
    }
    while (gateway.lines.length < lines + counted.length) await pause(10);
    const after = await scrape();
    for (const [method, path, route, name] of counted) {
      const labels = { http_request_method: method, http_route: route, class: name };
      expect([path, after(requests, labels) - before(requests, labels)]).toEqual([path, 1]);
    }
  });

  it("counts probes, and writes no line about them", async () => {
    const before = await scrape();
    const lines = gateway.lines.length;
    for (const path of ["/livez", "/readyz", "/startupz"])
      expect((await fetch(new URL(path, gateway.url))).status).toBe(200);
    await send("GET /nowhere", { key: world.key });
    expect(JSON.stringify(gateway.lines.slice(lines))).not.toMatch(/livez|readyz|startupz/);
    const live = { http_route: "/livez", class: "probe" };
    expect((await scrape())(requests, live) - before(requests, live)).toBe(1);
  });

  it("has a count of faults before the first one, which is an increase then", async () => {
    const text = await (await fetch(scrapes.url)).text();
    expect(text).toMatch(/^slipway_http_server_refusals_total\{code="INTERNAL"\} \d+$/m);
  });

  it("counts calls over the bus by action and outcome", async () => {
    const before = await scrape();
    const { key, ids } = world;
    const line = { unitId: ids.units, quantity: 1 };
    const body = { optionId: ids.options, startAt: bookedStartAt, unitItems: [line] };
    expect(await send("POST /bookings", { key, body })).toBe(201);
    const tooMany = { ...body, unitItems: [{ ...line, quantity: 20 }] };
    expect(await send("POST /bookings", { key, body: tooMany })).toBe(409);
    const after = await scrape();
    const claimed = { action: "resourcesCapacity.claimCapacity", outcome: "ok" };
    const created = { action: "bookings.createBooking", outcome: "ok" };
    const refused = { ...created, outcome: "refused" };
    for (const labels of [claimed, created, refused])
      expect(after(calls, labels) - before(calls, labels)).toBe(1);
    const batches = "slipway_capacity_batch_commands_count";
    // The claim's write, and that of its confirmation, which follows soon.
    expect([1, 2]).toContain(after(batches) - before(batches));
    expect(after("slipway_capacity_active_ledgers")).toBeGreaterThan(0);
    expect(after("slipway_capacity_mailbox_commands")).toBe(0);
  });

  it("shows what waits for delivery, and that the databases answer", async () => {
    await gateway.platform.settle();
    const now = await scrape();
    const text = await (await fetch(scrapes.url)).text();
    const databases = [...text.matchAll(/^slipway_database_up\{database="([^"]+)"\} 1$/gm)].map(
      ([, name]) => name?.replace(/^.*?-(resources-capacity|\w+)$/, "$1"),
    );
    expect(new Set(databases)).toEqual(
      new Set([
        "audit",
        "auth",
        "availability",
        "bookings",
        "catalog",
        "resources-capacity",
        "sync",
        "webhooks",
      ]),
    );
    for (const consumer of ["audit", "webhooks", "sync", "effects"]) {
      const labels = `\\{database="[^"]+-bookings",consumer="${consumer}"\\}`;
      expect(text).toMatch(new RegExp(`^slipway_outbox_pending_events${labels} 0$`, "m"));
      expect(text).toMatch(new RegExp(`^slipway_outbox_lag_seconds${labels} 0$`, "m"));
    }
    expect(text).toMatch(/^slipway_outbox_dead_letters\{database="[^"]+-bookings"\} 0$/m);
    expect(now("nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
    expect(now("process_cpu_seconds_total")).toBeGreaterThan(0);
  });

  it("names no tenant, key or record", async () => {
    const text = await (await fetch(scrapes.url)).text();
    const { tenantId, key, ids } = world;
    for (const secret of [tenantId, key, ...Object.values(ids)]) expect(text).not.toContain(secret);
  });

  it("has every metric that the runbook speaks of", async () => {
    const text = await (await fetch(scrapes.url)).text();
    const known = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const runbook = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
    const named = [...runbook.matchAll(/\b(?:\w+_){2,}\w+/g)]
      .map(([name]) => name.replace(/_(bucket|count)$/, ""))
      .filter((name) => /^(slipway|nodejs|process)_/.test(name));
    expect(new Set(named).size).toBeGreaterThan(12);
    expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([]);
  });

  it("has each series and label that the chart's alerts and its dashboard ask for", async () => {
    // Series that exist only after a server has started, or after a gateway has lost an answer.
    showBuild({ version: "0.0.0", node: "0.0.0" });
    bookingRepeated("booked");
    const text = await (await fetch(scrapes.url)).text();
    const exposed = new Map<string, Set<string>>();
    for (const [, name = "", list = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const labels = [...list.matchAll(/(\w+)="/g)].map(([, label = ""]) => label);
      exposed.set(name, new Set([...(exposed.get(name) ?? []), ...labels, ...labelsOfPrometheus]));
    }
    const missing = askedOfProcesses().flatMap(({ name, labels }) => {
      const known = exposed.get(name);
      if (!known) return [name];
      return labels.filter((label) => !known.has(label)).map((label) => `${name}{${label}}`);
    });
    expect(new Set(missing)).toEqual(new Set(["up"]));
  });

  it("is answered to HEAD without the body", async () => {
    const { status, said, bytes } = await rawAnswer(scrapes.url, { method: "HEAD" });
    expect([status, bytes.length]).toEqual([200, 0]);
    const { said: ofGet } = await rawAnswer(scrapes.url);
    expect(said["content-type"]).toBe(ofGet["content-type"]);
    expect(Number(said["content-length"])).toBeGreaterThan(1_000);
  });

  it("is all that its port answers", async () => {
    const other = await fetch(new URL("/", scrapes.url));
    const posted = await fetch(scrapes.url, { method: "POST" });
    expect([other.status, posted.status]).toEqual([404, 404]);
  });
});
