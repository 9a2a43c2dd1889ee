/** A secret on request. Where the server shows it once, leaving asks for as long as it has not been copied. */
import { useEffect, useState } from "preact/hooks";
import { texts } from "../texts/texts.ts";
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
  const [isCopied, setIsCopied] = useState(isKept);
  const [isAsking, setIsAsking] = useState(false);
  const words = texts.value.parts;
  useStay(!isCopied, () => setIsAsking(true));
  const leave = (): void => (isCopied ? close() : setIsAsking(true));
  return (
    <Modal title={title} close={leave}>
      <Field label={label} type="text" value={text} readOnly hint={hint} />
      <div class="controls">
        <CopyButton
          text={text}
          label={words.copy}
          copied={words.copied}
          onCopied={() => setIsCopied(true)}
        />
        <button type="button" onClick={leave}>
          {words.close}
        </button>
      </div>
      {isAsking && !isCopied && (
        <div class="problem" role="alert">
          <p>{words.notCopied}</p>
          <button type="button" onClick={close}>
            {words.closeAnyway}
          </button>
        </div>
      )}
    </Modal>
  );
}

/** Neither the window nor the way back takes the page away without a question. */
function useStay(isKept: boolean, ask: () => void): void {
  useEffect(() => {
    if (!isKept) return;
    // The way back leads to this address once more.
    history.pushState(null, "", location.href);
    const onBack = (): void => {
      history.pushState(null, "", location.href);
      ask();
    };
    const onUnload = (event: Event): void => event.preventDefault();
    addEventListener("popstate", onBack);
    addEventListener("beforeunload", onUnload);
    return () => {
      removeEventListener("popstate", onBack);
      removeEventListener("beforeunload", onUnload);
    };
  }, [isKept]);
}
