/** A part of some bytes, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Range header (RFC 9110 section 14) applied to a file of this many bytes. It is "all" without a header, and for
 * one that we do not follow: another unit, several ranges. It is "none" where the file has no byte of the range.
 */
export function rangeOf(header: string | undefined, length: number): ByteRange | "all" | "none" {
  const match = /^bytes *= *(\d*) *- *(\d*) *$/i.exec(header ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (!match || (from === "" && to === "")) return "all";
  if (from === "") {
    const count = Math.min(Number(to), length);
    return count === 0 ? "none" : { first: length - count, last: length - 1 };
  }
  if (to !== "" && Number(to) < Number(from)) return "all";
  if (Number(from) >= length) return "none";
  return { first: Number(from), last: to === "" ? length - 1 : Math.min(Number(to), length - 1) };
}

/** Whether an If-None-Match or If-Range header names this entity tag, or any. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? "")
    .split(",")
    .map((each) => each.trim())
    .some((each) => each === "*" || each === tag || each === `W/${tag}`);
}
