/** What a ledger would be if its lines were made of its claims alone. */
import { isLive, isSoundMove } from "./examination.ts";
import type { Claim, Ledger } from "../ledger/ledger.ts";
import { type LineUse, type Lines, applyChange, tallyAt } from "../ledger/line.ts";
import type { Moves } from "../ledger/moves.ts";
import { placesOf } from "../ledger/room.ts";

export interface Rebuilt {
  readonly lines: Lines;
  readonly moves: Moves;
  readonly resources: readonly string[];
}

/** The ledger's lines recomputed from its claims; expansions, which no claim tells, stay. */
export function rebuilt(ledger: Ledger, claims: ReadonlyMap<string, Claim>, now: number): Rebuilt {
  const lines: Lines = {};
  for (const [key, line] of Object.entries(ledger.lines))
    lines[key] = { ...line, use: emptied(line.use) };
  const resources = new Set(ledger.resources);
  const noted = { tally: tallyAt(now), touched: new Set<string>() };
  for (const claim of claims.values()) {
    if (!isLive(claim, now)) continue;
    const until = claim.state === "HELD" ? claim.until : null;
    for (const use of claim.use.filter(({ places }) => places > 0)) {
      const { resourceId } = use;
      applyChange(lines, { key: claim.line, resourceId, until, ...placesOf(use) }, noted);
      resources.add(resourceId);
    }
  }
  return { lines, moves: soundMoves(ledger.moves, claims, now), resources: [...resources] };
}

function emptied(uses: Readonly<Record<string, LineUse>>): Record<string, LineUse> {
  return Object.fromEntries(
    Object.entries(uses).map(([resourceId, { expansion }]) => [
      resourceId,
      { seats: 0, units: 0, holds: {}, ...(expansion ? { expansion } : {}) },
    ]),
  );
}

/** Choices between claims that are; fewer choices count more, never less. */
function soundMoves(moves: Moves, claims: ReadonlyMap<string, Claim>, now: number): Moves {
  const sound = Object.entries(moves).flatMap(([bookingId, moving]) => {
    const left = moving.filter((each) => isSoundMove(each, claims.get(each.claim), now));
    return left.length > 1 ? [[bookingId, left] as const] : [];
  });
  return Object.fromEntries(sound);
}
