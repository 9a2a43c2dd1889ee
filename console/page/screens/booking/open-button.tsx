/** A button that opens a form on the page, and closes it again where nothing that is typed would be lost. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { mayLeave } from "../../unsaved.ts";

interface Given {
  readonly label: string;
  readonly children: (close: () => void) => ComponentChildren;
}

export function OpenButton({ label, children }: Given) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => (!isOpen || mayLeave()) && setIsOpen(!isOpen)}
        >
          {label}
        </button>
      </p>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}
