/**
 * Whether a reader of metrics wants them as OpenMetrics, by its Accept header (RFC 9110 section 12.5.1). Prometheus does.
 * Readers that do not name it get the older text, which every reader knows.
 */
export function acceptsOpenMetrics(accept = ""): boolean {
  const wanted = accept.toLowerCase().split(",").map(rangeOf);
  const weight = weightOf(wanted, ({ type, version = "1.0.0" }) => {
    return type === "application/openmetrics-text" && version === "1.0.0";
  });
  return weight > 0 && weight >= weightOf(wanted, ({ type }) => type === "text/plain");
}

interface MediaRange {
  readonly type: string;
  readonly version: string | undefined;
  readonly weight: number;
}

function rangeOf(text: string): MediaRange {
  const [type = "", ...rest] = text.split(";").map((part) => part.trim());
  const parameters = new Map(rest.map((each) => each.split("=", 2) as [string, string]));
  return { type, version: parameters.get("version"), weight: Number(parameters.get("q") ?? 1) };
}

/** The largest weight of the ranges that match; an unreadable weight counts as 0. */
function weightOf(ranges: readonly MediaRange[], isMatch: (range: MediaRange) => boolean): number {
  return Math.max(0, ...ranges.filter(isMatch).map(({ weight }) => weight || 0));
}
