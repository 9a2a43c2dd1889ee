/** The answer to a scrape, in either of two formats. Both have the same samples; OpenMetrics has exemplars as well. */
import { exemplarRegistry, registry } from "./registry.ts";

/** All metrics in Prometheus' format 0.0.4. */
export async function prometheusText() {
  return { contentType: registry.contentType, text: await registry.metrics() };
}

/**
 * All metrics as OpenMetrics. Every sample has the name and the labels that it has in the other format, so a series goes
 * on where its reader changes the format. The text of prom-client would rename the counters.
 */
export async function openMetricsText() {
  const metrics = registry.getMetricsAsArray().map(async ({ name }) => {
    const from = exemplarRegistry.getSingleMetric(name) ? exemplarRegistry : registry;
    return from.getSingleMetricAsString(name);
  });
  const families = (await Promise.all(metrics)).map(asFamily);
  return { contentType: exemplarRegistry.contentType, text: `${families.join("\n")}\n# EOF\n` };
}

/** A counter's family has its name without the end that its samples keep. */
function asFamily(metric: string): string {
  return metric.replace(/^(# HELP \S+)_total( .*\n# TYPE \S+)_total counter$/m, "$1$2 counter");
}
