import { describe, expect, it } from "@jest/globals";
import { type ClaimFields, aLedger, aResource, full, later } from "../../test/made-ledgers.ts";

const long = { hours: 4 };
const short = { hours: 1 };

/** Three boats of ten, of which the tour may use one. */
const capped = aResource({ quantity: 3, needs: { tour: [1, 1], cruise: [1, null] } });

describe("a departure whose option's duration has changed", () => {
  it.each<[string, ClaimFields, ClaimFields]>([
    ["shorter", long, short],
    ["longer", short, long],
  ])("has one maxQuantity when its claims are %s", (_name, before, after) => {
    const { claim, free } = aLedger(capped);
    claim("a", 6, before);
    expect(free("tour", after)).toMatchObject({ capacity: 10, vacancies: 4 });
    expect([claim("b", 5, after), claim("b", 4, after)]).toEqual([full, "write"]);
    for (const window of [before, after]) {
      expect(free("tour", window).vacancies).toBe(0);
      expect(claim("c", 1, window)).toBe(full);
    }
    expect(claim("d", 10, { ...after, from: 8.5 })).toBe("write");
  });

  it.each<[string, ClaimFields, ClaimFields]>([
    ["shorter", long, short],
    ["longer", short, long],
  ])("keeps its expansion when its claims are %s", (_name, before, after) => {
    const { claim, release, free } = aLedger(aResource());
    claim("a", 15, { ...before, expand: true });
    release("a");
    expect(free("tour", after)).toEqual({ capacity: 15, vacancies: 15, places: [15] });
    expect([claim("b", 16, after), claim("b", 15, after)]).toEqual([full, "write"]);
    expect(free("tour", before).vacancies).toBe(0);
  });

  it("gives back what a claim expanded that was never named, where claims of all lengths fit", () => {
    const { claim, release, free } = aLedger(aResource());
    claim("a", 13, { ...short, expand: true });
    release("a", { neverNamed: true });
    expect(free("tour", long)).toMatchObject({ capacity: 10 });
    claim("b", 13, { ...short, expand: true });
    claim("c", 4, { ...long, expand: true });
    // The four that last longer would be eight beyond the boat.
    release("b", { neverNamed: true });
    expect(free("tour", long)).toMatchObject({ capacity: 14 });
    claim("d", 10, short);
    release("c", { neverNamed: true });
    expect(free("tour", long)).toMatchObject({ capacity: 10, vacancies: 0 });
  });

  it("takes nothing back that its longer claims need", () => {
    const { claim, release, free } = aLedger(aResource());
    claim("a", 12, { ...short, expand: true, until: later });
    claim("b", 12, { ...long, expand: true }, later * 1000);
    release("a", { neverNamed: true, clock: later * 1000 });
    expect(free("tour", { ...long, clock: later * 1000 })).toMatchObject({
      capacity: 12,
      vacancies: 0,
    });
  });

  it("ends its expansions of every length with a resize", () => {
    const { claim, release, set, free } = aLedger(aResource());
    for (const [id, window] of [
      ["a", short],
      ["b", long],
    ] as const) {
      claim(id, 13, { ...window, expand: true });
      release(id);
    }
    set(aResource({ capacityPerResource: 9, epoch: 2 }));
    expect(free("tour", short)).toMatchObject({ capacity: 9, vacancies: 9 });
    claim("c", 11, { ...long, expand: true });
    expect(free("tour", short)).toMatchObject({ capacity: 11, vacancies: 0 });
  });
});

it("a departure that began the day before has its maxQuantity decided there", () => {
  const { claim, free } = aLedger(capped);
  const night = { from: -1, hours: 2 };
  expect([claim("a", 10, night), claim("b", 10, night)]).toEqual(["write", "write"]);
  expect(free("tour", night).vacancies).toBe(10);
  expect([claim("c", 11, night), claim("c", 10, night)]).toEqual([full, "write"]);
});
