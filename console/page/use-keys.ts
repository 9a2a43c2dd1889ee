/** Keys that do something wherever the focus is, but in a field or a dialog. */
import { useEffect, useRef } from "react";
import { pageState } from "./page-state.ts";

type KeyActions = Readonly<Record<string, () => void>>;

/** Key of the viewer's last choice in this browser. */
const kept = "slipway-keys";

/** Users who speak to the computer, or hit keys by chance, can switch them off (WCAG 2.1.4). */
export const areKeysOn = pageState(localStorage.getItem(kept) !== "off");

export function switchKeys(isOn: boolean): void {
  areKeysOn.value = isOn;
  if (isOn) localStorage.removeItem(kept);
  else localStorage.setItem(kept, "off");
}

/** By `event.key`, such as "n" or "ArrowLeft". The actions of a screen come before those of the whole console. */
export function useKeys(actions: KeyActions, on: "screen" | "console" = "screen"): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const target = on === "screen" ? document : window;
    const react = (event: Event): void => {
      if (!areKeysOn.value || !(event instanceof KeyboardEvent)) return;
      if (event.defaultPrevented || isTyping(event)) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    target.addEventListener("keydown", react);
    return () => target.removeEventListener("keydown", react);
  }, []);
}

/** Dialogs and menus, which have keys of their own. */
const over = "dialog[open], [aria-modal=true], [role=menu]";

function isTyping({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || document.querySelector(over)) return true;
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}
