import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { setTimeout as pause } from "node:timers/promises";
import { testGateway } from "./testing.ts";

type Line = Record<string, unknown>;

const served: Line[] = [];
let key: string;

// A broker for each service: what is seen here has crossed the wire as text.
const gateway = forThisFile(() =>
  testGateway(import.meta.url, {
    brokers: "each",
    log: (level, line, more) =>
      void served.push({ level, line, ...(typeof more === "function" ? more() : more) }),
  }),
);
beforeAll(async () => {
  ({ key } = await gateway.aKey());
});

/** The lines of the gateway and of the services that a request has left. */
async function linesOf(traceparent?: string): Promise<{ access: Line; calls: Line[] }> {
  const already = gateway.lines.length;
  const headers = traceparent === undefined ? {} : { traceparent };
  const { status } = await gateway.send("GET /me", { key, headers });
  expect(status).toBe(200);
  while (gateway.lines.length === already) await pause(10);
  const access = gateway.lines.at(-1) ?? {};
  return { access, calls: served.filter(({ traceId }) => traceId === access["traceId"]) };
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

describe("a trace", () => {
  it("of the client is found in the lines of the gateway and of every service it reached", async () => {
    const { access, calls } = await linesOf(`00-${traceId}-00f067aa0ba902b7-01`);
    expect(access).toMatchObject({ traceId, route: "/api/v1/me" });
    expect(access["spanId"]).toMatch(/^(?!00f067aa0ba902b7)[0-9a-f]{16}$/);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ action }) => action))).toEqual(
      new Set(["auth.getTenantName", "catalog.getCurrency"]),
    );
    for (const call of calls)
      expect(call).toMatchObject({ requestId: access["requestId"], outcome: "ok" });
  });

  it("goes on from service to service", async () => {
    const already = served.length;
    const body = { name: "Boat", supplierId: "sup_absent", quantity: 1, capacityPerResource: 8 };
    const traceparent = `00-${traceId.replace("4b", "5c")}-00f067aa0ba902b7-00`;
    const reply = await gateway.send("POST /resources", { key, body, headers: { traceparent } });
    expect(reply.status).toBe(404);
    const mine = served
      .slice(already)
      .filter((line) => line["traceId"] === traceparent.slice(3, 35));
    expect(mine.map(({ action, outcome }) => [action, outcome])).toEqual([
      ["catalog.getSupplierFacts", "refused"],
      ["resourcesCapacity.createResource", "refused"],
    ]);
  });

  it("begins here where the client sends none, or one that is not valid", async () => {
    const given = [
      undefined,
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      `ff-${traceId}-00f067aa0ba902b7-01`,
      `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`,
      "nonsense",
    ];
    const seen = new Set<unknown>();
    for (const traceparent of given) {
      const { access, calls } = await linesOf(traceparent);
      expect(access["traceId"]).toMatch(/^[0-9a-f]{32}$/);
      expect(calls).toHaveLength(2);
      seen.add(access["traceId"]);
    }
    expect(seen.size).toBe(given.length);
    expect(seen.has(traceId)).toBe(false);
  });
});
