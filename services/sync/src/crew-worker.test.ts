import { beforeEach, describe, expect, it } from "@jest/globals";
import { tenantSlots } from "@slipway/delivery";
import { type Crew, sideBySide } from "./crew-worker.ts";

interface Piece {
  readonly id: string;
  readonly tenantId: string;
  readonly key: string;
}

/** What is due, as a store would list it. */
let due: Piece[];
/** What has begun, with how to end it. */
let begun: { piece: Piece; end: () => void }[];

beforeEach(() => {
  [due, begun] = [[], []];
});

function pieces(tenantId: string, count: number, keys = count): void {
  for (let each = 0; each < count; each++)
    due.push({ id: `${tenantId}${each}`, tenantId, key: `${tenantId} ${each % keys}` });
}

function aCrew(slotsMax: number, perKeyMax = 1): Crew {
  const crew = sideBySide<Piece>({
    slots: tenantSlots(slotsMax),
    perKeyMax,
    findTenant: async (after, without) =>
      due
        .map(({ tenantId }) => tenantId)
        .filter((tenantId) => tenantId > after && !without.includes(tenantId))
        .toSorted()
        .at(0) ?? null,
    list: async (tenantId, busy) =>
      due.filter((piece) => piece.tenantId === tenantId && !busy.includes(piece.key)),
    idOf: ({ id }) => id,
    keyOf: ({ key }) => key,
    run: (piece) =>
      new Promise((resolve) => {
        const end = (): void => {
          due = due.filter((each) => each !== piece);
          resolve();
        };
        begun.push({ piece, end });
      }),
    warn: () => undefined,
  });
  crew.onRoom = () => void crew.begin();
  return crew;
}

const ids = () => begun.map(({ piece }) => piece.id);

async function endOf(index: number): Promise<void> {
  begun[index]?.end();
  // Room is found behind a few promises.
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

describe("pieces of several tenants", () => {
  it("of the one with a backlog take half of the slots, of the next a third", async () => {
    pieces("a", 100);
    const crew = aCrew(20);
    expect(await crew.begin()).toBe(10);
    pieces("b", 100);
    expect(await crew.begin()).toBe(5);
  });

  it("begin in turns, ten of one tenant and then some of the next", async () => {
    pieces("a", 100);
    pieces("b", 3);
    pieces("c", 1);
    await aCrew(100).begin();
    expect(ids().slice(0, 14).join(" ")).toBe("a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 c0");
    // As many as are left free.
    expect(ids().filter((id) => id.startsWith("a"))).toHaveLength(48);
  });

  it("get the slot that ends in turns where all are taken", async () => {
    for (const tenantId of ["a", "b", "c", "d"]) pieces(tenantId, 5);
    await aCrew(2).begin();
    expect(ids()).toEqual(["a0", "b0"]);
    for (let each = 0; each < 5; each++) await endOf(each);
    expect(ids().slice(2)).toEqual(["c0", "d0", "a1", "b1", "c1"]);
  });
});

describe("pieces of one tenant", () => {
  it("of one key take no more than that may have, and hide no others", async () => {
    pieces("a", 30, 2);
    const crew = aCrew(100, 5);
    expect(await crew.begin()).toBe(10);
    expect(new Set(begun.map(({ piece }) => piece.key)).size).toBe(2);
  });

  it("begin once, though they are listed until their run has marked them", async () => {
    pieces("a", 3, 1);
    const crew = aCrew(100, 5);
    await crew.begin();
    await crew.begin();
    expect(ids()).toEqual(["a0", "a1", "a2"]);
  });

  it("begin when something ends beside which they had to wait", async () => {
    pieces("a", 3, 1);
    await aCrew(100).begin();
    expect(ids()).toEqual(["a0"]);
    await endOf(0);
    expect(ids()).toEqual(["a0", "a1"]);
  });
});
