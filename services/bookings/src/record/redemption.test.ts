import { describe, expect, it } from "@jest/globals";
import { aBooking } from "../../test/builders.ts";
import { aTicket } from "../../test/a-ticket.ts";
import {
  type Place,
  codeIn,
  codeOf,
  isScanTime,
  lossOfRedeemed,
  placesOf,
  placesToRedeem,
  redeemedOf,
} from "./redemption.ts";

const party = [
  { id: "itm_a", unitId: "adult", quantity: 2 },
  { id: "itm_c", unitId: "child", quantity: 1 },
];
const keys = (places: readonly Place[]) => places.map(({ key }) => key);
const redeemed = (...tickets: string[]) =>
  tickets.map((ticket, at) => ({ ticket, at: new Date(1_000 * (at + 1)), by: null }));

describe("the tickets of a booking", () => {
  it("are one for each item, and stay those of their line when another one grows", () => {
    expect(keys(placesOf(aBooking({ unitItems: party })))).toEqual([
      "itm_a:1",
      "itm_a:2",
      "itm_c:1",
    ]);
    const more = [{ ...party[0]!, quantity: 3 }, party[1]!];
    expect(keys(placesOf(aBooking({ unitItems: more })))).toContain("itm_c:1");
  });

  it.each([
    [200, 200],
    [201, 1],
  ])("of %i items are %i", (quantity, count) => {
    const unitItems = [{ id: "itm", unitId: "adult", quantity }];
    expect(placesOf(aBooking({ unitItems }))).toHaveLength(count);
  });

  it("are a channel's own, with their codes", () => {
    const tickets = [aTicket("u1"), aTicket("u2", "child")];
    expect(placesOf(aBooking({ unitItems: party, tickets }))).toMatchObject([
      { key: "u1", item: { id: "itm_a" }, code: "CODE-u1" },
      { key: "u2", item: { id: "itm_c" }, code: "CODE-u2" },
    ]);
  });
});

describe("what is redeemed", () => {
  it("stays in the party where a line became smaller; the highest of the others go", () => {
    const redemptions = redeemed("itm_a:3", "itm_c:1");
    const smaller = aBooking({ unitItems: party, redemptions });
    expect(keys(placesOf(smaller))).toEqual(["itm_a:1", "itm_a:3", "itm_c:1"]);
    const grown = { ...smaller, unitItems: [{ ...party[0]!, quantity: 4 }] };
    expect(keys(placesOf(grown))).toEqual(["itm_a:1", "itm_a:2", "itm_a:3", "itm_a:4"]);
  });

  const lost = "Tickets of the booking are redeemed";
  const crossing = `${lost}, and a party of more than 200 has one ticket for all`;

  it.each([
    ["a line keeps as many as have come", ["itm_a:3"], [{ ...party[0]!, quantity: 1 }], null],
    ["a line has fewer", ["itm_a:1", "itm_a:3"], [{ ...party[0]!, quantity: 1 }], lost],
    ["its line goes", ["itm_c:1"], [party[0]!], lost],
    ["one ticket admits all", ["itm_c:1"], [{ ...party[0]!, quantity: 201 }], crossing],
    ["one ticket did", ["all"], party, crossing],
  ])("is lost or not where %s", (_name, come, unitItems, expected) => {
    const large = [{ ...party[0]!, quantity: 300 }];
    const before = come[0] === "all" ? large : [{ ...party[0]!, quantity: 3 }, party[1]!];
    const booking = aBooking({ unitItems: before, redemptions: redeemed(...come) });
    expect(lossOfRedeemed(booking, { unitItems })).toBe(expected);
  });

  it("counts the tickets that the booking has now", () => {
    const redemptions = redeemed("itm_a:1", "itm_a:3", "itm_b:1", "itm_c:1");
    expect(redeemedOf(aBooking({ unitItems: party, redemptions }))).toEqual({
      count: 3,
      of: 3,
      lastAt: "1970-01-01T00:00:04.000Z",
    });
    expect(redeemedOf(aBooking({ unitItems: party, redemptions: [] }))).toBeNull();
  });

  it.each([
    ["all", undefined, ["itm_a:2", "itm_c:1"]],
    ["as many of a line as have come, those of before included", [["itm_a", 1]], []],
    ["the next of the line", [["itm_a", 2]], ["itm_a:2"]],
    [
      "each once, of a line that is named twice",
      [
        ["itm_a", 2],
        ["itm_a", 2],
      ],
      ["itm_a:2"],
    ],
  ] as [string, [string, number][] | undefined, string[]][])(
    "next is %s",
    (_name, items, expected) => {
      const booking = aBooking({ unitItems: party, redemptions: redeemed("itm_a:1") });
      const asked = items?.map(([unitItemId, quantity]) => ({ unitItemId, quantity }));
      expect(keys(placesToRedeem(booking, asked) as Place[])).toEqual(expected);
    },
  );

  it.each([
    ["an unknown line", party, { unitItemId: "itm_x", quantity: 1 }, "items/0/unitItemId"],
    ["more than the line has", party, { unitItemId: "itm_c", quantity: 2 }, "items/0/quantity"],
    [
      "a part of a party with one ticket",
      [{ ...party[0]!, quantity: 201 }],
      { unitItemId: "itm_a", quantity: 1 },
      "items",
    ],
  ])("is refused for %s", (_name, unitItems, item, field) => {
    expect(placesToRedeem(aBooking({ unitItems }), [item])).toMatchObject({ field });
  });
});

describe("a code", () => {
  it("has reference, number and check, and is read as people type it", () => {
    const code = codeOf("7K3M9QXA", 37, 2 ** 32 - 1);
    expect(code).toBe("7K3M9QXA15ZZZZZZ");
    const read = { code, reference: "7K3M9QXA", number: 37 };
    for (const typed of [code, "7k3m-9qxa-i5zz-zzzz", " 7K3M 9QXA L5ZZ ZZZZ "])
      expect(codeIn(typed)).toEqual(read);
    expect(codeIn("5D2R8K0QWM7C")).toEqual({ code: "5D2R8K0QWM7C" });
  });

  it.each(["", "7K3M9QXA", "7K3M9QXA15ZZZZZ", "7K3M9QXA15ZZZZZZ0", "https://x.example/7K3M"])(
    "is none: %j",
    (text) => expect(codeIn(text)).toBeUndefined(),
  );
});

it("takes a scanner's time of the last days, and a little ahead", () => {
  const now = 10 * 86_400_000;
  const days = (count: number): number => count * 86_400_000;
  const isTaken = (at: number): boolean => isScanTime(at, now, 7);
  expect([now - days(7), now, now + 300_000].map(isTaken)).toEqual([true, true, true]);
  expect([now - days(7) - 1, now + 300_001].map(isTaken)).toEqual([false, false]);
});
