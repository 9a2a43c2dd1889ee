import { version } from "@slipway/broker";
import { showBuild, startScrapeServer } from "@slipway/metrics";
import type { Config } from "../settings/config.ts";
import { cannotListen } from "./free-port.ts";
import { say } from "./say.ts";

/** Serves the metrics at METRICS_PORT. Undefined unless set: two servers must not meet at a port that nobody chose. */
export async function serveMetrics({ metrics }: Pick<Config, "metrics">) {
  if (!metrics) return undefined;
  const server = await startScrapeServer(metrics).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(error, metrics, "METRICS_");
  });
  showBuild({ version, node: process.version });
  say(`Metrics are at ${server.url}`);
  return server;
}
