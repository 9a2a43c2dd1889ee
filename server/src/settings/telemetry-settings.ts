/** OpenTelemetry's own settings, as far as a process reads them. Without an address nothing else counts. */
import { decimalNumber, setting, textLike, wholeNumber } from "@slipway/broker";
import { samplerNames } from "@slipway/telemetry";
import { z } from "zod";

const protocols = ["http/protobuf", "http/json"] as const;
const exporters = ["otlp", "none"] as const;
const timeoutMsMax = 60_000;
const intervalMs = { min: 1_000, max: 3_600_000 } as const;

/** `name=value` with commas between; both may be written as in a URL. */
const pairsForm = /^ *[^=,\s]+ *=[^,]*(, *[^=,\s]+ *=[^,]*)*$/;
const pairs = textLike(pairsForm).transform(pairsOf);
const pairsMust = "name=value, several by commas, with other characters as in a URL";

export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    textLike(/^https?:\/\/[^\s?#]+$/)
      .refine((url) => URL.canParse(url))
      .optional(),
    {
      about:
        "the OpenTelemetry collector that takes traces and metrics by OTLP over HTTP, such as http://collector:4318 (docs/operations.md)",
      must: "an address that begins with http:// or https://",
      unlessSet: "nothing is traced or sent",
    },
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(z.enum(protocols).default("http/protobuf"), {
    about: "how OTLP is written",
    must: `one of ${protocols.join(", ")}`,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting(pairs.default({}), {
    about: "headers that the collector asks for",
    must: pairsMust,
    unlessSet: "none",
    isSecret: true,
  }),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(wholeNumber(100, timeoutMsMax).default(10_000), {
    about: "milliseconds until the collector must have answered",
    must: `milliseconds, 100 to ${timeoutMsMax}`,
  }),
  OTEL_SERVICE_NAME: setting(z.string().max(200).optional(), {
    about: "what the process is called in traces",
    must: "at most 200 characters",
    unlessSet: "`slipway`, or `slipway-<role>` of a node",
  }),
  OTEL_RESOURCE_ATTRIBUTES: setting(pairs.default({}), {
    about:
      "what else traces and metrics say of the process, such as deployment.environment.name=test",
    must: pairsMust,
    unlessSet: "none",
  }),
  OTEL_TRACES_EXPORTER: setting(z.enum(exporters).default("otlp"), {
    about: "whether traces are made and sent",
    must: `one of ${exporters.join(", ")}`,
  }),
  OTEL_TRACES_SAMPLER: setting(z.enum(samplerNames).default("parentbased_always_on"), {
    about:
      "which traces are kept; with `parentbased_` a client's `traceparent` decides where it has one",
    must: `one of ${samplerNames.join(", ")}`,
  }),
  OTEL_TRACES_SAMPLER_ARG: setting(decimalNumber(0, 1).default(1), {
    about: "the part of the traces that a sampler with a ratio keeps",
    must: "a number from 0 to 1 with at most three decimals",
  }),
  OTEL_METRICS_EXPORTER: setting(z.enum(exporters).default("otlp"), {
    about: "whether metrics are sent",
    must: `one of ${exporters.join(", ")}`,
  }),
  OTEL_METRIC_EXPORT_INTERVAL: setting(
    wholeNumber(intervalMs.min, intervalMs.max).default(60_000),
    {
      about: "milliseconds from one sending of metrics to the next",
      must: `milliseconds, ${intervalMs.min} to ${intervalMs.max}`,
    },
  ),
};

/** Telemetry to export, and the way to do it; undefined: none. */
export function telemetryOf(given: z.output<z.ZodObject<typeof telemetrySettings>>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = given;
  if (endpoint === undefined) return undefined;
  const hasTraces = given.OTEL_TRACES_EXPORTER === "otlp";
  const hasMetrics = given.OTEL_METRICS_EXPORTER === "otlp";
  return {
    endpoint,
    protocol: given.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: given.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: given.OTEL_EXPORTER_OTLP_TIMEOUT,
    serviceName: given.OTEL_SERVICE_NAME,
    attributes: given.OTEL_RESOURCE_ATTRIBUTES,
    sampler: hasTraces
      ? { name: given.OTEL_TRACES_SAMPLER, ratio: given.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    metricsEveryMs: hasMetrics ? given.OTEL_METRIC_EXPORT_INTERVAL : undefined,
  };
}

function pairsOf(text: string): Record<string, string> {
  const pairsIn = text.split(",").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return [decoded(name), decoded(value.join("="))] as const;
  });
  return Object.fromEntries(pairsIn);
}

/** A percent sign that begins no such character is one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return text.trim();
  }
}
