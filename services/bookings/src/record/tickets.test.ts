import { describe, expect, it } from "@jest/globals";
import { aTicket } from "../../test/a-ticket.ts";
import {
  type Ticket,
  type WantedTicket,
  firstRequestOf,
  fitsLines,
  isRepeatOf,
  linesOf,
  mergedText,
  requireFit,
  ticketCodeOf,
  ticketsAfter,
  ticketsOfLines,
} from "./tickets.ts";

const names = ["1", "2", "3", "4"].map((each) => ({ uuid: `new${each}`, code: `NEW${each}` }));

const shown = (tickets: readonly Ticket[]) =>
  tickets.map(({ uuid, unitId, code }) => `${uuid} ${unitId} ${code}`);

describe("the tickets after a request", () => {
  const present = [aTicket("a"), aTicket("b"), aTicket("c", "child")];
  const cases: { name: string; wanted: WantedTicket[]; after: string[] }[] = [
    {
      name: "keep their names where the same units are listed without uuids",
      wanted: [{ unitId: "adult" }, { unitId: "adult" }, { unitId: "child" }],
      after: ["a adult CODE-a", "b adult CODE-b", "c child CODE-c"],
    },
    {
      name: "keep the names of those whose uuid is listed, in the order of the list",
      wanted: [
        { uuid: "c", unitId: "child" },
        { uuid: "a", unitId: "adult" },
      ],
      after: ["c child CODE-c", "a adult CODE-a"],
    },
    {
      name: "are new where no uuid or an unknown one is listed",
      wanted: [
        { uuid: "b", unitId: "adult" },
        { unitId: "adult" },
        { uuid: "z", unitId: "child" },
        { uuid: "a", unitId: "adult" },
      ],
      after: ["b adult CODE-b", "new2 adult NEW2", "z child NEW3", "a adult CODE-a"],
    },
    {
      name: "keep the code of one that becomes another unit's",
      wanted: [{ uuid: "a", unitId: "child" }],
      after: ["a child CODE-a"],
    },
    {
      name: "are all new where other units are listed without uuids",
      wanted: [{ unitId: "child" }],
      after: ["new1 child NEW1"],
    },
  ];
  it.each(cases)("$name", ({ wanted, after }) => {
    const tickets = ticketsAfter(present, wanted, names);
    expect(shown(tickets)).toEqual(after);
    // A repeat of the list finds nothing to change.
    expect(ticketsAfter(tickets, wanted, names)).toEqual(tickets);
  });

  it("keep a contact and a reference that the request leaves out", () => {
    const held = aTicket("a", "adult", {
      resellerReference: "R-1",
      contact: '{"firstName":"Ada"}',
    });
    expect(ticketsAfter([held], [{ uuid: "a", unitId: "adult" }], names)).toEqual([held]);
    const contact = { firstName: null, lastName: "Byron" };
    const other = { uuid: "a", unitId: "adult", resellerReference: null, contact };
    expect(ticketsAfter([held], [other], names)).toEqual([
      { ...held, resellerReference: null, contact: '{"lastName":"Byron"}' },
    ]);
  });

  it("keep nothing but the names where the request lists another traveller", () => {
    const contact = '{"firstName":"Ada"}';
    const held = aTicket("a", "adult", { resellerReference: "R-1", contact });
    expect(ticketsAfter([held], [{ unitId: "adult" }], names)).toEqual([aTicket("a")]);
    const other = { unitId: "adult", resellerReference: "R-2", contact: { firstName: "Bo" } };
    const after = ticketsAfter([held], [other], names);
    expect(after).toEqual([
      aTicket("a", "adult", { resellerReference: "R-2", contact: '{"firstName":"Bo"}' }),
    ]);
    expect(ticketsAfter(after, [other], names)).toEqual(after);
  });
});

it.each([
  ["the same", {}, true],
  ["another product", { productId: "prd_2" }, false],
  ["another option", { optionId: "opt_2" }, false],
  ["another start", { startAt: "2027-05-02T08:00:00.000Z" }, false],
  ["another party", { tickets: [{ unitId: "adult" }, { unitId: "adult" }] }, false],
  ["a part of the party", { tickets: [{ unitId: "adult" }] }, false],
  ["its party in another order", { tickets: [{ unitId: "child" }, { unitId: "adult" }] }, true],
  ["other names", { tickets: [{ uuid: "a", unitId: "adult" }, { unitId: "child" }] }, true],
])("knows a repeat that asks for %s", (_name, change, expected) => {
  const first = {
    productId: "prd_1",
    optionId: "opt_1",
    startAt: "2027-05-01T08:00:00.000Z",
    tickets: [{ unitId: "adult" }, { unitId: "child" }],
  };
  expect(isRepeatOf(firstRequestOf(first), { ...first, ...change })).toBe(expected);
});

