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
const items = (resourceId: string, ...quantities: number[]) =>
  quantities.map((quantity) => ({ resourceId, quantity }));

describe("places and whole units of a demand", () => {
  it.each<[string, Partial<Demand>, [places: number, units: number | null][]]>([
    [
      "participants x q in UNIT",
      {},
      [
        [4, null],
        [8, null],
      ],
    ],
    [
      "participants x q in BOOKING",
      { pricingPer: "BOOKING" },
      [
        [4, null],
        [8, null],
      ],
    ],
    [
      "nothing for no participants",
      { participants: 0 },
      [
        [0, null],
        [0, null],
      ],
    ],
    [
      "whole units where they are named",
      { resourceItems: items("boat", 1) },
      [
        [10, 1],
        [8, null],
      ],
    ],
    [
      "lines of one resource summed",
      { resourceItems: items("boat", 1, 1) },
      [
        [20, 2],
        [8, null],
      ],
    ],
    [
      "at least q units in RESOURCE",
      { pricingPer: "RESOURCE" },
      [
        [10, 1],
        [24, 2],
      ],
    ],
    [
      "as many units as the party needs",
      { pricingPer: "RESOURCE", participants: 25 },
      [
        [30, 3],
        [36, 3],
      ],
    ],
    [
      "the units asked for in RESOURCE",
      { pricingPer: "RESOURCE", resourceItems: items("boat", 3) },
      [
        [30, 3],
        [24, 2],
      ],
    ],
  ])("takes %s", (_name, more, amounts) => {
    const result = requestedUsesOf(aDemand(more), [guide, boat]);
    const uses = result.ok ? result.requested.map(({ use }) => use) : [];
    expect(uses).toEqual([
      {
        resourceId: "boat",
        name: "boat",
        places: amounts[0]?.[0],
        units: amounts[0]?.[1],
        first: true,
      },
      {
        resourceId: "guide",
        name: "guide",
        places: amounts[1]?.[0],
        units: amounts[1]?.[1],
        first: false,
      },
    ]);
  });

  it("takes nothing where nothing is required", () => {
    expect(requestedUsesOf(aDemand({ optionId: "other" }), [boat])).toEqual({
      ok: true,
      requested: [],
    });
  });

  it.each<[string, Partial<Demand>, string]>([
    ["a resource that is not linked", { resourceItems: items("raft", 1) }, "RESOURCE_NOT_LINKED"],
    [
      "one that is not linked before the lack of any link",
      { optionId: "other", pricingPer: "RESOURCE", resourceItems: items("boat", 1) },
      "RESOURCE_NOT_LINKED",
    ],
    [
      "RESOURCE without any link",
      { optionId: "other", pricingPer: "RESOURCE" },
      "NO_LINKED_RESOURCE",
    ],
    [
      "fewer places than participants need",
      { participants: 11, resourceItems: items("boat", 1) },
      "RESOURCE_TOO_SMALL",
    ],
    [
      "fewer units than the party needs",
      { pricingPer: "RESOURCE", participants: 11, resourceItems: items("boat", 1) },
      "RESOURCE_TOO_SMALL",
    ],
    [
      "fewer units than q",
      { pricingPer: "RESOURCE", resourceItems: items("guide", 1) },
      "RESOURCE_TOO_SMALL",
    ],
  ])("refuses %s", (_name, more, code) => {
    expect(requestedUsesOf(aDemand(more), [boat, guide])).toEqual({ ok: false, code });
  });
});
