/**
 * Sends spans and metrics to a collector by OTLP over HTTP. Only this file's importers load OpenTelemetry, and a server
 * imports it only where OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */
import { measureProcess } from "@slipway/metrics";
import { OTLPMetricExporter as JsonMetrics } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as ProtobufMetrics } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter as JsonTraces } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufTraces } from "@opentelemetry/exporter-trace-otlp-proto";
import { type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { registryProducer } from "./otlp-metrics.ts";
import { otlpTracer } from "./otlp-tracer.ts";
import type { SamplerName } from "./conventions.ts";
import { samplerOf } from "./sampler.ts";
import { useTracer } from "./spans.ts";

interface TelemetryOptions {
  /** The URL of the collector, to which `/v1/traces` and `/v1/metrics` are added. */
  readonly endpoint: string;
  readonly protocol: "http/protobuf" | "http/json";
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The attributes of this process, by names such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  /** Undefined: no spans are made. */
  readonly sampler: { readonly name: SamplerName; readonly ratio: number } | undefined;
  /** Undefined: no metrics are sent. */
  readonly metricsEveryMs: number | undefined;
}

/** Makes spans and sends them, and the metrics of this process, until it is stopped. */
export function exportTelemetry(options: TelemetryOptions) {
  const resource = resourceFromAttributes({ ...options.resource });
  const traces = exportTraces(options, resource);
  const metrics = exportMetrics(options, resource);
  return {
    /** Sends what is left, and makes no more. */
    async stop() {
      useTracer(undefined);
      // A collector that is away keeps no process from ending.
      await Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]);
    },
  };
}

function exportTraces(options: TelemetryOptions, resource: Resource): TracerProvider | undefined {
  if (!options.sampler) return undefined;
  const to = addressOf(options, "traces");
  const exporter = options.protocol === "http/json" ? new JsonTraces(to) : new ProtobufTraces(to);
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(options.sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  useTracer(otlpTracer(provider.getTracer("slipway")));
  return provider;
}

function exportMetrics(options: TelemetryOptions, resource: Resource): MeterProvider | undefined {
  const { metricsEveryMs, protocol, timeoutMs } = options;
  if (metricsEveryMs === undefined) return undefined;
  measureProcess();
  const to = addressOf(options, "metrics");
  const exporter = protocol === "http/json" ? new JsonMetrics(to) : new ProtobufMetrics(to);
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricsEveryMs,
    exportTimeoutMillis: Math.min(timeoutMs, metricsEveryMs),
    metricProducers: [registryProducer()],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

function addressOf(
  { endpoint, headers, timeoutMs }: TelemetryOptions,
  signal: "traces" | "metrics",
): { url: string; headers: Record<string, string>; timeoutMillis: number } {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/${signal}`;
  return { url, headers: { ...headers }, timeoutMillis: timeoutMs };
}
