/** Spans of OpenTelemetry's SDK. Loaded only where telemetry is exported. */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind as SdkKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer as SdkTracer,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import type { Span, SpanKind, Tracer } from "./spans.ts";

const kinds: Readonly<Record<SpanKind, SdkKind>> = {
  server: SdkKind.SERVER,
  client: SdkKind.CLIENT,
  producer: SdkKind.PRODUCER,
};

export function otlpTracer(sdk: SdkTracer): Tracer {
  const running = new AsyncLocalStorage<Span | undefined>();
  return {
    start({ name, kind, attributes, parent }) {
      const continued = parent === undefined ? null : parseTraceParent(parent);
      const context =
        continued === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, { ...continued, isRemote: true });
      return spanOf(sdk.startSpan(name, { kind: kinds[kind], attributes }, context));
    },
    active: () => running.getStore(),
    run: (span, work) => running.run(span, work),
  };
}

function spanOf(span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const isKept = (traceFlags & TraceFlags.SAMPLED) !== 0;
  return {
    traceparent: `00-${traceId}-${spanId}-${isKept ? "01" : "00"}`,
    isKept,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    end(error) {
      if (error !== undefined) {
        span.setAttribute("error.type", error);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}
