import { type ScrapeServer, startScrapeServer } from "@slipway/metrics";
import { z } from "zod";
import type { Config } from "../config.ts";
import { CannotStart } from "./cannot-start.ts";
import { say } from "./say.ts";

const portMax = 65_535;
const environment = z.object({
  METRICS_PORT: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(portMax)).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
});

/**
 * Serves the metrics where METRICS_PORT says. Undefined when it is not set: two servers on one
 * machine must not meet at a port that nobody has chosen.
 */
export async function serveMetrics({ settings }: Config): Promise<ScrapeServer | undefined> {
  const parsed = environment.safeParse(settings);
  if (!parsed.success)
    throw new CannotStart(
      `METRICS_PORT must be a port's number, 0 to ${portMax} (0: any free one).`,
    );
  const { METRICS_PORT: port, METRICS_HOST: host } = parsed.data;
  if (port === undefined) return undefined;
  const server = await startScrapeServer({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(sentenceFor(error, port, host));
  });
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
