/** Changes of a record, field by field. Pure. */

export interface RecordChange {
  /** The path to the value, such as "customer.email". */
  readonly field: string;
  /** Undefined: it had none. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Lists are one value each, because their items have no names. A record that is new or gone has no changes. */
export function changesOf(before: unknown, after: unknown): RecordChange[] {
  return isRecord(before) && isRecord(after) ? changesIn(before, after, "") : [];
}

type Fields = Readonly<Record<string, unknown>>;

function changesIn(before: Fields, after: Fields, path: string): RecordChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const field = `${path}${name}`;
    const [was, is] = [before[name], after[name]];
    if (isRecord(was) && isRecord(is)) return changesIn(was, is, `${field}.`);
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }];
  });
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
