import { afterEach, describe, expect, it } from "@jest/globals";
import { version } from "@slipway/broker";
import type { ScrapeServer } from "@slipway/metrics";
import { serveMetrics } from "./metrics-port.ts";

const started: ScrapeServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

async function serve(port?: number, host = "127.0.0.1"): Promise<ScrapeServer | undefined> {
  const server = await serveMetrics({ metrics: port === undefined ? undefined : { port, host } });
  if (server) started.push(server);
  return server;
}

describe("METRICS_PORT", () => {
  it("serves nothing where it is not set", async () => {
    expect(await serve()).toBeUndefined();
  });

  it("takes any free port for 0, on this machine alone", async () => {
    const server = await serve(0);
    expect(server?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d{2,5}\/metrics$/);
    const response = await fetch(server?.url ?? "");
    expect(response.status).toBe(200);
    const build = `slipway_build_info{version="${version}",node="${process.version}"} 1`;
    expect(await response.text()).toContain(build);
  });

  it("is refused with one sentence where another program has it", async () => {
    const first = await serve(0);
    const { port } = new URL(first?.url ?? "");
    await expect(serve(Number(port))).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken by another program; stop it or set METRICS_PORT to another one.`,
    );
  });
});
