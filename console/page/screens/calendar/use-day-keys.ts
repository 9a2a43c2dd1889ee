/** Where the calendar is, and the keys that move it. */
import { useEffect, useRef } from "preact/hooks";
import { go, hrefOf, query } from "../../router.ts";
import { useKeys } from "../../use-keys.ts";
import { dayAfter, dayIn } from "../../zone.ts";

/** The address of the calendar on another day, with what else it shows. */
export function hrefOn(date: string, more: Readonly<Record<string, string | undefined>> = {}) {
  return hrefOf(`/calendar/${date}`, { ...Object.fromEntries(query.value), ...more });
}

/** Arrows move from day to day, on to the next month or week. Enter opens the day, because it is a link. */
export function useDayKeys(date: string, timezone: string): void {
  /** The day that takes the focus as soon as it is drawn. */
  const goal = useRef<string | undefined>(undefined);
  const moveTo = (day: string): void => {
    goal.current = day;
    go(hrefOn(day), { replace: true });
  };
  const by = (days: number) => (): void => {
    const focused = document.activeElement;
    const own = focused instanceof HTMLElement ? focused.dataset["date"] : undefined;
    moveTo(dayAfter(goal.current ?? own ?? date, days));
  };
  useKeys({
    ArrowLeft: by(-1),
    ArrowRight: by(1),
    ArrowUp: by(-7),
    ArrowDown: by(7),
    t: () => moveTo(dayIn(new Date(), timezone)),
  });
  useEffect(() => {
    if (goal.current !== date) return;
    goal.current = undefined;
    document.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
  });
}
