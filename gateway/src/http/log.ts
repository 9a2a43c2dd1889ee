import type { Log } from "@slipway/broker";
import { activeSpan, isTracing, traceIdOf } from "@slipway/telemetry";
import { type DestinationStream, type Logger, pino } from "pino";

const secrets = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "key",
  "secret",
  "token",
  "setupToken",
];
const personal = ["headers", "body", "data", "customer", "participants"];

/**
 * The log: JSON lines on stdout. Secrets and personal data are cut out wherever they stand. Lines are written many
 * at once, 200 ms late at most and before the process ends. A killed process loses those of its last moment. A
 * reader that takes none loses the lines beyond 16 MiB.
 */
export function createLog(
  level: "debug" | "info" | "warn" | "error" | "silent" = "info",
  destination?: DestinationStream,
): Logger {
  const paths = [...secrets, ...personal].flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
  const traced = isTracing() ? { mixin: traceOfLine } : {};
  const options = { level, base: null, redact: { paths, censor: "[redacted]" }, ...traced };
  return pino(options, destination ?? pino.destination(stdout));
}

/** Where telemetry is on, a line that is written while a span runs names its trace. */
function traceOfLine(): object {
  const span = activeSpan();
  return span ? { traceId: traceIdOf(span.traceparent) } : {};
}

const stdout = {
  dest: 1,
  sync: false,
  minLength: 8 * 1024,
  maxLength: 16 * 1024 * 1024,
  periodicFlush: 200,
};

/** The same log for lines whose fields are all known to hold nothing secret: one for each request. */
export function unredacted(log: Logger): Logger {
  const { [pino.symbols.streamSym]: destination } = log as unknown as Record<
    symbol,
    DestinationStream
  >;
  return pino({ level: log.level, base: null }, destination);
}

/** The log as services write to it; what a line says is put together only where it is written. */
export function serviceLog(log: Logger): Log {
  return (level, line, more = {}) => {
    if (log.isLevelEnabled(level)) log[level](typeof more === "function" ? more() : more, line);
  };
}
