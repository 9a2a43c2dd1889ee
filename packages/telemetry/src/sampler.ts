/** OTEL_TRACES_SAMPLER: which traces are kept. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { SamplerName } from "./conventions.ts";

/** @param ratio 0 to 1; of the samplers of a ratio alone */
export function samplerOf({ name, ratio }: { name: SamplerName; ratio: number }): Sampler {
  const byParent = "parentbased_";
  const root = rootSampler(name.replace(byParent, ""), ratio);
  return name.startsWith(byParent) ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === "always_off") return new AlwaysOffSampler();
  return name === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
