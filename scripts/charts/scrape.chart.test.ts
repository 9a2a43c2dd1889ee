/** The samples that a Prometheus stores of either format of `/metrics`, by its own parser. */
import assert from "node:assert/strict";
import { beforeAll, expect, it } from "@jest/globals";
import { openMetricsText, prometheusText } from "../../packages/metrics/src/exposition.ts";
import { measureProcess, requestBegun, requestServed } from "../../packages/metrics/src/index.ts";
import { goTool } from "../go-tools.ts";
import { run } from "./helm.ts";

interface Stored {
  readonly series: Readonly<Record<string, string>>;
  /** The trace of each series that has one. */
  readonly exemplars: Readonly<Record<string, string>>;
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
let text: Stored | undefined;
let openMetrics: Stored | undefined;

beforeAll(async () => {
  measureProcess();
  requestBegun();
  const served = { method: "POST", route: "/bookings", routeClass: "sale", status: 201 };
  requestServed({ ...served, code: null, seconds: 0.3, traceId });
  const scrapes = JSON.stringify([await prometheusText(), await openMetricsText()]);
  const { code, stdout, stderr } = await run(await goTool("scrape"), [], scrapes);
  assert.equal(code, 0, stderr);
  [text, openMetrics] = JSON.parse(stdout) as Stored[];
}, 300_000);

it("stores the same series of both, so that none ends where Prometheus asks for OpenMetrics", () => {
  const [names, others] = [text, openMetrics].map((each) => Object.keys(each?.series ?? {}));
  expect(others).toEqual(names);
  expect(names).toEqual(
    expect.arrayContaining([
      '{__name__="process_cpu_seconds_total"}',
      '{__name__="slipway_http_server_refusals_total", code="INTERNAL"}',
    ]),
  );
});

it("stores the exemplar of a request in its bucket, of OpenMetrics alone", () => {
  expect(Object.entries(openMetrics?.exemplars ?? {})).toEqual([
    [expect.stringContaining('le="0.5"'), traceId],
  ]);
  expect(text?.exemplars).toEqual({});
});
