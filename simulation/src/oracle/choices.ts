/**
 * Bookings that change their places hold one of several claims, and nobody at the ledger knows which:
 * whichever it is, everything has to fit. Looked at from the claims alone, by trying all choices.
 */
import type { ClaimEntry, LedgerDocument, ResourceDocument } from "./records.ts";
import { type Expansions, expansionKey } from "./oversell.ts";
import { type Stretch, highest } from "./state.ts";

const choicesMax = 64;

/** Whether some choice takes more than there is while this claim lasts, on a resource it takes. */
export function isOverdrawn(
  claim: ClaimEntry,
  { ledger, claims }: { ledger: LedgerDocument; claims: readonly ClaimEntry[] },
  { resource, expansions }: { resource: ResourceDocument; expansions: Expansions },
): boolean {
  const now = ledger.at.getTime();
  const live = claims.filter(({ state, until }) => isLive(state, until, now));
  const [from, to] = windowOf(claim.line);
  const day = {
    from: Math.max(from, ledger.startAt.getTime()),
    to: Math.min(to, ledger.endAt.getTime()),
  };
  const places = resource.quantity * resource.capacityPerResource;
  return choicesOf(live).some((held) => {
    const taken = [...drawn(held, resource, expansions)].filter(
      (each) => each.from < day.to && each.to > day.from,
    );
    return highest(taken, day.from) > places;
  });
}

function isLive(state: string, until: number | null, now: number): boolean {
  return state === "FIRM" || (state === "HELD" && until !== null && until * 1000 > now);
}

function windowOf(line: string): [number, number] {
  const [, from = "0", to = "0"] = line.split(":");
  return [Number(from), Number(to)];
}

/** Every way to take one claim of each booking; of too many only the first ones. */
function choicesOf(live: readonly ClaimEntry[]): ClaimEntry[][] {
  let choices: ClaimEntry[][] = [[]];
  for (const own of Map.groupBy(live, ({ bookingId }) => bookingId).values()) {
    const some = choices.length * own.length > choicesMax ? own.slice(0, 1) : own;
    choices = choices.flatMap((held) => some.map((claim) => [...held, claim]));
  }
  return choices;
}

function* drawn(
  held: readonly ClaimEntry[],
  { _id, capacityPerResource }: ResourceDocument,
  expansions: Expansions,
): Iterable<Stretch> {
  for (const [line, claims] of Map.groupBy(held, (claim) => claim.line)) {
    const uses = claims.flatMap(({ use }) => use).filter(({ resourceId }) => resourceId === _id);
    let amount = -(expansions.get(expansionKey(line, _id)) ?? 0);
    for (const { places, units } of uses)
      amount += units === null ? places : units * capacityPerResource;
    const [from, to] = windowOf(line);
    yield { from, to, amount: Math.max(0, amount) };
  }
}
