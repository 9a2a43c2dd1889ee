import { type DestinationStream, type Logger, pino } from "pino";

const secrets = ["authorization", "cookie", "set-cookie", "password", "key", "secret", "token"];
const personal = ["headers", "body", "data", "customer", "participants"];

/** The log: JSON lines on stdout. Secrets and personal data are cut out wherever they stand. */
export function createLog(
  level: "debug" | "info" | "warn" | "error" | "silent" = "info",
  destination?: DestinationStream,
): Logger {
  const paths = [...secrets, ...personal].flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
  const options = { level, base: null, redact: { paths, censor: "[redacted]" } };
  return destination ? pino(options, destination) : pino(options);
}

/** An error as the log keeps it: what it carried beside its words may hold a client's values. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: "something that is no error was thrown" };
  const { name, message, stack } = error;
  return { name, message, stack };
}
