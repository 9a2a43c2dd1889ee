/** A button that opens a dialog. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { NamedButton, actionWords } from "./named-button.tsx";

interface Given {
  readonly label: string;
  /** The thing that the dialog acts on. */
  readonly name?: string | undefined;
  readonly isMain?: boolean | undefined;
  readonly children: (title: string, close: () => void) => ComponentChildren;
}

export function DialogButton({ children, ...button }: Given) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <NamedButton {...button} onClick={() => setIsOpen(true)} />
      {isOpen && children(actionWords(button), () => setIsOpen(false))}
    </>
  );
}
