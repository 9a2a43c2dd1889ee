/** In what form an answer is sent, by RFC 9110 section 12.5.3. */
export type Encoding = "gzip" | "br";

/**
 * The encoding that an Accept-Encoding header likes best, and no less than the plain bytes; the first of
 * those that it likes equally. Undefined: the plain bytes, which a client that says nothing gets, too.
 */
export function encodingFor(
  header: string | undefined,
  offered: readonly Encoding[] = ["gzip", "br"],
): Encoding | undefined {
  if (header === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const each of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim());
    weights.set(name === "x-gzip" ? "gzip" : name, weightOf(parameters));
  }
  const weightFor = (name: Encoding): number => weights.get(name) ?? weights.get("*") ?? 0;
  const [best] = offered.toSorted((a, b) => weightFor(b) - weightFor(a));
  const weight = best ? weightFor(best) : 0;
  return weight > 0 && weight >= (weights.get("identity") ?? 0) ? best : undefined;
}

/** A weight that cannot be read is none. */
export function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((each) => each.startsWith("q="));
  if (given === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) ? Number(given.slice(2)) : 0;
}
