import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import type { mongo } from "mongoose";
import { openDatabase } from "../src/connection/connect.ts";
import { UnfitDatabase } from "../src/connection/database-options.ts";
import { type Releases, releasesOf, runningSince } from "../src/migration/releases.ts";
import { testDatabase } from "../src/testing.ts";
import { watchReleases } from "../src/migration/watch-releases.ts";

const { uri, name } = testDatabase(import.meta.url);
let releases: mongo.Collection<Releases>;

const database = forThisFile(() => openDatabase(uri, name));
beforeAll(async () => {
  releases = releasesOf(database.connection);
});
beforeEach(() => releases.deleteMany({}));

/** A process of this release, as it starts. */
function starts(release: string) {
  const watch = watchReleases(database.connection, release);
  return { watch, noted: watch.note() };
}

async function running(): Promise<string[]> {
  return runningSince(await releases.findOne({}), 0).map(({ release }) => release);
}

function raiseMinimum(minimum: string): Promise<unknown> {
  return releases.updateOne({ _id: "slipway" }, { $set: { minimum } }, { upsert: true });
}

describe("the releases of a database", () => {
  it("are noted by processes that start at once", async () => {
    const old = starts("0.9.0");
    await Promise.all([old.noted, starts("0.10.0").noted, starts("0.10.0").noted]);
    expect((await running()).toSorted()).toEqual(["0.10.0", "0.9.0"]);
    const seen = (await releases.findOne({}))?.running;
    await old.watch.note();
    const again = (await releases.findOne({}))?.running;
    expect(again?.["0_9_0"]?.getTime()).toBeGreaterThan(seen?.["0_9_0"]?.getTime() ?? Infinity);
    expect(again?.["0_10_0"]).toEqual(seen?.["0_10_0"]);
  });

  it("below the minimum are refused in a sentence, and not noted", async () => {
    await raiseMinimum("0.10.0");
    const refused = await starts("0.9.0").noted.catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnfitDatabase);
    expect(refused).toMatchObject({
      message: `The database ${name} needs release 0.10.0 or a newer one, and this is 0.9.0: start that one.`,
    });
    await starts("0.10.0").noted;
    expect(await running()).toEqual(["0.10.0"]);
  });

  it("end their work where the minimum is raised above them while they run", async () => {
    const { watch, noted } = starts("0.9.0");
    await noted;
    expect(watch.isTooOld()).toBe(false);
    await raiseMinimum("0.10.0");
    await expect(watch.note()).rejects.toThrow(UnfitDatabase);
    expect(watch.isTooOld()).toBe(true);
  });
});
