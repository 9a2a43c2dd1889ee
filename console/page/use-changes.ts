/** Hears of bookings that others make or change, by the change feed, while the page is looked at. */
import { useEffect, useRef } from "preact/hooks";
import type { Booking } from "@slipway/client";
import { looksEveryMs } from "./answer-time.ts";
import { type Told, newsOf } from "./changes-told.ts";
import { ask } from "./session.ts";

/** A page that nobody uses lets its session end. */
const idleMsMax = 20 * 60_000;

let usedAt = performance.now();
for (const event of ["keydown", "pointerdown"])
  addEventListener(event, () => (usedAt = performance.now()), { passive: true });

interface Feed {
  /** Undefined: of all suppliers. */
  readonly supplierId?: string;
  /** `Sync-Watermark` of what is shown; undefined: nothing is shown yet. */
  readonly since: string | undefined;
}

/** Calls `heard` with what has changed, once for each look that finds something. Looks overlap. */
export function useChanges(
  { supplierId, since }: Feed,
  heard: (bookings: readonly Booking[]) => void,
): void {
  const latest = useRef(heard);
  latest.current = heard;
  const told = useRef<Told>(new Map());
  useEffect(() => {
    if (since === undefined) return;
    const controller = new AbortController();
    let watermark = since;
    let isLooking = false;
    const look = async (): Promise<void> => {
      if (isLooking || document.hidden || performance.now() - usedAt > idleMsMax) return;
      isLooking = true;
      try {
        const { bookings, next } = await ask(async (slipway) => {
          const feed = slipway.bookings.changes({ since: watermark, supplierId });
          const heardOf: Booking[] = [];
          for await (const booking of feed) heardOf.push(booking);
          return { bookings: heardOf, next: feed.watermark };
        }, controller.signal);
        watermark = next;
        if (controller.signal.aborted) return;
        const news = newsOf(told.current, bookings);
        if (news.length > 0) latest.current(news);
      } catch {
        // The next look finds it: the watermark has not moved. What the page asks for itself says what is wrong.
      } finally {
        isLooking = false;
      }
    };
    const timer = setInterval(() => void look(), looksEveryMs);
    const lookNow = (): void => void look();
    document.addEventListener("visibilitychange", lookNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookNow);
      controller.abort();
    };
  }, [supplierId, since]);
}
