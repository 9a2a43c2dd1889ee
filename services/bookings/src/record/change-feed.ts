/**
 * The change feed: bookings changed since an instant, by updatedAt and id, page by page. Pure.
 *
 * A change's updatedAt is the time of its decision; its write comes a little later. So a change may
 * appear behind the position that a reader has reached. The delay is bounded: no change is written more
 * than `lateMaxMs` after its updatedAt, by the database's clock. Everything older than that when a read
 * begins is complete. The end of the complete part is the watermark.
 */
import { clockErrorMs, lateMaxMs, watermarkBehindMs } from "../constants.ts";

/** Whether a change of that updatedAt, known to be written by now, was surely written before readers pass it. */
export function isInTime(updatedAt: Date, now: number): boolean {
  return now < updatedAt.getTime() + lateMaxMs - clockErrorMs;
}

/**
 * The first second, by the database's clock, in which an insert of that updatedAt may be late. The database
 * stamps inserts in whole seconds, so one with an earlier stamp was surely in time.
 */
export function lateFromSecond(updatedAt: Date): number {
  return Math.floor((updatedAt.getTime() + lateMaxMs) / 1_000);
}

/** Compares the database's clock with the last instant at which a change of that updatedAt may be written. */
export function inTime(updatedAt: Date, databaseNow: Date | "$$NOW", by?: Date): object {
  const latest = Math.min(updatedAt.getTime() + lateMaxMs, by?.getTime() ?? Infinity);
  return { $gt: [new Date(latest), databaseNow] };
}

export interface FeedPosition {
  updatedAt: Date;
  id: string;
  /** Set once a page has passed the complete part: this reading misses changes that land behind it. */
  watermark?: Date;
}

/** The start of a page of changes and its maximal length. */
export interface ChangeRange {
  /** Included. */
  readonly since: Date;
  readonly after: { readonly updatedAt: Date; readonly id: string } | undefined;
  readonly limit: number;
}

/** The end of the complete part for a read that begins at this database time or later. */
export function completeUntil(databaseNow: number): Date {
  return new Date(databaseNow - watermarkBehindMs);
}

interface FeedPage {
  /** The page's start; undefined for the first page. */
  from: FeedPosition | undefined;
  /** The page's last booking; undefined if the page is empty. */
  last: { updatedAt: Date; id: string } | undefined;
  /** Another page follows. */
  more: boolean;
  /** The end of the complete part before the page was read. */
  complete: Date;
}

/**
 * The watermark of a page and the start of the next one. A reader that starts again at the watermark of
 * any page misses nothing: it has received everything before it, and no change will appear before it.
 */
export function afterPage({ from, last, more, complete }: FeedPage): {
  watermark: Date;
  next: FeedPosition | null;
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
