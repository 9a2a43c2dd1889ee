import { describe, expect, it } from "@jest/globals";
import type { CapacityResource } from "./resource.ts";
import { type Demand, requestedUsesOf } from "./demand.ts";

function aResource(
  id: string,
  madeAt: number,
  more: Partial<CapacityResource> & { q?: number } = {},
) {
  const { q = 1, ...rest } = more;
  const requirement = { id: `req-${id}`, optionId: "tour", quantity: q, maxQuantity: null };
  return {
    id,
    name: id,
    quantity: 3,
    capacityPerResource: 10,
    epoch: 1,
    revision: 1,
    requirements: [{ ...requirement, madeAt: new Date(madeAt) }],
    ...rest,
  };
}

function aDemand(more: Partial<Demand> = {}): Demand {
  return { optionId: "tour", pricingPer: "UNIT", participants: 4, resourceItems: [], ...more };
}

const boat = aResource("boat", 1);
const guide = aResource("guide", 2, { q: 2, capacityPerResource: 12 });
const taking = (resourceId: string, ...quantities: number[]) => ({
  resourceItems: quantities.map((quantity) => ({ resourceId, quantity })),
});
const whole = { pricingPer: "RESOURCE" } as const;

describe("places and whole units of a demand", () => {
  it.each<[string, Partial<Demand>, string]>([
    ["participants x q in UNIT", {}, "boat 4, guide 8"],
    ["participants x q in BOOKING", { pricingPer: "BOOKING" }, "boat 4, guide 8"],
    ["nothing for no participants", { participants: 0 }, "boat 0, guide 0"],
    ["whole units where they are named", taking("boat", 1), "boat 10 in 1, guide 8"],
    ["lines of one resource summed", taking("boat", 1, 1), "boat 20 in 2, guide 8"],
    ["at least q units in RESOURCE", whole, "boat 10 in 1, guide 24 in 2"],
    [
      "as many units as the party needs",
      { ...whole, participants: 25 },
      "boat 30 in 3, guide 36 in 3",
    ],
    [
      "the units asked for in RESOURCE",
      { ...whole, ...taking("boat", 3) },
      "boat 30 in 3, guide 24 in 2",
    ],
  ])("takes %s", (_name, more, expected) => {
    const result = requestedUsesOf(aDemand(more), [guide, boat]);
    const uses = result.ok ? result.requested.map(({ use }) => use) : [];
    const taken = uses.map(
      ({ name, places, units }) => `${name} ${places}${units === null ? "" : ` in ${units}`}`,
    );
    expect(taken.join(", ")).toBe(expected);
    expect(uses).toMatchObject([
      { resourceId: "boat", first: true },
      { resourceId: "guide", first: false },
    ]);
  });

  it("takes nothing where nothing is required", () => {
    expect(requestedUsesOf(aDemand({ optionId: "other" }), [boat])).toEqual({
      ok: true,
      requested: [],
    });
  });

  it.each<[string, Partial<Demand>, string]>([
    ["a resource that is not linked", taking("raft", 1), "RESOURCE_NOT_LINKED"],
    [
      "one that is not linked before the lack of any link",
      { optionId: "other", ...whole, ...taking("boat", 1) },
      "RESOURCE_NOT_LINKED",
    ],
    ["RESOURCE without any link", { optionId: "other", ...whole }, "NO_LINKED_RESOURCE"],
    [
      "fewer places than participants need",
      { participants: 11, ...taking("boat", 1) },
      "RESOURCE_TOO_SMALL",
    ],
    [
      "fewer units than the party needs",
      { ...whole, participants: 11, ...taking("boat", 1) },
      "RESOURCE_TOO_SMALL",
    ],
    ["fewer units than q", { ...whole, ...taking("guide", 1) }, "RESOURCE_TOO_SMALL"],
  ])("refuses %s", (_name, more, code) => {
    expect(requestedUsesOf(aDemand(more), [boat, guide])).toEqual({ ok: false, code });
  });
});
