import { type OpenMetricsContentType, Registry } from "prom-client";

/** One sample; `metricName` of a histogram's has its end: `_bucket`, `_sum` or `_count`. */
export interface ReadValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly metricName?: string;
}

export interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly values: readonly ReadValue[];
}

export async function readMetrics(): Promise<readonly ReadMetric[]> {
  return (await registry.getMetricsAsJSON()) as unknown as readonly ReadMetric[];
}

/** The registry of this process's metrics. It is not prom-client's default, so no library can add to it. */
export const registry = new Registry();

/**
 * The registry of metrics with exemplars, which prom-client writes as OpenMetrics alone. No counter may get in here: as
 * OpenMetrics, prom-client would take `_total` from its name for good, in the other registry as well.
 */
export const exemplarRegistry = new Registry<OpenMetricsContentType>();
exemplarRegistry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
