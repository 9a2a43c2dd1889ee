/** A button for what cannot be taken back: it asks first, and says what it will do. */
import type { ComponentChildren } from "preact";
import type { Operations } from "@slipway/client";
import { DialogButton } from "./dialog-button.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface Given {
  readonly label: string;
  /** The thing that the button acts on. */
  readonly name: string;
  /** The consequences of the action. */
  readonly children: ComponentChildren;
  readonly act: (slipway: Operations) => Promise<unknown>;
  readonly done: () => void;
}

export function ConfirmButton({ label, name, children, act, done }: Given) {
  return (
    <DialogButton label={label} name={name}>
      {(title, close) => (
        <FormDialog title={`${title}?`} submit={label} send={act} done={done} close={close}>
          <p>{children}</p>
        </FormDialog>
      )}
    </DialogButton>
  );
}
