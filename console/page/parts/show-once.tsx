/** A secret on request. Where the server shows it once, leaving asks for as long as it has not been copied. */
import { useEffect } from "preact/hooks";
import { texts } from "../texts/texts.ts";
import { mayLeave, useUnsaved } from "../unsaved.ts";
import { CopyButton } from "./copy-button.tsx";
import { Field } from "./field.tsx";
import { Modal } from "./modal.tsx";

interface Given {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  /** It can be shown again: leaving does not ask. */
  readonly isKept?: boolean;
  readonly close: () => void;
}

export function ShowOnce({ title, label, hint, text, isKept = false, close }: Given) {
  const words = texts.parts;
  const unsaved = useUnsaved(words.notCopied);
  useEffect(() => void (isKept || unsaved.touch()), []);
  const leave = (): void => void (mayLeave() && close());
  return (
    <Modal title={title} close={leave}>
      <Field label={label} type="text" value={text} readOnly hint={hint} />
      <div class="controls">
        <CopyButton text={text} label={words.copy} copied={words.copied} onCopied={unsaved.clear} />
        <button type="button" onClick={leave}>
          {words.close}
        </button>
      </div>
    </Modal>
  );
}
