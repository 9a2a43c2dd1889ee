import { once } from "node:events";
import { createServer } from "node:http";
import { collectDefaultMetrics } from "prom-client";
import { acceptsOpenMetrics } from "./accepts-open-metrics.ts";
import { openMetricsText, prometheusText } from "./exposition.ts";
import { registry } from "./registry.ts";

export type ScrapeServer = Awaited<ReturnType<typeof startScrapeServer>>;

/** How often the event loop is asked how late it is; the lag contains it. At 20 ms the questions were half of an idle node. */
const loopMonitorMs = 100;
let isMeasuringProcess = false;

/**
 * Serves `GET /metrics`, and HEAD of it, on a port of its own, so that nobody who reaches the API reaches it.
 * Rejects with the system's error when the port cannot be listened on.
 * @param at port 0 takes any free one.
 */
export async function startScrapeServer(at: { port: number; host: string }) {
  const server = createServer((request, response) => {
    // Prometheus may send parameters of its own, which choose nothing here.
    const [path] = request.url?.split("?") ?? [];
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || path !== "/metrics") return void response.writeHead(404).end();
    const exposition = acceptsOpenMetrics(request.headers.accept)
      ? openMetricsText
      : prometheusText;
    exposition().then(
      ({ contentType, text }) => {
        const length = { "Content-Length": Buffer.byteLength(text) };
        response.writeHead(200, { "Content-Type": contentType, ...length, Vary: "Accept" });
        response.end(text);
      },
      () => response.writeHead(500).end(),
    );
  });
  server.listen(at.port, at.host);
  await once(server, "listening");
  measureProcess();
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : at.port;
  const host = at.host.includes(":") ? `[${at.host}]` : at.host;
  return {
    /** Where Prometheus finds the metrics. */
    url: `http://${host}:${port}/metrics`,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Event loop, garbage collection, memory, CPU: once per process, and only where they are read or sent. */
export function measureProcess(): void {
  if (isMeasuringProcess) return;
  isMeasuringProcess = true;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopMonitorMs });
}
