/** A dialog over the page. The browser keeps the focus in it, and gives it back when it closes. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useOwnId } from "./use-own-id.ts";

interface Given {
  readonly title: string;
  /** Absent: it cannot be left. */
  readonly close?: () => void;
  readonly children: ComponentChildren;
}

/** Open for as long as it is drawn. */
export function Modal({ title, close, children }: Given) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useOwnId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Escape. Whether it closes is decided where it is drawn.
        event.preventDefault();
        if (event.cancelable) close?.();
      }}
      onClose={({ currentTarget }) => {
        // Chromium lets some further Escapes close it: their cancel cannot be prevented.
        if (!currentTarget.isConnected) return;
        currentTarget.showModal();
        close?.();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
