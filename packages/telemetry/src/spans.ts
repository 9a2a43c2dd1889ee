/**
 * Spans, as the parts of Slipway begin and end them. Nothing of OpenTelemetry is loaded here: without a tracer every
 * function below costs one look at a variable.
 */
/** By their names in the semantic conventions. */
type Attributes = Readonly<Record<string, string | number>>;

/** Which side of an exchange a span shows, in OpenTelemetry's words. */
export type SpanKind = "server" | "client" | "producer";

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** The W3C `traceparent` that it continues; undefined: it begins a trace. */
  readonly parent: string | undefined;
}

export interface Span {
  /** The header of W3C trace context, with which further spans continue this one. */
  readonly traceparent: string;
  /** Whether the sampler keeps it. */
  readonly isKept: boolean;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param error the kind of a failure, with few values; undefined: it has not failed */
  end(error?: string): void;
}

export interface Tracer {
  start(start: SpanStart): Span;
  active(): Span | undefined;
  /** Runs work, and what it waits for, in a span; undefined: in none. */
  run<Result>(span: Span | undefined, work: () => Result): Result;
}

let tracer: Tracer | undefined;

/** Has this process make spans from now on; undefined ends that. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Begins a span; undefined while nothing is traced. */
export function startSpan(
  part: () => Omit<SpanStart, "parent">,
  parent: string | undefined,
): Span | undefined {
  return tracer?.start({ ...part(), parent });
}

/** The span that this code runs in; undefined while nothing is traced. */
export function activeSpan(): Span | undefined {
  return tracer?.active();
}

/** Where code that runs in no span that is kept would only make noise. */
export function keptParent(): string | undefined {
  const span = tracer?.active();
  return span?.isKept ? span.traceparent : undefined;
}

/** Runs work in a span. Work of many requests runs in none: it may go on long after the one that has begun it. */
export function inSpan<Result>(span: Span | undefined, work: () => Result): Result {
  return tracer ? tracer.run(span, work) : work();
}

/** The trace that a `traceparent` is of. */
export function traceIdOf(traceparent: unknown): string | undefined {
  return typeof traceparent === "string" ? traceparent.split("-")[1] : undefined;
}
