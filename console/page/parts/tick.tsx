/** A box to tick, with what it means behind it. */
import type { ComponentChildren } from "preact";

interface Given {
  readonly checked: boolean;
  readonly choose: (checked: boolean) => void;
  readonly children: ComponentChildren;
  readonly disabled?: boolean;
}

export function Tick({ checked, choose, children, disabled }: Given) {
  return (
    <label class="line">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />{" "}
      {children}
    </label>
  );
}
