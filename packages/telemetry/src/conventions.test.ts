import { describe, expect, it } from "@jest/globals";
import * as named from "@opentelemetry/semantic-conventions/incubating";
import {
  busCall,
  databaseCommand,
  eventSending,
  httpAttempt,
  httpRequest,
  samplerNames,
} from "./conventions.ts";
import { samplerOf } from "./sampler.ts";

const command = { database: "slipway-bookings", command: "insert", collection: "bookings" };
const made = {
  "a request": httpRequest("GET"),
  "an attempt": httpAttempt(new URL("https://hooks.example/a-secret?token=b")),
  "a call": busCall("auth.identify", "client"),
  "a statement": databaseCommand({ ...command, address: "[::1]:27017" }),
  "an event": eventSending("audit", { id: "aud_1", batchCount: 2 }),
};

describe("a span", () => {
  it.each(Object.entries(made))("of %s has names of the semantic conventions", (_, part) => {
    const known = new Set<unknown>(
      Object.entries(named).flatMap(([key, value]) => (key.startsWith("ATTR_") ? [value] : [])),
    );
    expect(Object.keys(part.attributes).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ["a request", "GET"],
    ["an attempt", "POST"],
    ["a call", "auth.identify"],
    ["a statement", "insert bookings"],
    ["an event", "send audit"],
  ] as const)("of %s is called %j", (of, name) => {
    expect(made[of].name).toBe(name);
  });

  it("of an attempt has the receiver's host and port, and no path", () => {
    expect(made["an attempt"].attributes).toEqual({
      "http.request.method": "POST",
      "url.scheme": "https",
      "server.address": "hooks.example",
      "server.port": 443,
    });
  });

  it.each([
    ["mongo-0.mongo:27017", { "server.address": "mongo-0.mongo", "server.port": 27_017 }],
    ["[::1]:27017", { "server.address": "[::1]", "server.port": 27_017 }],
    ["embedded", {}],
  ])("of a statement has the server's address, where it has one: %s", (address, server) => {
    const { attributes } = databaseCommand({ ...command, address });
    expect(attributes).toEqual({
      "db.system.name": "mongodb",
      "db.namespace": "slipway-bookings",
      "db.operation.name": "insert",
      "db.collection.name": "bookings",
      ...server,
    });
  });
});

describe("OTEL_TRACES_SAMPLER", () => {
  it.each(samplerNames.map((name) => [name]))("%s is a sampler of the SDK", (name) => {
    const expected = {
      always_on: "AlwaysOnSampler",
      always_off: "AlwaysOffSampler",
      traceidratio: "TraceIdRatioBased{0.25}",
    }[name.replace("parentbased_", "")] as string;
    const text = samplerOf({ name, ratio: 0.25 }).toString();
    expect(text).toContain(expected);
    expect(text.startsWith("ParentBased")).toBe(name.startsWith("parentbased_"));
  });
});
