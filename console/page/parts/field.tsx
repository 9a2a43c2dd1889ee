/** A labelled input with its hint, and what is wrong with it beside it. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

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
    | "url";
  readonly value?: string | undefined;
  readonly onInput?: (value: string) => void;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly step?: number;
  readonly hint?: ComponentChildren;
  readonly wrong?: string | undefined;
}

export function Field({ label, hint, wrong, onInput, ...input }: Given) {
  const id = useId();
  const note = wrong ?? hint;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
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
