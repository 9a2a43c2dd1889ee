/** A process notes its release in a service's database, and reads there the oldest release that may run. */
import { isOlder, version } from "@slipway/broker";
import type { Connection, mongo } from "mongoose";
import { duplicateKey } from "../connection/database-error.ts";
import { UnfitDatabase } from "../connection/database-options.ts";
import { type Releases, noteEveryMs, releasesOf, runningField } from "./releases.ts";

/** @param release of this process; another one in tests. */
export function watchReleases(connection: Connection, release = version) {
  const releases = releasesOf(connection);
  let isTooOld = false;
  let indexes: ReadonlySet<string> = new Set();
  let migrations: Releases["migrations"] = {};

  function requireFit(known: Releases | null): void {
    const minimum = known?.minimum;
    isTooOld = minimum !== undefined && isOlder(release, { release: minimum });
    if (isTooOld)
      throw new UnfitDatabase(
        `The database ${connection.name} needs release ${minimum} or a newer one, and this is ${release}: start that one.`,
      );
  }

  async function note(): Promise<void> {
    // A process that may not run is not noted: a migration waits for the end of noted ones, and would wait for ever.
    requireFit(await releases.findOne({ _id: "slipway" }));
    // The minimum may have been raised since. A migration that raised it then finds this process in `running`, or this write
    // answers the raised minimum: one document decides which came first.
    const known = await write(releases, release);
    requireFit(known);
    indexes = new Set(known?.indexes);
    migrations = known?.migrations;
  }

  return {
    /** Notes that this release runs. Rejects with `UnfitDatabase`, a sentence, where it is older than the minimum. */
    note,
    /** Whether the minimum has been raised above this process while it ran. */
    isTooOld: () => isTooOld,
    /** Whether a migration had made this index when this process noted itself last. */
    hasIndex: (description: string) => indexes.has(description),
    /** Whether this migration had come to its end then. */
    hasMigrated: (name: string) => "doneAt" in (migrations?.[name] ?? {}),
    /** The job that repeats the note. */
    jobs: [{ name: "note-release", everyMs: noteEveryMs, run: note }],
  };
}

/** A process's knowledge of the database's minimum release. */
export type ReleaseWatch = ReturnType<typeof watchReleases>;

async function write(
  releases: mongo.Collection<Releases>,
  release: string,
): Promise<Releases | null> {
  const seen = { $currentDate: { [runningField(release)]: true } } as object;
  const options = { upsert: true, returnDocument: "after" } as const;
  const update = () => releases.findOneAndUpdate({ _id: "slipway" }, seen, options);
  // Two processes may both find no document; the one whose insert fails finds it then.
  return update().catch((error: unknown) => {
    if (!duplicateKey(error)) throw error;
    return update();
  });
}
