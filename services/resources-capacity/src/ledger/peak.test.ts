/** Compares decisions on a ledger with a naive count: every half hour, every alternative, from the claims alone. */
import { expect, it } from "@jest/globals";
import { aLedger, aResource } from "../../test/made-ledgers.ts";

interface Taken {
  id: string;
  booking: string;
  departure: string;
  from: number;
  to: number;
  places: number;
}

interface Added {
  pool: number;
  beyondMax: number;
}

const nothing: Added = { pool: 0, beyondMax: 0 };
const places = 10;
const max: Readonly<Record<string, number>> = { tour: 5, cruise: Infinity };
const boat = aResource({
  quantity: 2,
  capacityPerResource: 5,
  needs: { tour: [1, 1], cruise: [1, null] },
});

/** The places that are sold, kept as plainly as can be. */
class Naive {
  taken: Taken[] = [];
  readonly pending = new Map<string, Set<string>>();
  readonly added = new Map<string, Added>();

  addedTo(departure: string): Added {
    return this.added.get(departure) ?? nothing;
  }

  /** By how much this claim is too much, in the worst way to take one claim of each pending booking. */
  over(claim: Taken, { pool, beyondMax }: Added): Added {
    const option = claim.departure.split("@")[0] ?? "";
    const worst = { pool: 0, beyondMax: 0 };
    for (const held of this.alternatives([...this.taken, claim])) {
      const own = sumOf(held.filter(({ departure }) => departure === claim.departure));
      worst.beyondMax = Math.max(worst.beyondMax, own - beyondMax - (max[option] ?? 0));
      for (let at = claim.from; at < claim.to; at += 0.5) {
        const now = held.filter(({ from, to }) => from <= at && at < to);
        let drawn = 0;
        for (const [departure, some] of Map.groupBy(now, (each) => each.departure)) {
          const more = departure === claim.departure ? pool : this.addedTo(departure).pool;
          drawn += Math.max(0, sumOf(some) - more);
        }
        worst.pool = Math.max(worst.pool, drawn - places);
      }
    }
    return worst;
  }

  alternatives(all: readonly Taken[]): Taken[][] {
    let alternatives = [all.filter(({ id, booking }) => !this.pending.get(booking)?.has(id))];
    for (const ids of this.pending.values()) {
      const own = all.filter(({ id }) => ids.has(id));
      if (own.length > 0)
        alternatives = alternatives.flatMap((held) => own.map((one) => [...held, one]));
    }
    return alternatives;
  }

  /** Answers what is brought; undefined: refused. */
  claim(claim: Taken, replaced: readonly Taken[], expand: boolean): Added | undefined {
    const known = this.pending.get(claim.booking);
    const isMoving = replaced.some(({ from, to }) => from < claim.to && to > claim.from);
    if (isMoving)
      this.pending.set(claim.booking, new Set([...replaced.map(({ id }) => id), claim.id]));
    const own = this.addedTo(claim.departure);
    const missing = this.over(claim, own);
    const more = { pool: own.pool + missing.pool, beyondMax: own.beyondMax + missing.beyondMax };
    const left = this.over(claim, more);
    const isFull = missing.pool + missing.beyondMax > 0 && !expand;
    if (isFull || left.pool + left.beyondMax > 0) {
      if (known) this.pending.set(claim.booking, known);
      else this.pending.delete(claim.booking);
      return undefined;
    }
    this.taken.push(claim);
    this.added.set(claim.departure, more);
    return missing;
  }

  /** The most participants that this claim could be of. */
  largest(claim: Taken): number {
    const fits = (more: number): boolean => {
      const { pool, beyondMax } = this.over(
        { ...claim, places: more },
        this.addedTo(claim.departure),
      );
      return pool + beyondMax === 0;
    };
    let participants = 0;
    while (fits(participants + 1)) participants++;
    return participants;
  }

  release({ id, booking }: Taken): void {
    this.taken = this.taken.filter((each) => each.id !== id);
    const pending = this.pending.get(booking);
    pending?.delete(id);
    if ((pending?.size ?? 0) < 2) this.pending.delete(booking);
  }
}

function sumOf(some: readonly Taken[]): number {
  return some.reduce((sum, each) => sum + each.places, 0);
}

/** Numbers that look drawn, the same in every run. */
function drawnFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Random claims and releases: what the ledger answered, and what the naive count would have. */
function compared(seed: number): { is: unknown[]; should: unknown[] } {
  const draw = drawnFrom(seed);
  const { claim, claims, release, free } = aLedger(boat);
  const naive = new Naive();
  const is: unknown[] = [];
  const should: unknown[] = [];
  for (let step = 0; step < 60; step++) {
    const option = draw(3) === 0 ? "cruise" : "tour";
    const from = 8 + draw(4) / 2;
    const hours = 0.5 + draw(4) / 2;
    const own = naive.taken[draw(naive.taken.length * 2)];
    if (own && draw(2) === 0) {
      naive.release(own);
      is.push([step, release(own.id)]);
      should.push([step, "write"]);
      continue;
    }
    // At most four pending rebookings: beyond that the ledger counts every claim.
    const isMove = own && (naive.pending.has(own.booking) || naive.pending.size < 4);
    const booking = isMove ? own.booking : `b${step}`;
    const replaced = isMove ? naive.taken.filter((each) => each.booking === booking) : [];
    const window = { from, to: from + hours, departure: `${option}@${from}` };
    const wanted = { id: `c${step}`, booking, places: 1 + draw(5), ...window };
    const expand = draw(6) === 0;
    const inPlaceOf = replaced.map(({ id }) => id);
    const fields = { optionId: option, from, hours, booking, inPlaceOf, expand };
    const outcome = claim(wanted.id, wanted.places, fields);
    const { pool, beyondMax } = claims.get(wanted.id)?.expanded?.[0] ?? nothing;
    is.push([step, outcome, { pool, beyondMax }, free(option, { from, hours }).vacancies]);
    const brought = naive.claim(wanted, replaced, expand);
    const participants = naive.largest({ id: "x", booking: "x", places: 0, ...window });
    should.push([step, brought ? "write" : "CAPACITY_EXHAUSTED", brought ?? nothing, participants]);
  }
  return { is, should };
}

it("sells and shows what a naive count allows, whatever durations are changed", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { is, should } = compared(seed);
    expect({ seed, rows: is }).toEqual({ seed, rows: should });
  }
});
