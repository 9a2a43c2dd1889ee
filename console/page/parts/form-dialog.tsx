/** A dialog with a form that makes or changes something. It closes when that is done. */
import type { ComponentChildren } from "preact";
import type { Operations } from "@slipway/client";
import { texts } from "../texts/texts.ts";
import { mayLeave, useUnsaved } from "../unsaved.ts";
import { useAction } from "../use-action.ts";
import { Modal } from "./modal.tsx";
import { ProblemNote } from "./problem-note.tsx";

interface Given<Data> {
  readonly title: string;
  readonly submit: string;
  readonly children: ComponentChildren;
  /** Asked before it is sent: where something is missing, it says so itself. */
  readonly isComplete?: () => boolean;
  readonly send: (slipway: Operations) => Promise<Data>;
  readonly done: (data: Data) => void;
  readonly close: () => void;
}

export function FormDialog<Data>(given: Given<Data>) {
  const { title, submit, children, isComplete, send, done, close } = given;
  const { act, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  // While it is sent it stays: nobody would see what became of it.
  const leave = (): void => void (!isBusy && mayLeave() && close());
  return (
    <Modal title={title} close={leave}>
      <form
        onInput={unsaved.touch}
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !isComplete()) return;
          void act(send, (data) => {
            unsaved.clear();
            close();
            done(data);
          });
        }}
      >
        {children}
        <ProblemNote error={error} />
        <div class="controls">
          <button type="submit" class="main" disabled={isBusy}>
            {submit}
          </button>
          <button type="button" onClick={leave}>
            {texts.parts.leave}
          </button>
        </div>
      </form>
    </Modal>
  );
}
