import { describe, expect, it } from "@jest/globals";
import { aLedger, aResource, hour, later, now } from "../../test/made-ledgers.ts";
import type { CapacityResource } from "../ledger/resource.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { oversoldFindings } from "./oversold.ts";
import { shortageOf } from "./shortage.ts";

const asResources = (...resources: CapacityResource[]) =>
  new Map(resources.map((resource) => [resource.id, resource]));

/** The findings, without the ledger's name. */
function found(ledger: Ledger, resource: CapacityResource, clock = now): string[] {
  return oversoldFindings(ledger, asResources(resource), clock).map(
    ({ kind, id, detail }) => `${kind} ${id}: ${detail}`,
  );
}

const at = (hours: number): string => new Date(hours * hour).toISOString();

describe("what is sold", () => {
  const boat = aResource();
  const smaller = aResource({ capacityPerResource: 5 });

  it("is found where it is more than there is, at the first such instant", () => {
    const { claim, ledger } = aLedger(boat);
    claim("a", 4, { from: 6 });
    claim("b", 4, { from: 8, hours: 2 });
    claim("c", 6, { from: 9 });
    expect(found(ledger, boat)).toEqual([]);
    expect(found(ledger, smaller)).toEqual([
      `resource-oversold s:0 boat: 10 of 5 places of Boat are taken at ${at(9)}`,
    ]);
  });

  it("looks from now on: past departures and expired holds do not count", () => {
    const { claim, ledger } = aLedger(boat);
    claim("a", 6, { from: 6 });
    claim("b", 6, { from: 12, until: later });
    expect(found(ledger, smaller, 7 * hour - 1)).toHaveLength(1);
    expect(found(ledger, smaller, Math.max(7 * hour, later * 1000))).toEqual([]);
    const { claim: take, ledger: long } = aLedger(boat);
    take("a", 6, { from: 4, hours: 6 });
    expect(found(long, smaller, 8 * hour)).toEqual([
      `resource-oversold s:0 boat: 6 of 5 places of Boat are taken at ${at(8)}`,
    ]);
    expect(found(long, smaller, 24 * hour)).toEqual([]);
  });

  it("may exceed the places by what its departure was expanded, until a resize ends that", () => {
    const { claim, ledger } = aLedger(boat);
    claim("a", 8);
    claim("b", 5, { expand: true });
    expect(found(ledger, boat)).toEqual([]);
    expect(found(ledger, { ...boat, epoch: 2 })).toEqual([
      `resource-oversold s:0 boat: 13 of 10 places of Boat are taken at ${at(8)}`,
    ]);
  });

  it("counts whole units at what they are worth now", () => {
    const boats = aResource({ quantity: 2, needs: { charter: [1, null] } });
    const { claim, ledger } = aLedger(boats);
    claim("a", 4, { optionId: "charter", pricingPer: "RESOURCE" });
    claim("b", 4, { optionId: "charter", pricingPer: "RESOURCE" });
    expect(found(ledger, { ...boats, capacityPerResource: 3 })).toEqual([]);
    expect(found(ledger, { ...boats, quantity: 1 })).toHaveLength(1);
  });

  it("is not measured by a maxQuantity, which may be lowered below it", () => {
    const boats = aResource({ quantity: 3 });
    const { claim, ledger } = aLedger(boats);
    claim("a", 20);
    expect(found(ledger, aResource({ quantity: 3, needs: { tour: [1, 1] } }))).toEqual([]);
  });

  it("of a resource that is gone is found as long as it is not over", () => {
    const { claim, release, ledger } = aLedger(boat);
    claim("a", 1, { from: 8 });
    const gone = { kind: "resource-missing", id: "s:0 boat" };
    expect(oversoldFindings(ledger, new Map(), now)).toEqual([expect.objectContaining(gone)]);
    expect(oversoldFindings(ledger, new Map(), 9 * hour)).toEqual([]);
    release("a");
    expect(oversoldFindings(ledger, new Map(), now)).toEqual([]);
  });
});

describe("bookings that change their places", () => {
  it("hold one of their claims each, so that a full boat is not oversold meanwhile", () => {
    const boat = aResource({ capacityPerResource: 12 });
    const { claim, ledger } = aLedger(boat);
    // More than are tried in every combination.
    for (const booking of ["1", "2", "3", "4", "5", "6"])
      claim(`a${booking}`, 2, { booking, from: 8, hours: 2 });
    for (const booking of ["1", "2", "3", "4"])
      claim(`b${booking}`, 2, { booking, inPlaceOf: [`a${booking}`], from: 9, hours: 2 });
    expect(Object.keys(ledger.rebookings)).toHaveLength(4);
    expect(found(ledger, boat)).toEqual([]);
    // The ledger itself refuses the following, for it counts all claims of the fifth booking.
    const moving = (booking: string) => [
      { claim: `a${booking}`, line: usageAt(8), use: use2, until: null },
      { claim: `b${booking}`, line: usageAt(9), use: use2, until: null },
    ];
    const line9 = ledger.usages[usageAt(9)]?.use["boat"];
    if (line9) line9.seats += 2;
    ledger.rebookings["5"] = moving("5");
    expect(found(ledger, boat)).toEqual([]);
    if (line9) line9.seats += 1;
    expect(found(ledger, boat)).toHaveLength(1);
  });
});

const use2 = [{ resourceId: "boat", places: 2, units: null }];
const usageAt = (from: number): string => `tour:${from * hour}:${(from + 2) * hour}`;

describe("places to be taken anew", () => {
  const taking = {
    optionId: "tour",
    startAt: at(8),
    endAt: at(9),
    uses: [{ resourceId: "boat", name: "Boat", places: 4, units: null, first: true }],
  };
  const shortage = (ledger: Ledger | undefined, ...resources: CapacityResource[]) =>
    shortageOf(ledger, taking, { resources: asResources(...resources), clock: now });

  it("are free, or so many are missing", () => {
    const { claim, ledger } = aLedger(aResource());
    claim("a", 6);
    const said = `departure tour at ${at(8)}: `;
    expect(shortage(ledger, aResource())).toBe(`${said}4 places of Boat (boat) are free`);
    claim("b", 3);
    expect(shortage(ledger, aResource())).toBe(`${said}of 4 places of Boat (boat) 3 are missing`);
    expect(shortage(ledger)).toBe(`${said}of 4 places of Boat (boat) 4 are missing`);
    expect(shortage(undefined, aResource())).toBe(`${said}4 places of Boat (boat) are free`);
  });
});
