import assert from "node:assert";
import type { Action, OutputOf } from "@slipway/contracts";
import { z } from "zod";

interface Asked {
  readonly input: unknown;
  readonly note: ((id: string, reason: string) => void) | undefined;
}

/** Parses an output. A list goes on without stored records that break its contract. */
export function parseOutput<A extends Action>(
  contract: A,
  output: OutputOf<A>,
  asked: Asked,
): OutputOf<A> {
  const parsed = contract.output.safeParse(output);
  if (parsed.success) {
    // Most built answers are not parsed: so parsing changes none.
    if (contract.built) assert.deepStrictEqual(output, parsed.data, contract.name);
    return parsed.data as OutputOf<A>;
  }
  const sound =
    contract.kind === "read" ? withoutBroken(output, parsed.error.issues, asked) : undefined;
  if (sound === undefined) throw parsed.error;
  return contract.output.parse(sound) as OutputOf<A>;
}

/**
 * The list without the records at fault; undefined where something else is at fault, too. An array whose input names a
 * record has parts of that: it is whole or fails, because clients put back what they were answered.
 */
function withoutBroken(
  output: unknown,
  issues: readonly z.core.$ZodIssue[],
  { input, note }: Asked,
): unknown {
  const isArray = Array.isArray(output);
  if (isArray && Object.keys(input as object).length > 0) return undefined;
  const items = (isArray ? output : (output as { items?: unknown }).items) as unknown[];
  const broken = new Map<unknown, string>();
  for (const { code, path } of issues) {
    const [at, field] = isArray || path[0] !== "items" ? path : path.slice(1);
    const item = typeof at === "number" ? items[at] : undefined;
    if (!isRecord(item)) return undefined;
    broken.set(item, `${String(field)}: ${code}`);
  }
  for (const [item, reason] of broken) note?.((item as { id: string }).id, reason);
  const sound = items.filter((item) => !broken.has(item));
  return isArray ? sound : { ...(output as object), items: sound };
}

export function isRecord(value: unknown): value is { readonly id: string } {
  return typeof (value as { id?: unknown } | null | undefined)?.id === "string";
}

/** The reason of a failure without its message, which may have a part of the record's text. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.name : "no error";
  const [issue] = error.issues;
  return `${String(issue?.path[0])}: ${issue?.code}`;
}
