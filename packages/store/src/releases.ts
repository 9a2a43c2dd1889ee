/**
 * Which releases run on a service's database, and the oldest one that may: the one document of `releases`. A release
 * that no longer stores what an older one reads raises the minimum first.
 */
import { type Job, isOlder, version } from "@slipway/broker";
import type { Connection, mongo } from "mongoose";
import { duplicateKey } from "./database-error.ts";
import { UnfitDatabase } from "./database-options.ts";

export interface Releases {
  readonly _id: "slipway";
  /** Absent: every release may run. */
  readonly minimum?: string;
  /** When a process of a release was last there, by the database's clock. A name's points are underscores here. */
  readonly running?: Readonly<Record<string, Date>>;
}

/** What a process knows of the minimum. */
export interface ReleaseWatch {
  /** Notes that this release runs. Rejects with `UnfitDatabase`, a sentence, where it is older than the minimum. */
  note(): Promise<void>;
  /** Whether the minimum has been raised above this process while it ran. */
  isTooOld(): boolean;
  /** What notes it from then on. */
  readonly jobs: readonly Job[];
}

const noteEveryMs = 60_000;

export function releasesOf(connection: Connection): mongo.Collection<Releases> {
  return connection.getClient().db(connection.name).collection<Releases>("releases");
}

/** @param release of this process; another one in tests. */
export function watchReleases(connection: Connection, release = version): ReleaseWatch {
  const releases = releasesOf(connection);
  let isTooOld = false;

  function requireFit(known: Releases | null): void {
    const minimum = known?.minimum;
    isTooOld = minimum !== undefined && isOlder(release, { release: minimum });
    if (isTooOld)
      throw new UnfitDatabase(
        `The database ${connection.name} needs release ${minimum} or a newer one, and this is ${release}: start that one.`,
      );
  }

  async function note(): Promise<void> {
    // One that may not run is not noted: what waits for its end would wait for ever.
    requireFit(await releases.findOne({ _id: "slipway" }));
    // The minimum may have been raised since. A migration that raised it then finds this process in `running`, or this write
    // answers the raised minimum: one document decides which came first.
    requireFit(await write(releases, release));
  }

  return {
    note,
    isTooOld: () => isTooOld,
    jobs: [{ name: "note-release", everyMs: noteEveryMs, run: note }],
  };
}

async function write(
  releases: mongo.Collection<Releases>,
  release: string,
): Promise<Releases | null> {
  const seen = { $currentDate: { [`running.${keyOf(release)}`]: true } } as object;
  const options = { upsert: true, returnDocument: "after" } as const;
  const update = () => releases.findOneAndUpdate({ _id: "slipway" }, seen, options);
  // Two processes may both find no document; the one whose insert fails finds it then.
  return update().catch((error: unknown) => {
    if (!duplicateKey(error)) throw error;
    return update();
  });
}

function keyOf(release: string): string {
  return release.replaceAll(".", "_");
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
