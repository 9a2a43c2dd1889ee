/** Unsaved input: the page asks before a key, a link, the way back or the window takes it away. */
import { useLayoutEffect, useState } from "react";
import { texts } from "./texts/texts.ts";

/** The question of each form with unsaved input. */
const unsaved = new Map<object, string>();

/** A yes gives up all of it. */
export function mayLeave(): boolean {
  const isYes = wouldLeave();
  if (isYes) giveUp();
  return isYes;
}

/** Asks only: what is then tried may fail, and all of it must still be there. */
export function wouldLeave(): boolean {
  const [question] = unsaved.values();
  return question === undefined || confirm(question);
}

export function giveUp(): void {
  unsaved.clear();
}

interface Unsaved {
  /** Something would be lost from now on. */
  readonly touch: () => void;
  /** It is saved. */
  readonly clear: () => void;
}

/** Tracks the unsaved input of one form, for as long as it is drawn. */
export function useUnsaved(question?: string): Unsaved {
  const [form] = useState({});
  const clear = (): void => void unsaved.delete(form);
  useLayoutEffect(() => clear, []);
  return {
    touch() {
      unsaved.set(form, question ?? texts.app.unsaved);
    },
    clear,
  };
}

addEventListener("beforeunload", (event) => {
  if (unsaved.size > 0) event.preventDefault();
});
