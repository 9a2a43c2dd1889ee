import { version } from "@slipway/broker";
import { showBuild } from "@slipway/metrics";
import type { Config } from "../settings/config.ts";
import { say } from "./say.ts";

/**
 * Makes traces and sends them, and the metrics, where OTEL_EXPORTER_OTLP_ENDPOINT says. Before anything that is traced is
 * started. Undefined when it is not set: then no SDK and no exporter is loaded.
 */
export async function startTelemetry(
  { telemetry }: Pick<Config, "telemetry">,
  node: { role: string | undefined; id: string },
) {
  if (!telemetry) return undefined;
  const { exportTelemetry } = await import("@slipway/telemetry/export");
  const { attributes, serviceName, ...options } = telemetry;
  const ownName = node.role === undefined ? "slipway" : `slipway-${node.role}`;
  const resource = {
    "service.namespace": "slipway",
    "service.version": version,
    "service.instance.id": node.id,
    "service.name": ownName,
    ...attributes,
    ...(serviceName === undefined ? {} : { "service.name": serviceName }),
  };
  const running = exportTelemetry({ ...options, resource });
  showBuild({ version, node: process.version });
  say(`Traces and metrics go to ${new URL(telemetry.endpoint).origin}`);
  return running;
}
