import { escapePointer } from "@slipway/contracts";

/**
 * The JSON Pointer, as a fragment and with long names cut, of the first number that JavaScript cannot hold, such as 1e999; null
 * where there is none. The parser makes it Infinity, and that would be written down as null.
 * @param value parsed JSON, of a bounded depth.
 */
export function numberBeyondBounds(value: unknown): string | null {
  const path = pathBeyondBounds(value);
  return path === null ? null : `#${path}`;
}

function pathBeyondBounds(value: unknown): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? null : "";
  if (typeof value !== "object" || value === null) return null;
  for (const [name, each] of Object.entries(value)) {
    const found = pathBeyondBounds(each);
    if (found !== null) return `/${escapePointer(name)}${found}`;
  }
  return null;
}
