/** A button that opens a form on the page, and closes it again where nothing that is typed would be lost. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { mayLeave } from "../../unsaved.ts";

interface Given {
  readonly label: string;
  /** False: it cannot be opened, and what is open stays. */
  readonly isLive?: boolean;
  readonly children: (close: () => void) => ComponentChildren;
}

export function OpenButton({ label, isLive = true, children }: Given) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {(isLive || isOpen) && (
        <p>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => (!isOpen || mayLeave()) && setIsOpen(!isOpen)}
          >
            {label}
          </button>
        </p>
      )}
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}
