import { version } from "@slipway/broker";
import { showBuild, startScrapeServer } from "@slipway/metrics";
import type { Config } from "../settings/config.ts";
import { CannotStart } from "../settings/cannot-start.ts";
import { say } from "./say.ts";

/** Serves the metrics at METRICS_PORT. Undefined unless set: two servers must not meet at a port that nobody chose. */
export async function serveMetrics({ metrics }: Pick<Config, "metrics">) {
  if (!metrics) return undefined;
  const { port, host } = metrics;
  const server = await startScrapeServer({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(sentenceFor(error, port, host));
  });
  showBuild({ version, node: process.version });
  say(`Metrics are at ${server.url}`);
  return server;
}

function sentenceFor({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === "EADDRINUSE")
    return `The metrics' port ${port} on ${host} is taken by another program; set METRICS_PORT to another one.`;
  if (code === "EACCES")
    return `This user may not listen on port ${port}; set METRICS_PORT to a higher one.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `METRICS_HOST=${host} is no address of this machine.`;
  return `The metrics cannot be served on ${host}, port ${port}: ${message}.`;
}
