/** Keys that do something wherever the focus is, but in a field or a dialog. */
import { useEffect, useRef } from "preact/hooks";

export type KeyActions = Readonly<Record<string, () => void>>;

/** By `event.key`, such as "n" or "ArrowLeft". The actions of a screen come before those of the whole console. */
export function useKeys(actions: KeyActions, on: "screen" | "console" = "screen"): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const target = on === "screen" ? document : window;
    const react = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented || isTyping(event)) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    target.addEventListener("keydown", react);
    return () => target.removeEventListener("keydown", react);
  }, []);
}

function isTyping({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}
