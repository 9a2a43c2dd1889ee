import { beforeAll, describe, expect, it } from "@jest/globals";
import { openMetricsText, prometheusText } from "./exposition.ts";
import { callEnded, engineRestarted, requestBegun, requestServed } from "./index.ts";
import { exemplarRegistry, registry } from "./registry.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const served = { method: "POST", route: "/bookings", routeClass: "sale", status: 201, code: null };
let text: string;
let openMetrics: string;

beforeAll(async () => {
  // Another file of the same worker may have counted.
  for (const each of [registry, exemplarRegistry]) each.resetMetrics();
  for (const seconds of [0.02, 0.3, 20]) {
    requestBegun();
    requestServed({ ...served, seconds, traceId });
  }
  requestBegun();
  requestServed({ ...served, seconds: 0.4, traceId: null });
  engineRestarted();
  // Twice: what one scrape writes must not change what the next one finds.
  await openMetricsText();
  [{ text }, { text: openMetrics }] = [await prometheusText(), await openMetricsText()];
});

const withoutExemplar = (line: string): string => line.replace(/ # \{.*$/, "");
/** Without Node's own, which change between two scrapes. */
const samplesOf = (lines: string): string[] =>
  lines.split("\n").filter((line) => line !== "" && !/^(#|process_|nodejs_)/.test(line));

describe("OpenMetrics", () => {
  it("has the samples of the older text, with the same names, labels and values", () => {
    expect(samplesOf(openMetrics).map(withoutExemplar)).toEqual(samplesOf(text));
    expect(samplesOf(openMetrics)).toContain("slipway_engine_restarts_total 1");
  });

  it("has an exemplar of the last traced request of a bucket, with its trace", () => {
    const exemplars = samplesOf(openMetrics).flatMap((line) => {
      const name = "slipway_http_server_request_duration_seconds_bucket";
      const [, bound, labels, seconds] =
        new RegExp(`^${name}\\{le="([^"]+)",.*\\} \\d+ # \\{(.*)\\} (\\S+) [\\d.]+$`).exec(line) ??
        [];
      return bound === undefined ? [] : [`${bound} ${labels} ${seconds}`];
    });
    const trace = `trace_id="${traceId}"`;
    expect(exemplars).toEqual([`0.025 ${trace} 0.02`, `0.5 ${trace} 0.3`, `+Inf ${trace} 20`]);
  });

  it("ends where it says, names a counter's family without its end, and has no empty line", () => {
    const lines = openMetrics.split("\n");
    expect(lines.slice(-2)).toEqual(["# EOF", ""]);
    expect(lines.indexOf("")).toBe(lines.length - 1);
    expect(lines).toContain("# TYPE slipway_engine_restarts counter");
    expect(openMetrics).not.toMatch(/^# (HELP|TYPE) \w+_total .*counter$/m);
  });
});

it("has no exemplars in the older text, and the whole names of counters", () => {
  expect(text).not.toContain("trace_id");
  expect(text).toContain("# TYPE slipway_engine_restarts_total counter");
});

it("has names of ours and of Node, and none from before 0.1.0", () => {
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
  expect(names.filter((name) => !/^(slipway|process|nodejs)_/.test(name))).toEqual([]);
  expect(names).toContain("slipway_http_server_request_duration_seconds");
});

it("has nine samples of a call's time and outcome", async () => {
  callEnded("bookings.getBooking", "ok", 0.01);
  const ofCall = samplesOf((await prometheusText()).text).filter((line) =>
    line.startsWith("slipway_rpc_client_duration_seconds_"),
  );
  // Six bounds and infinity, the sum and the count.
  expect(ofCall).toHaveLength(9);
});
