/**
 * Whether an Accept-Encoding header takes gzip, and likes it no less than the plain bytes (RFC 9110
 * section 12.5.3). A client that says nothing gets the plain bytes: some cannot read others.
 */
export function takesGzip(header: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const each of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim());
    weights.set(name, weightOf(parameters));
  }
  const gzip = weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0;
  return gzip > 0 && gzip >= (weights.get("identity") ?? 0);
}

/** A weight that cannot be read is none. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((each) => each.startsWith("q="));
  if (given === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) ? Number(given.slice(2)) : 0;
}
