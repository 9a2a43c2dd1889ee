/** Copies a text. Where the browser does not let a page do that, it shows the text to be copied by hand. */
import { useState } from "preact/hooks";
import { texts } from "../texts/texts.ts";

interface Given {
  readonly text: string;
  readonly label: string;
  /** The words after copying. */
  readonly copied: string;
  readonly onCopied?: () => void;
}

export function CopyButton({ text, label, copied, onCopied }: Given) {
  const [outcome, setOutcome] = useState<"copied" | "by hand">();
  const copy = (): void => {
    // Only pages of TLS or of this machine have a clipboard.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("none"));
    writing.then(
      () => {
        setOutcome("copied");
        onCopied?.();
      },
      () => setOutcome("by hand"),
    );
  };
  return (
    <>
      <button type="button" onClick={copy}>
        {label}
      </button>
      <output>{outcome === "copied" && copied}</output>
      {outcome === "by hand" && (
        <textarea readOnly rows={2} aria-label={texts.list.copyByHand} value={text} />
      )}
    </>
  );
}
