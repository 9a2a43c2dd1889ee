import { type Server, createServer } from "node:http";
import type { Readiness } from "@slipway/gateway";
import { CannotStart } from "../settings/cannot-start.ts";

interface HealthOptions {
  /** Undefined: it listens nowhere. */
  port: number | undefined;
  host: string;
  readiness: () => Readiness;
}

/**
 * Tells how a node is, on a port of its own, so that a probe never waits behind the gateway's clients. The path
 * `/livez` answers as long as the process does. `/readyz` is 200 while the node takes requests, and names missing
 * services. `/startupz` is 200 from the first ready moment on.
 */
export async function startHealthServer({ port, host, readiness }: HealthOptions) {
  let hasStarted = false;
  const well: Readiness = { reasons: [], missing: [] };
  const answers: Record<string, () => Readiness> = {
    "/livez": () => well,
    "/readyz": readiness,
    "/startupz": () => {
      hasStarted ||= readiness().reasons.length === 0;
      return hasStarted ? well : readiness();
    },
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""]?.();
    const statusUnwell = answer ? 503 : 404;
    const isWell = answer?.reasons.length === 0;
    response.statusCode = isWell ? 200 : statusUnwell;
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.end(JSON.stringify({ ok: isWell, ...named(answer ?? well) }));
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

/** The lists that are not empty. */
function named({ reasons, missing }: Readiness): Partial<Readiness> {
  return {
    ...(reasons.length > 0 && { reasons }),
    ...(missing.length > 0 && { missing }),
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
