/** Loads the calendar's data, and the next part of it ahead. */
import { useRef } from "preact/hooks";
import { ask } from "../../session.ts";
import { type Loaded, useLoad } from "../../use-load.ts";
import { type CalendarData, type Shown, keyOf, loadCalendar } from "./load-calendar.ts";

/** A pointer that does not move for so long rests. */
const restMs = 150;

interface Ahead {
  readonly key: string;
  readonly controller: AbortController;
  readonly timer: ReturnType<typeof setTimeout>;
  reading?: Promise<CalendarData>;
}

export interface Calendar extends Loaded<CalendarData> {
  /** The pointer moves over what leads there. */
  readonly near: (next: Shown) => void;
  /** The pointer has left it: what was read ahead would be old by its next visit. */
  readonly away: () => void;
}

export function useCalendar(shown: Shown): Calendar {
  const ahead = useRef<Ahead | undefined>(undefined);
  const loaded = useLoad(keyOf(shown), (slipway) => {
    const known = ahead.current?.key === keyOf(shown) ? ahead.current.reading : undefined;
    if (known) ahead.current = undefined;
    return known ?? loadCalendar(slipway, shown);
  });
  const away = (): void => {
    clearTimeout(ahead.current?.timer);
    ahead.current?.controller.abort();
    ahead.current = undefined;
  };
  const near = (next: Shown): void => {
    if (ahead.current?.reading) return;
    away();
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const reading = ask((slipway) => loadCalendar(slipway, next), controller.signal);
      // A failure matters only to a viewer who goes there, and that load shows it.
      reading.catch(() => undefined);
      if (ahead.current) ahead.current.reading = reading;
    }, restMs);
    ahead.current = { key: keyOf(next), controller, timer };
  };
  return { ...loaded, near, away };
}
