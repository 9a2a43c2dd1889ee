/**
 * The JSON Pointer, as a fragment and with long names cut, of the first number that JavaScript cannot hold, such as 1e999; null
 * where there is none. The parser makes it Infinity, and that would be written down as null.
 * @param value parsed JSON, of a bounded depth.
 */
export function numberBeyondBounds(value: unknown, pointer = "#"): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? null : pointer;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, each] of Object.entries(value)) {
    // Most values are texts: no pointer is made for them.
    if (typeof each !== "number" && typeof each !== "object") continue;
    if (typeof each === "number" && Number.isFinite(each)) continue;
    const found = numberBeyondBounds(each, `${pointer}/${escaped(name.slice(0, 100))}`);
    if (found !== null) return found;
  }
  return null;
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
