import type { ConnectionOptions } from "nats";
import { pingMs, redialJitterMs, redialMs, unansweredPingsMax } from "./constants.ts";

/** @param url one or more of nats://user:password@host:port, separated by commas; tls:// encrypts. */
export function connectionOptions(url: string, name: string): ConnectionOptions {
  const urls = url.split(",").map((each) => new URL(each.trim()));
  const [{ username, password } = { username: "", password: "" }] = urls;
  return {
    name,
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || "4222"}`),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(urls.some(({ protocol }) => protocol === "tls:") ? { tls: {} } : {}),
    pingInterval: pingMs,
    maxPingOut: unansweredPingsMax,
    reconnectTimeWait: redialMs,
    reconnectJitter: redialJitterMs,
    // For ever, whatever the reason: a server that is being set up refuses credentials as well.
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    ignoreAuthErrorAbort: true,
  };
}
