/** The metrics of the process as OpenTelemetry has them: what Prometheus would read, sent instead. */
import { type HrTime, ValueType } from "@opentelemetry/api";
import { hrTime } from "@opentelemetry/core";
import { emptyResource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import { type ReadMetric, type ReadValue, readMetrics } from "@slipway/metrics";

/** Reads the registry whenever the SDK exports. */
export function registryProducer(): MetricProducer {
  const startTime = hrTime(0);
  return {
    async collect() {
      const endTime = hrTime();
      const metrics = (await readMetrics()).map((metric) =>
        metricData(metric, { startTime, endTime }),
      );
      const scope = { name: "slipway" };
      const resource = emptyResource();
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/** A metric of the registry in OpenTelemetry's form, under the same name. */
function metricData(metric: ReadMetric, times: Times): MetricData {
  const { name, help, type } = metric;
  const common = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (type === "histogram")
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: spread(metric, times) };
  const dataPoints = metric.values.map(({ labels, value }) => ({
    ...times,
    attributes: labels,
    value,
  }));
  if (type === "counter")
    return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  return { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** One point for each set of labels: Prometheus adds up its buckets, OpenTelemetry does not. */
function spread({ name, values }: ReadMetric, times: Times): DataPoint<Histogram>[] {
  const bySeries = Map.groupBy(values, ({ labels: { le: _le, ...labels } }) =>
    JSON.stringify(labels),
  );
  return [...bySeries].map(([labels, series]) => ({
    ...times,
    attributes: JSON.parse(labels) as Record<string, string>,
    value: histogramOf(name, series),
  }));
}

function histogramOf(name: string, series: readonly ReadValue[]): Histogram {
  const only = (end: string): number =>
    series.find(({ metricName }) => metricName === `${name}_${end}`)?.value ?? 0;
  const buckets = series.filter(({ metricName }) => metricName === `${name}_bucket`);
  return {
    buckets: {
      boundaries: buckets.map(({ labels }) => Number(labels["le"])).filter(Number.isFinite),
      counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
    },
    sum: only("sum"),
    count: only("count"),
  };
}
