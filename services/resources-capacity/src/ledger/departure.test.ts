import { describe, expect, it } from "@jest/globals";
import { aLedger, aResource, full, later } from "../../test/made-ledgers.ts";

const long = { hours: 4 };
const short = { hours: 1 };

/** Three boats of ten, of which the tour may use one. */
const capped = aResource({ quantity: 3, needs: { tour: [1, 1], cruise: [1, null] } });

describe("a departure whose option's duration has changed", () => {
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
