/** A button that says what it acts on: beside it stands the record, which a reader of the screen does not see. */
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

interface Action {
  readonly label: string;
  /** Absent: the label says all. */
  readonly name?: string | undefined;
}

interface Given extends Action {
  readonly isMain?: boolean | undefined;
  readonly disabled?: boolean;
  readonly "aria-disabled"?: boolean;
  readonly onClick: (event: { readonly currentTarget: HTMLElement }) => void;
}

export function NamedButton({ label, name, isMain, ...button }: Given) {
  return (
    <button
      type="button"
      class={isMain ? "main" : ""}
      aria-label={actionWords({ label, name })}
      {...button}
    >
      {label}
    </button>
  );
}

/** "Revoke: Reseller". */
export function actionWords({ label, name }: Action): string {
  return name === undefined ? label : fill(texts.parts.actOn, { action: label, name });
}
