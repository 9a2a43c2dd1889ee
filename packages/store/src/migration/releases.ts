/**
 * Which releases run on a service's database, and the oldest one that may: the one document of `releases`. A release
 * that no longer stores what an older one reads raises the minimum first.
 */
import type { Connection, mongo } from "mongoose";

export interface Releases {
  readonly _id: "slipway";
  /** Absent: every release may run. */
  readonly minimum?: string;
  /** When a process of a release was last there, by the database's clock. A name's points are underscores here. */
  readonly running?: Readonly<Record<string, Date>>;
  /** That a migration has made to the end. */
  readonly indexes?: readonly string[];
  /** How far each has come: to an id, or to its end. */
  readonly migrations?: Readonly<Record<string, { after: string } | { doneAt: Date }>>;
}

/** How often a process says that it runs. */
export const noteEveryMs = 60_000;
/** A process that was not noted for so long is gone, or hears of the minimum before it serves again. */
export const seenMsMax = 3 * noteEveryMs;

export function releasesOf(connection: Connection): mongo.Collection<Releases> {
  return connection.getClient().db(connection.name).collection<Releases>("releases");
}

export function runningField(release: string): string {
  return `running.${release.replaceAll(".", "_")}`;
}

/** The releases that were last there after an instant, each with when. */
export function runningSince(
  known: Releases | null,
  since: number,
): { release: string; seenAt: Date }[] {
  return Object.entries(known?.running ?? {})
    .map(([key, seenAt]) => ({ release: key.replaceAll("_", "."), seenAt }))
    .filter(({ seenAt }) => seenAt.getTime() > since);
}
