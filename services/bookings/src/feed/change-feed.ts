/**
 * A crawl: what has changed since an instant, by updatedAt and id, page by page. Pure.
 *
 * A change carries the time at which it was decided and is written a little later, so changes may
 * still come in before the place that a reader has reached. How much later is bounded: no change is
 * written more than `lateMaxMs` after its updatedAt, by the database's own clock. What was older
 * than that before a read began is complete when it is read. The bound of it is the watermark.
 */

/** How long after its updatedAt a change may be written, by the database's clock. */
export const lateMaxMs = 5_000;

/**
 * How far behind the database's clock reading begins again: more than `lateMaxMs`, because a
 * database may fail over to one whose clock goes a little behind.
 */
const behindMs = lateMaxMs + 5_000;

/** Where a crawl has come to. */
export interface CrawlPosition {
  updatedAt: Date;
  id: string;
  /** Set once a page has gone beyond what was complete: what came late behind it is not in this crawl. */
  watermark?: Date;
}

/** What was complete before a read that began when the database's clock showed this or more. */
export function completeUntil(databaseNow: number): Date {
  return new Date(databaseNow - behindMs);
}

export interface CrawledPage {
  /** Where the page began; undefined for the first. */
  from: CrawlPosition | undefined;
  /** Of the page; undefined where it is empty. */
  last: { updatedAt: Date; id: string } | undefined;
  /** Another page follows. */
  more: boolean;
  /** What was complete before the page was read. */
  complete: Date;
}

/**
 * The watermark of a page, and where the next one begins. Whoever starts again at the watermark of
 * any page has lost nothing: all before it has been given, and nothing will come in before it.
 */
export function afterPage({ from, last, more, complete }: CrawledPage): {
  watermark: Date;
  next: CrawlPosition | null;
} {
  const known = earlier(from?.watermark, complete);
  if (!more || !last) return { watermark: known, next: null };
  const isBeyond = last.updatedAt > complete;
  const carried = isBeyond ? known : from?.watermark;
  return {
    watermark: earlier(known, last.updatedAt),
    next: { ...last, ...(carried ? { watermark: carried } : {}) },
  };
}

function earlier(one: Date | undefined, other: Date): Date {
  return one && one < other ? one : other;
}
