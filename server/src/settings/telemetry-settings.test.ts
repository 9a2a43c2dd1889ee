import { describe, expect, it } from "@jest/globals";
import { invalidSettings, readSettings } from "@slipway/broker";
import { startTelemetry } from "../start/start-telemetry.ts";
import { telemetryOf, telemetrySettings } from "./telemetry-settings.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
const read = (given: Readonly<Record<string, string>>) =>
  telemetryOf(readSettings(telemetrySettings, given));

describe("telemetry", () => {
  it("is off without the collector's address, whatever else is set", async () => {
    const telemetry = read({ OTEL_TRACES_SAMPLER: "always_on", OTEL_SERVICE_NAME: "x" });
    expect(telemetry).toBeUndefined();
    expect(await startTelemetry({ telemetry }, { role: "auth", id: "a" })).toBeUndefined();
  });

  it("has OpenTelemetry's defaults", () => {
    expect(read(endpoint)).toEqual({
      endpoint: "http://collector:4318",
      protocol: "http/protobuf",
      headers: {},
      timeoutMs: 10_000,
      serviceName: undefined,
      attributes: {},
      sampler: { name: "parentbased_always_on", ratio: 1 },
      metricsEveryMs: 60_000,
    });
  });

  it.each([
    [{ OTEL_TRACES_EXPORTER: "none" }, { sampler: undefined }],
    [{ OTEL_METRICS_EXPORTER: "none" }, { metricsEveryMs: undefined }],
    [
      { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" },
      { sampler: { name: "traceidratio", ratio: 0.25 } },
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20YTpi==, x-org = 1" },
      { headers: { authorization: "Basic YTpi==", "x-org": "1" } },
    ],
    [
      { OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,team=50% a" },
      { attributes: { "deployment.environment.name": "test", team: "50% a" } },
    ],
  ])("of %j is %j", (given, expected) => {
    expect(read({ ...endpoint, ...given })).toMatchObject(expected);
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "no pair" }],
    [{ OTEL_TRACES_SAMPLER: "some" }],
    [{ OTEL_TRACES_SAMPLER_ARG: "1.5" }],
    [{ OTEL_METRIC_EXPORT_INTERVAL: "1" }],
  ])("refuses %j with one sentence", (given) => {
    const [name = ""] = Object.keys(given);
    expect(invalidSettings(telemetrySettings, given)).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be .*\\.$`)),
    ]);
  });
});
