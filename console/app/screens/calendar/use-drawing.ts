/** Days that a mouse draws over. A finger scrolls the page: on a telephone days are chosen by their fields. */
import { type PointerEvent, useEffect, useRef } from "react";
import { may } from "../../../page/session.ts";

export type Days = readonly [from: string, to: string];

export function useDrawing(chosen: Days | undefined, choose: (days: Days | undefined) => void) {
  const start = useRef<string | undefined>(undefined);
  /** A press that has drawn opens no day. */
  const hasDrawn = useRef(false);
  useEffect(() => {
    const end = (): void => void (start.current = undefined);
    addEventListener("pointerup", end);
    return () => removeEventListener("pointerup", end);
  }, []);
  const [from = "", to = ""] = chosen ? chosen.toSorted() : [];
  return {
    hasDrawn: () => hasDrawn.current,
    isChosen: (day: string): boolean => from <= day && day <= to,
    of: (day: string) => ({
      onPointerDown({ pointerType, button }: PointerEvent) {
        hasDrawn.current = false;
        if (pointerType !== "mouse" || button !== 0 || !may("availability:write")) return;
        start.current = day;
      },
      onPointerEnter() {
        if (start.current === undefined || start.current === day) return;
        hasDrawn.current = true;
        choose([start.current, day]);
      },
    }),
  };
}
