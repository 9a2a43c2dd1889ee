/** An invariant that does not hold, in words; the run ends with it. */
export class Violation extends Error {
  override readonly name = "Violation";
  /** Which one, as in docs/invariants.md. */
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
  }
}
