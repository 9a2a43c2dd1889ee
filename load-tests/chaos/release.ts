/** Which release an upgrade begins with. Pure. */

export interface Release {
  /** The name by which git knows it. */
  readonly ref: string;
  /** Why this one; the run prints it. */
  readonly because: string;
}

export interface Known {
  /** Given by the caller. */
  readonly from: string | undefined;
  /** Tags of releases before HEAD, the newest first. */
  readonly tags: readonly string[];
  /** The commit that wrote the page of the last release; empty where there is none. */
  readonly pageCommit: string;
}

/** The given one, else the newest tag, else where the page of the last release was written; undefined without any. */
export function releaseBefore({ from, tags, pageCommit }: Known): Release | undefined {
  if (from !== undefined) return { ref: from, because: "given by --from" };
  const [newest] = tags;
  if (newest !== undefined) return { ref: newest, because: "the newest tag before HEAD" };
  if (pageCommit === "") return undefined;
  const because = "no tag v* is before HEAD: the commit that wrote packages/contracts/history";
  return { ref: pageCommit, because };
}
