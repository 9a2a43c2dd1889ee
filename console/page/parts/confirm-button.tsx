/** A button for what cannot be taken back: it asks first, and says what it will do. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Slipway } from "@slipway/client";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { useAction } from "../use-action.ts";
import { Modal } from "./modal.tsx";
import { ProblemNote } from "./problem-note.tsx";

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
      {isOpen && <Confirm {...given} title={`${named}?`} close={() => setIsOpen(false)} />}
    </>
  );
}

function Confirm(given: Given & { title: string; close: () => void }) {
  const { title, label, children, act, done, close } = given;
  const acting = useAction();
  return (
    <Modal title={title} close={close}>
      <p>{children}</p>
      {acting.error !== undefined && <ProblemNote error={acting.error} />}
      <div class="controls">
        <button
          type="button"
          class="main"
          disabled={acting.isBusy}
          onClick={() =>
            void acting.act(act, () => {
              close();
              done();
            })
          }
        >
          {label}
        </button>
        <button type="button" onClick={close}>
          {texts.value.parts.leave}
        </button>
      </div>
    </Modal>
  );
}
