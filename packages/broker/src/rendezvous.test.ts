import { describe, expect, it } from "@jest/globals";
import { Strategies } from "moleculer";
import "./rendezvous.ts";

interface Selecting {
  select(list: { id: string }[], context: { params: object }): { id: string };
}

const Rendezvous = (
  Strategies as unknown as { resolve(name: string): new (...of: unknown[]) => Selecting }
).resolve("Rendezvous");
const strategy = new Rendezvous({}, {}, { key: "ledger" });
const keys = Array.from({ length: 6_000 }, (_, index) => `sup_${index % 97}|2027-07-${index}`);

function ownersAmong(count: number): string[] {
  const list = Array.from({ length: count }, (_, index) => ({ id: `node-${index}` }));
  return keys.map((ledger) => strategy.select(list, { params: { ledger } }).id);
}

describe("the rendezvous of keys and replicas", () => {
  it.each([2, 3, 5, 8])(
    "moves to a replica that joins %i others its share and nothing else",
    (count) => {
      const before = ownersAmong(count);
      const after = ownersAmong(count + 1);
      const moved = after.filter((owner, index) => owner !== before[index]);
      expect(new Set(moved)).toEqual(new Set([`node-${count}`]));
      expect(moved.length / keys.length).toBeCloseTo(1 / (count + 1), 1.5);
    },
  );

  it.each([2, 3, 5, 8])("gives each of %i replicas its share", (count) => {
    const shares = [...Map.groupBy(ownersAmong(count), (owner) => owner).values()];
    expect(shares).toHaveLength(count);
    for (const { length } of shares) expect((length * count) / keys.length).toBeCloseTo(1, 0.9);
  });

  it("does not depend on the order in which replicas became known", () => {
    const list = [{ id: "a" }, { id: "b" }, { id: "c" }];
    const owner = strategy.select(list, { params: { ledger: "sup_1" } });
    expect(strategy.select(list.toReversed(), { params: { ledger: "sup_1" } })).toEqual(owner);
  });

  it("sends a call without a key to any replica", () => {
    const list = [{ id: "a" }, { id: "b" }];
    const chosen = Array.from({ length: 200 }, () => strategy.select(list, { params: {} }).id);
    expect(new Set(chosen)).toEqual(new Set(["a", "b"]));
  });
});
