/** packages/client/src/generated/types.ts: every record, request and enum of the API, with its descriptions. */
import type { Document } from "./operations.ts";
import { type Schema, declarationOf } from "./type-text.ts";

export function typesFile({ components }: Document): string {
  const schemas = Object.entries((components?.schemas ?? {}) as Readonly<Record<string, Schema>>);
  return schemas.map(([name, schema]) => declarationOf(name, schema)).join("\n\n");
}
