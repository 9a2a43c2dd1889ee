/** A labelled input with its hint, and what is wrong with it beside it. */
import type { ComponentChildren } from "preact";
import { useOwnId } from "./use-own-id.ts";

interface Given {
  readonly label: string;
  readonly name?: string;
  readonly type:
    | "text"
    | "email"
    | "password"
    | "tel"
    | "date"
    | "time"
    | "datetime-local"
    | "number"
    | "search"
    | "url"
    /** A text of several lines. */
    | "area";
  readonly value?: string | undefined;
  readonly onInput?: (value: string) => void;
  readonly autocomplete?: string;
  /** Id of a list of what may be meant. */
  readonly list?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly step?: number;
  /** Height in lines, for a text of several lines. */
  readonly rows?: number;
  readonly hint?: ComponentChildren;
  readonly wrong?: string | undefined;
}

export function Field({ label, hint, wrong, onInput, ...input }: Given) {
  const id = useOwnId();
  const note = wrong ?? hint;
  // Both take what a field has; the types of Preact know that of each alone.
  const Input = (input.type === "area" ? "textarea" : "input") as "input";
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <Input
        // Preact's types have a union of all kinds of inputs, which no variable fits.
        {...(input as { type: "text" })}
        onInput={onInput && (({ currentTarget }) => onInput(currentTarget.value))}
        id={id}
        aria-invalid={wrong !== undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {note && (
        <span id={`${id}-note`} class={wrong ? "wrong" : "minor"}>
          {note}
        </span>
      )}
    </p>
  );
}
