import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { readConfig } from "../settings/config.ts";
import { readyUrl } from "./config.ts";

const before = { ...process.env };
const node = {
  NATS_URL: "nats://bus:4222",
  MONGODB_URI: "mongodb://db",
  AUTH_PEPPER: "x".repeat(32),
  SECRETS_KEYS: `a:${Buffer.alloc(32).toString("base64")}`,
};

beforeEach(() => {
  for (const name of ["NATS_URL", "SERVICES", "HOST", "PORT", "HEALTH_PORT"])
    delete process.env[name];
});
afterEach(() => {
  process.env = { ...before };
});

describe("the URL of a health check", () => {
  it.each([
    [{}, "http://127.0.0.1:3000/readyz"],
    [{ PORT: "80", HOST: "0.0.0.0" }, "http://127.0.0.1:80/readyz"],
    [{ HOST: "::1", HEALTH_PORT: "" }, "http://[::1]:3000/readyz"],
    [{ HEALTH_PORT: "3002" }, "http://127.0.0.1:3000/readyz"],
    [node, "http://127.0.0.1:3000/readyz"],
    [{ ...node, SERVICES: "bookings, audit" }, "http://127.0.0.1:3001/readyz"],
    [{ ...node, SERVICES: "bookings", HEALTH_PORT: "9" }, "http://127.0.0.1:9/readyz"],
    [{ ...node, SERVICES: "audit, gateway", PORT: "80" }, "http://127.0.0.1:80/readyz"],
    [{ ...node, SERVICES: "gateway", HEALTH_PORT: "3002" }, "http://127.0.0.1:3002/readyz"],
  ])("of %j is where the process listens", (environment, url) => {
    Object.assign(process.env, environment);
    expect(readyUrl()).toBe(url);
    const config = readConfig();
    expect(new URL(readyUrl()).port || "80").toBe(String(config.node?.healthPort ?? config.port));
  });
});
