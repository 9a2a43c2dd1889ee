/** A button for what cannot be taken back: it asks first, and says what it will do. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Slipway } from "@slipway/client";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { FormDialog } from "./form-dialog.tsx";

interface Given {
  readonly label: string;
  /** What it is done to. */
  readonly name: string;
  /** What it means. */
  readonly children: ComponentChildren;
  readonly act: (slipway: Slipway) => Promise<unknown>;
  readonly done: () => void;
}

export function ConfirmButton(given: Given) {
  const [isOpen, setIsOpen] = useState(false);
  const named = fill(texts.value.parts.actOn, { action: given.label, name: given.name });
  return (
    <>
      <button type="button" aria-label={named} onClick={() => setIsOpen(true)}>
        {given.label}
      </button>
      {isOpen && (
        <FormDialog
          title={`${named}?`}
          submit={given.label}
          send={given.act}
          done={given.done}
          close={() => setIsOpen(false)}
        >
          <p>{given.children}</p>
        </FormDialog>
      )}
    </>
  );
}
