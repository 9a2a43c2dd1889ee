import mongoose from "mongoose";

const { Timestamp } = mongoose.mongo;

/** A document of a collection, with those BSON types that the product uses. */
export type Document = Record<string, unknown> & { _id: string };

/** A copy that shares nothing, as one that went over a wire; what is undefined arrives as null. */
export function copied<Value>(value: Value): Value {
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value !== "object") return value;
  if (value instanceof Date) return new Date(value.getTime());
  // Nothing changes one.
  if (value instanceof Timestamp) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyOf((value as Record<string, unknown>)[key]);
  return copy;
}

/** Every value at a path; as in a query, an array on the way stands for its elements. */
export function valuesAt(value: unknown, path: string): unknown[] {
  let values = [value];
  for (const key of path.split(".")) {
    const next: unknown[] = [];
    for (const each of values) {
      const isList = Array.isArray(each) && !/^\d+$/.test(key);
      const nodes = isList ? (each as unknown[]) : [each];
      for (const node of nodes) pushMember(next, node, key);
    }
    values = next;
  }
  return values;
}

function pushMember(values: unknown[], of: unknown, key: string): void {
  if (typeof of !== "object" || of === null || !(key in of)) return;
  values.push((of as Record<string, unknown>)[key]);
}

/** Dates by their instant, timestamps by their second and their count in it, the rest as it is. */
export function comparable(value: unknown): unknown {
  if (value instanceof Timestamp) return value.t + value.i / 2 ** 32;
  return value instanceof Date ? value.getTime() : value;
}

/** The document as an insert stores it: the server replaces empty timestamps by its own time. */
export function stamped(document: Document, nowMs: number): Document {
  const now = new Timestamp({ t: Math.floor(nowMs / 1_000), i: 1 });
  const fields = Object.entries(document).map(([field, value]) => [
    field,
    value instanceof Timestamp && value.t === 0 && value.i === 0 ? now : value,
  ]);
  return Object.fromEntries(fields) as Document;
}

export function isSame(a: unknown, b: unknown): boolean {
  const [one, other] = [comparable(a), comparable(b)];
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
