import { type Server, createServer } from "node:http";
import { CannotStart } from "./cannot-start.ts";

export interface HealthServer {
  stop(): Promise<void>;
}

export interface HealthOptions {
  /** Undefined: it listens nowhere. */
  port: number | undefined;
  host: string;
  isReady: () => boolean;
}

/**
 * Tells how a node is, on a port of its own, so that a probe never waits behind the gateway's clients:
 * /livez as long as it answers at all, /startupz from the first moment on that every part works,
 * /readyz while every part does.
 */
export async function startHealthServer(options: HealthOptions): Promise<HealthServer> {
  const { port, host, isReady } = options;
  let hasStarted = false;
  const answers: Record<string, () => boolean> = {
    "/livez": () => true,
    "/readyz": isReady,
    "/startupz": () => (hasStarted ||= isReady()),
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    const isWell = answer?.() ?? false;
    const statusUnwell = answer ? 503 : 404;
    response.statusCode = isWell ? 200 : statusUnwell;
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.end(JSON.stringify({ ok: isWell }));
  });
  if (port !== undefined) await listen(server, port, host);
  return {
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", ({ message }) =>
      reject(new CannotStart(`HEALTH_PORT=${port} cannot be listened on: ${message}.`)),
    );
    server.listen(port, host, resolve);
  });
}
