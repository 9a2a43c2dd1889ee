/**
 * Hears of bookings that others make or change, by the change feed, while the page is looked at. The stream of events says when to
 * look. Where there is no stream, the page looks every few seconds.
 */
import { useEffect, useRef } from "react";
import type { Booking, Operations } from "@slipway/client";
import { looksEveryMs } from "./answer-time.ts";
import { keepStream, onChange } from "./change-stream.ts";
import { type Shown, newsOf } from "./shown-changes.ts";
import { ask, hasEnded } from "./session.ts";

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

/** Whether the page is in front and in use, by its own user. */
function isLookedAt(): boolean {
  return !document.hidden && !hasEnded.value && performance.now() - usedAt <= idleMsMax;
}

/** Calls `look` every few seconds while the page is looked at, for what no feed tells of. The next look makes good for one that fails. */
export function useLooks(look: () => Promise<unknown>): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const tend = (): void => {
      if (isLookedAt()) latest.current().catch(() => undefined);
    };
    const timer = setInterval(tend, looksEveryMs);
    return () => clearInterval(timer);
  }, []);
}

/** Calls `heard` with what has changed, once for each look that finds something. Looks overlap. */
export function useChanges(
  { supplierId, since }: Feed,
  heard: (bookings: readonly Booking[]) => void,
): void {
  const latest = useRef(heard);
  latest.current = heard;
  const shown = useRef<Shown>(new Map());
  useEffect(() => {
    if (since === undefined) return;
    const controller = new AbortController();
    let watermark = since;
    let isLooking = false;
    // Something may have changed before the stream was heard.
    let isDue = true;
    const look = async (): Promise<void> => {
      isDue = true;
      if (isLooking || !isLookedAt()) return;
      isDue = false;
      isLooking = true;
      try {
        const { bookings, next } = await ask(
          (slipway) => changesSince(slipway, { updatedSince: watermark, supplierId }),
          controller.signal,
        );
        watermark = next;
        if (controller.signal.aborted) return;
        const news = newsOf(shown.current, bookings);
        if (news.length === 0) return;
        // It is shown at two looks.
        isDue = true;
        latest.current(news);
      } catch {
        isDue = true;
        // The next look finds it: the watermark has not moved. What the page asks for itself says what is wrong.
      } finally {
        isLooking = false;
      }
    };
    const lookNow = (): void => void look();
    const forget = onChange(lookNow);
    const tend = (): void => {
      if (!keepStream(isLookedAt()) || isDue) lookNow();
    };
    keepStream(isLookedAt());
    const timer = setInterval(tend, looksEveryMs);
    document.addEventListener("visibilitychange", tend);
    return () => {
      forget();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tend);
      controller.abort();
    };
  }, [supplierId, since]);
}

interface Since {
  readonly updatedSince: string;
  readonly supplierId: string | undefined;
}

/** All pages of the feed, and where the next look begins. */
async function changesSince({ bookings }: Operations, since: Since) {
  const heardOf: Booking[] = [];
  let next = since.updatedSince;
  let asked: Since | { readonly cursor: string } = since;
  for (;;) {
    const { data, response } = await bookings.list(asked).withResponse();
    heardOf.push(...data.items);
    next = response.headers.get("sync-watermark") ?? next;
    if (data.nextCursor === null) return { bookings: heardOf, next };
    // It carries the rest.
    asked = { cursor: data.nextCursor };
  }
}
