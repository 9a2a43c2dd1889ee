/** Changes of a record: each field as it was and as it is. */
import type { ComponentChildren } from "preact";
import { texts } from "../texts/texts.ts";
import type { RecordChange } from "./record-changes.ts";

interface Given {
  readonly changes: readonly RecordChange[];
  /** The name of a field; undefined: the field is not shown. By default every field has its own name. */
  readonly nameOf?: (field: string) => string | undefined;
  /** How a value is shown; by default as text. */
  readonly words?: (value: unknown, change: RecordChange) => ComponentChildren;
}

export function ChangeList({ changes, nameOf = (field) => field, words = plainWords }: Given) {
  const shown = changes.flatMap((change) => {
    const name = nameOf(change.field);
    return name === undefined ? [] : [{ name, change }];
  });
  if (shown.length === 0) return null;
  return (
    <ul>
      {shown.map(({ name, change }) => (
        <li key={change.field}>
          {name}: <del>{words(change.before, change)}</del> <span aria-hidden="true">→</span>{" "}
          <ins>{words(change.after, change)}</ins>
        </li>
      ))}
    </ul>
  );
}

export function plainWords(value: unknown): string {
  if (value === undefined || value === null || value === "") return texts.parts.none;
  return typeof value === "string" ? value : JSON.stringify(value);
}
