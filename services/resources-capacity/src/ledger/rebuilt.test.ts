import { describe, expect, it } from "@jest/globals";
import { aLedger, aResource, later, now } from "../../test/made-ledgers.ts";
import { isLost, rebuilt } from "./rebuilt.ts";

const boat = aResource();
/** A ledger as it is inserted. */
const empty = () => aLedger(boat).ledger;

describe("a ledger that is made again from its claims", () => {
  it("counts what it counted before", () => {
    const { claim, confirm, release, ledger, claims } = aLedger(boat);
    claim("held", 4, { until: later });
    claim("confirmed", 2, { until: later });
    confirm("confirmed");
    claim("expanded", 7, { expand: true });
    claim("other-end", 1, { hours: 3, expand: true });
    release("expanded");
    const after = rebuilt(empty(), claims, now);
    expect(after).toMatchObject({ usages: ledger.usages, resources: ["boat"], rebookings: {} });
    // A record of a later revision would prove that the ledger was written since.
    expect(after.revision).toBeGreaterThan(ledger.revision);
  });

  it("counts no hold that is over, and is named by claims that were released", () => {
    const { claim, release, claims } = aLedger(boat);
    claim("held", 4, { until: later });
    claim("released", 1);
    release("released");
    expect(isLost(empty(), claims)).toBe(true);
    const after = rebuilt(empty(), claims, later * 1000);
    expect(after.usages).toEqual({});
    expect(isLost({ ...empty(), resources: new Set(after.resources) }, claims)).toBe(false);
  });

  it("makes no revision again after the archive has removed the records of a claim", () => {
    const { claim, claims } = aLedger(boat);
    claim("kept", 1);
    const first = rebuilt(empty(), claims, now);
    // The steps after it have lost their records when the ledger is lost once more.
    const second = rebuilt(empty(), claims, now + 1);
    expect(second.revision).toBeGreaterThan(first.revision + 900);
  });

  it("has expansions of the latest epoch alone, and none less than it has kept", () => {
    const { claim, release, set, ledger, claims } = aLedger(boat);
    claim("first", 12, { expand: true });
    release("first");
    const older = structuredClone(ledger);
    set({ ...boat, epoch: 2 });
    claim("second", 11, { expand: true });
    const [after] = Object.values(rebuilt(older, claims, now).usages);
    expect(after?.use["boat"]?.expansion).toEqual({ epoch: 2, pool: 1, beyondMax: 0 });
    claims.delete("second");
    const [kept] = Object.values(rebuilt(ledger, claims, now).usages);
    expect(kept?.use["boat"]?.expansion).toEqual({ epoch: 2, pool: 1, beyondMax: 0 });
  });

  it("is not lost where its claims took no places, where it names a resource, or where it is closed", () => {
    const { claim, ledger, claims } = aLedger(boat);
    claim("sold", 4);
    expect(isLost(ledger, claims)).toBe(false);
    expect(isLost({ ...empty(), isClosed: true }, claims)).toBe(false);
    expect(isLost(empty(), new Map())).toBe(false);
    const free = claims.get("sold");
    const use = free?.use.map((each) => ({ ...each, places: 0 })) ?? [];
    expect(isLost(empty(), new Map(free ? [["sold", { ...free, use }]] : []))).toBe(false);
  });
});
