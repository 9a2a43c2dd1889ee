import { describe, expect, it } from "@jest/globals";
import { Registry, Counter, Gauge, Histogram } from "prom-client";
import { withEarlierNames } from "./earlier-names.ts";
import "./index.ts";
import { registry } from "./registry.ts";

async function aScrape(make: (registers: Registry[]) => void): Promise<string> {
  const own = new Registry();
  make([own]);
  return withEarlierNames(await own.metrics());
}

describe("the earlier names of metrics", () => {
  it("stand beside today's, with the same labels and values", async () => {
    const text = await aScrape((registers) => {
      const name = "slipway_job_duration_seconds";
      const runs = new Histogram({
        name,
        help: "H",
        labelNames: ["name"],
        buckets: [1],
        registers,
      });
      runs.observe({ name: "sweep" }, 0.5);
      new Counter({ name: "slipway_engine_restarts_total", help: "H", registers }).inc(3);
    });
    expect(text.split("\n")).toEqual(
      expect.arrayContaining([
        'slipway_job_duration_seconds_count{name="sweep"} 1',
        'job_duration_seconds_bucket{le="1",name="sweep"} 1',
        'job_duration_seconds_count{name="sweep"} 1',
        "# TYPE job_duration_seconds histogram",
        "# HELP job_duration_seconds Renamed to slipway_job_duration_seconds; 0.2.0 removes this name.",
        "slipway_engine_restarts_total 3",
        "engine_restarts_total 3",
      ]),
    );
  });

  it("have the earlier labels", async () => {
    const text = await aScrape((registers) => {
      const name = "slipway_service_up";
      new Gauge({ name, help: "H", labelNames: ["name"], registers }).set({ name: "audit" }, 1);
    });
    expect(text).toContain('\nslipway_service_up{name="audit"} 1\n');
    expect(text).toContain('\nservice_up{service="audit"} 1\n');
  });

  it("are those of metrics that exist, which all have the prefix", async () => {
    const names = registry.getMetricsAsArray().map(({ name }) => name);
    // Another test file of the same worker may have asked for those of Node.
    const ours = names.filter((name) => !/^(process|nodejs)_/.test(name));
    expect(ours.filter((name) => !name.startsWith("slipway_"))).toEqual([]);
    const text = withEarlierNames(await registry.metrics());
    expect([...text.matchAll(/Renamed to (\w+);/g)]).toHaveLength(19);
  });
});
