/** State of the whole page, such as who is logged in. A change draws the page anew. */
import { useLayoutEffect, useState } from "react";

interface PageState<Value> {
  value: Value;
}

let drawAnew: (() => void) | undefined;

/** Draws its component, with all below it, whenever the state of the page changes. For the frame alone. */
export function usePageState(): void {
  const [, setTurn] = useState(0);
  // At once: between drawing and an effect a change would be lost.
  useLayoutEffect(() => {
    drawAnew = () => setTurn((before) => before + 1);
    return () => (drawAnew = undefined);
  }, []);
}

export function pageState<Value>(first: Value): PageState<Value> {
  let value = first;
  return {
    get value() {
      return value;
    },
    set value(next) {
      if (Object.is(next, value)) return;
      value = next;
      drawAnew?.();
    },
  };
}

/** A value that follows from the state of the page, found when it is read. */
export function derived<Value>(find: () => Value): Readonly<PageState<Value>> {
  return {
    get value() {
      return find();
    },
  };
}
