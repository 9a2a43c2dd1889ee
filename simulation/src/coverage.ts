/** How often each command was accepted and refused, and why. */
export class Coverage {
  readonly commands = new Map<string, { accepted: number; refused: number; unknown: number }>();
  readonly refusals = new Map<string, number>();
  /** By saga and two writes that followed each other in it: how often. */
  readonly pairs = new Map<string, number>();
  /** By saga and its last write: crashes of a process that was about to go on. */
  readonly crashes = new Map<string, number>();
  readonly counts = new Map<string, number>();

  answered(command: string, outcome: "accepted" | "refused" | "unknown"): void {
    const known = this.commands.get(command) ?? { accepted: 0, refused: 0, unknown: 0 };
    known[outcome]++;
    this.commands.set(command, known);
  }

  count(name: string): void {
    bump(this.counts, name);
  }

  refused(command: string, code: string): void {
    bump(this.refusals, `${command} ${code}`);
  }

  followed(saga: string, before: string, after: string): void {
    bump(this.pairs, `${saga}: ${before} > ${after}`);
  }

  crashed(saga: string, after: string): void {
    bump(this.crashes, `${saga}: ${after}`);
  }

  /** Pairs of consecutive writes that happened at least so often, and between which none crashed. */
  uncrashed(timesMin: number): string[] {
    return [...this.pairs].flatMap(([pair, times]) =>
      times >= timesMin && !this.crashes.has(pair.split(" > ")[0] ?? "") ? [pair] : [],
    );
  }

  add(other: Coverage): void {
    for (const [name, { accepted, refused, unknown }] of other.commands) {
      const known = this.commands.get(name) ?? { accepted: 0, refused: 0, unknown: 0 };
      known.accepted += accepted;
      known.refused += refused;
      known.unknown += unknown;
      this.commands.set(name, known);
    }
    for (const key of ["refusals", "pairs", "crashes", "counts"] as const)
      for (const [name, times] of other[key]) bump(this[key], name, times);
  }
}

function bump(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}