describe("with a release before, which knows no product,", () => {
  const place = { optionId: "opt_1", startAt: "2027-05-01T08:00:00.000Z" };
  const before = { ...place, tickets: [{ unitId: "adult" }] };
  const now = { ...before, productId: "prd_1" };

  it.each([
    ["of a booking that it made", before, now],
    ["from a gateway of it", now, before],
  ])("a repeat is known %s", (_name, first, repeat) => {
    expect(isRepeatOf(firstRequestOf(first), repeat)).toBe(true);
    expect(isRepeatOf(firstRequestOf(first), { ...repeat, optionId: "opt_2" })).toBe(false);
  });

  it("the text that it compares is its own", () => {
    expect(firstRequestOf(now).requested).toBe("opt_1|2027-05-01T08:00:00.000Z|1 adult");
  });
});

it("keeps the first tickets of each unit where the lines alone change", () => {
  const present = [aTicket("a"), aTicket("b"), aTicket("c", "child")];
  const lines = [
    { unitId: "infant", quantity: 1 },
    { unitId: "adult", quantity: 1 },
    { unitId: "child", quantity: 2 },
  ];
  const after = ticketsOfLines(present, lines, { names, hasCome: () => false });
  expect(shown(after)).toEqual([
    "a adult CODE-a",
    "c child CODE-c",
    "new1 infant NEW1",
    "new2 child NEW2",
  ]);
  expect(fitsLines(after, lines)).toBe(true);
});

it("counts lines per unit in the order of their first tickets", () => {
  const tickets = [aTicket("a", "child"), aTicket("b"), aTicket("c", "child")];
  expect(linesOf(tickets)).toEqual([
    { unitId: "child", quantity: 2 },
    { unitId: "adult", quantity: 1 },
  ]);
});

describe("tickets that do not fit", () => {
  const lines = [{ unitId: "adult", quantity: 2 }];
  it.each([
    ["a ticket for each unit", "too few", [aTicket("a")]],
    ["a ticket for each unit", "of another unit", [aTicket("a"), aTicket("b", "child")]],
    [
      "one ticket of a uuid",
      "two of one uuid",
      [aTicket("a"), aTicket("a", "adult", { code: "OTHER" })],
    ],
    [
      "one ticket of a code",
      "two of one code",
      [aTicket("a"), aTicket("b", "adult", { code: "CODE-a" })],
    ],
  ])("are impossible: %s %s", (message, _, tickets) => {
    expect(() => requireFit(tickets, lines)).toThrow(message);
  });

  it("are not looked at where a booking has none", () => {
    expect(() => requireFit([], lines)).not.toThrow();
  });
});

it("makes a code of 60 bits of a UUID, none of them fixed by its version", () => {
  expect(ticketCodeOf("00000000-0000-4000-8000-000000000000")).toBe("000000000000");
  expect(ticketCodeOf("ffffffff-ffff-4fff-bfff-ffffffffffff")).toBe("ZZZZZZZZZZZZ");
  expect(ticketCodeOf("fff00000-0000-4000-8000-000000000000")).toMatch(/^0{9}[0-9A-Z]{3}$/);
});

it.each([
  ["adds members", '{"a":1}', { b: 2 }, '{"a":1,"b":2}'],
  ["removes members that are null", '{"a":1}', { a: null }, null],
  ["keeps what is there without a contact", '{"a":1}', undefined, '{"a":1}'],
  ["keeps what is there of an empty one", '{"a":1}', {}, '{"a":1}'],
  [
    "keeps the names of members that objects have, too",
    null,
    JSON.parse('{"__proto__":1}'),
    '{"__proto__":1}',
  ],
])("a contact %s", (_, present, sent, after) => {
  expect(mergedText(present, sent as Record<string, unknown> | undefined)).toBe(after);
});

it("keeps those tickets of a unit that were redeemed, in their order", () => {
  const present = [aTicket("a"), aTicket("b"), aTicket("c"), aTicket("d", "child")];
  const lines = [{ unitId: "adult", quantity: 2 }];
  const after = ticketsOfLines(present, lines, { names, hasCome: ({ uuid }) => uuid === "c" });
  expect(shown(after)).toEqual(["a adult CODE-a", "c adult CODE-c"]);
});
