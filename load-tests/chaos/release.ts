/** Which release an upgrade begins with. Pure. */
import { isOlder } from "../../packages/broker/src/version.ts";

export interface Release {
  /** The commit, as git knows it. */
  readonly ref: string;
  /** Why this one; the run prints it. */
  readonly because: string;
}

export interface Known {
  /** Given by the caller. */
  readonly from: string | undefined;
  /** The version of this checkout. */
  readonly version: string;
  /** The commit of each release. */
  readonly releases: Readonly<Record<string, string>>;
}

/** The given one, else the newest release of an older version; undefined where this is the first. */
export function releaseBefore({ from, version, releases }: Known): Release | undefined {
  if (from !== undefined) return { ref: from, because: "given by --from" };
  const [newest] = Object.keys(releases)
    .filter((release) => isOlder(release, { release: version }))
    .toSorted((a, b) => (isOlder(a, { release: b }) ? 1 : -1));
  const ref = newest === undefined ? undefined : releases[newest];
  return ref === undefined ? undefined : { ref, because: `release ${newest}` };
}
