/** The primary, and the number of times that databases have lost theirs. */
export interface Elections {
  /** Undefined between two of them. */
  readonly primary: () => number | undefined;
  /** Counts elections. */
  readonly term: () => number;
  /** Whether this member may serve this database now. */
  isPrimary(index: number, database: string): boolean;
  /** Whether only some databases have no primary, this one among them. */
  isWithout(database: string): boolean;
  losses(database: string): number;
  /** Answers who it was. */
  lose(): number;
  /** The next member in turn. */
  elect(): void;
  /** These databases alone have none, until the function that it answers is called. */
  loseSome(covers: (database: string) => boolean): () => void;
}

export function createElections(members: number): Elections {
  const lost: ((database: string) => boolean)[] = [];
  const without = new Set<(database: string) => boolean>();
  let primary: number | undefined = 0;
  let last = 0;
  let term = 1;
  const isWithout = (database: string): boolean => [...without].some((covers) => covers(database));
  return {
    primary: () => primary,
    term: () => term,
    isPrimary: (index, database) => primary === index && !isWithout(database),
    isWithout,
    losses: (database) => lost.filter((covers) => covers(database)).length,
    lose() {
      if (primary === undefined) throw new Error("There is no primary that could go.");
      primary = undefined;
      lost.push(() => true);
      return last;
    },
    elect() {
      last = (last + 1) % members;
      primary = last;
      term++;
    },
    loseSome(covers) {
      without.add(covers);
      lost.push(covers);
      return () => void without.delete(covers);
    },
  };
}
