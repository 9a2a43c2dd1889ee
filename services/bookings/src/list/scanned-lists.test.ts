/** Lists of a tenant whose bookings are not in memory, over a database that says what it is asked for. */
import { describe, expect, it } from "@jest/globals";
import { createTurnQueue } from "@slipway/store";
import { type Request, ownRequest } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import { aBooking } from "../../test/builders.ts";
import {
  foundBytes,
  lookedStartsMax,
  scanPieceMax,
  scanPiecesMax,
  scannedBytes,
} from "../constants.ts";
import { recordOf } from "../record/booking-record.ts";
import type { ListDeps } from "./deps.ts";
import { listBookings } from "./list-bookings.ts";
import type { ScanPart } from "./list-store.ts";
import { listUnscheduledBookings } from "./list-unscheduled-bookings.ts";

const base = Date.parse("2027-05-01T10:00:00.000Z");

interface Stored {
  readonly id: string;
  readonly createdAt: number;
  readonly startAt: number;
}

/** Bookings, newest first; their starts are in another order. */
function stored(count: number): Stored[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `bkg_${String(index).padStart(5, "0")}`,
    createdAt: base - index * 1_000,
    startAt: base + ((index * 7) % count) * 60_000,
  }));
}

/** @param places bookings of the tenant; in memory where `isSmall`. */
function aWorld(places: readonly Stored[], { isSmall = false, perPiece = 1 } = {}) {
  const read: number[] = [];
  const seen = places.map((place) => ({
    ...place,
    source: "api/v1",
    productId: "prd",
    optionId: "opt",
    guests: 2,
    retail: 9_000,
    currency: "EUR",
  }));
  async function* scan(_tenant: string, _filter: object, at: { after?: { at: Date; id: string } }) {
    const bound = at.after;
    const isBehind = ({ createdAt, id }: Stored): boolean =>
      !bound ||
      createdAt < bound.at.getTime() ||
      (createdAt === bound.at.getTime() && id < bound.id);
    read.push(0);
    const left = seen.filter(isBehind);
    for (let from = 0; from < left.length; from += perPiece) {
      read[read.length - 1]!++;
      const matches = left.slice(from, from + perPiece);
      const before = from + perPiece < left.length ? matches.at(-1)!.createdAt : null;
      yield { matches, read: scanPieceMax, before } as ScanPart;
    }
  }
  const listOf = (_tenant: string, { ids, limit }: { ids: readonly string[]; limit: number }) => {
    const items = ids.slice(0, limit).map((id) => {
      const { createdAt, startAt } = places.find((place) => place.id === id)!;
      const times = { createdAt: new Date(createdAt), startAt: new Date(startAt) };
      const booking = aBooking({ _id: id, ...times, occupiedUntil: times.startAt });
      return { booking, record: recordOf(booking) };
    });
    return Promise.resolve({ items, more: ids.length > limit, missing: false });
  };
  const index = isSmall ? { startsOf: () => seen } : "too big";
  const deps = {
    clock: () => base,
    lists: { scan, listOf },
    bookingIndexes: { get: () => Promise.resolve(index) },
    scanTurns: createTurnQueue(),
  } as unknown as ListDeps;
  return { deps, read };
}

const request: Request = {
  ...ownRequest({ call: () => Promise.reject(new Error("no call")) }, "ten"),
  deadline: Infinity,
};

type Input = InputOf<typeof bookings.listBookings>;
type Page = OutputOf<typeof bookings.listBookings>;

async function allPages(deps: ListDeps, input: Input): Promise<Page[]> {
  const pages: Page[] = [];
  for (let asked = input; ; ) {
    const page = await listBookings(deps, request, asked);
    pages.push(page);
    if (page.next === null) return pages;
    asked = bookings.listBookings.input.parse({ ...input, page: page.next });
  }
}

describe("a search beyond memory", () => {
  it.each<[string, Input, (all: readonly Stored[]) => Stored[]]>([
    ["newest first", { status: "CONFIRMED", limit: 3, offset: 2 }, (all) => all.slice(2, 5)],
    [
      "by start",
      { status: "CONFIRMED", sort: "startAt", limit: 3, offset: 4 },
      (all) => all.toSorted((a, b) => a.startAt - b.startAt).slice(4, 7),
    ],
    ["that finds little", { status: "CONFIRMED", limit: 100, offset: 10 }, (all) => all.slice(10)],
  ])("goes on from request to request, each of some pieces: %s", async (_name, input, wanted) => {
    const all = stored(11);
    const { deps, read } = aWorld(all);
    const pages = await allPages(deps, input);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(
      wanted(all).map(({ id }) => id),
    );
    expect(pages.at(-1)?.total).toBe(11);
    expect(read).toEqual([4, 4, 3]);
    expect(pages.map(({ bytesRead }) => bytesRead)).toEqual(
      [4, 4, 3].map((pieces) => pieces * scanPieceMax * scannedBytes),
    );
  });

  it("without a total ends where its page is full", async () => {
    const { deps, read } = aWorld(stored(500), { perPiece: 20 });
    const first = await listBookings(deps, request, { status: "CONFIRMED" });
    expect(first.items).toEqual([]);
    expect(read).toEqual([scanPiecesMax]);
    const pages = await allPages(deps, { status: "CONFIRMED" });
    expect(pages.flatMap(({ items }) => items)).toHaveLength(500);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(500);
  });

  it("refuses a deep offset in the order of starts, where all places before it would be kept", async () => {
    const { deps } = aWorld(stored(5));
    const deep = { sort: "startAt", limit: 1, offset: 1_001 } as const;
    await expect(listBookings(deps, request, deep)).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
      data: { errors: [{ pointer: "offset", code: "TOO_BIG" }] },
    });
    const pages = await allPages(deps, { status: "CONFIRMED", limit: 1, offset: 1_001 });
    expect(pages.at(-1)).toMatchObject({ items: [], total: 5 });
    const input = { status: "CONFIRMED", sort: "startAt", limit: 100, offset: 1_000 } as const;
    const many = await allPages(aWorld(stored(1_200), { perPiece: 100 }).deps, input);
    expect(many.at(-1)?.items).toHaveLength(100);
  });
});

describe("the bookings at whose start nothing departs", () => {
  /** A timetable in which nothing departs, after so many calls together. */
  function asking() {
    const asks: number[] = [];
    let underWay = 0;
    let most = 0;
    const call = async (_action: string, { starts }: { starts: number[] }) => {
      asks.push(starts.length);
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay--;
      return { starts: starts.slice(-1) };
    };
    return { asks, most: () => most, of: ownRequest({ call } as never, "ten") };
  }

  it("are looked for among some starts with each request, which count", async () => {
    const { deps } = aWorld(stored(lookedStartsMax + 1), { isSmall: true });
    const asked = asking();
    const page = await listUnscheduledBookings(deps, asked.of, {});
    expect(asked.asks.reduce((sum, count) => sum + count, 0)).toBe(lookedStartsMax);
    const all = (lookedStartsMax + 1) * foundBytes;
    expect(page.bytesRead).toBe(all);
    const next = page.next ?? undefined;
    const last = await listUnscheduledBookings(deps, asked.of, { page: next });
    expect(last).toMatchObject({ next: null, bytesRead: all });
    expect(last.items).toHaveLength(1);
  });

  it("go on behind those that are all gone when they are read", async () => {
    const { deps } = aWorld(stored(lookedStartsMax + 1), { isSmall: true });
    const gone = () => Promise.resolve({ items: [], more: true, missing: true });
    Object.assign(deps.lists, { listOf: gone });
    const { items, next } = await listUnscheduledBookings(deps, asking().of, {});
    expect(items).toEqual([]);
    const rest = await listUnscheduledBookings(deps, asking().of, { page: next ?? undefined });
    expect(rest.next).toBeNull();
    expect(next).not.toBeNull();
  });

  it("are looked for by one request of a tenant at a time", async () => {
    const { deps } = aWorld(stored(3), { isSmall: true });
    const asked = asking();
    await Promise.all([1, 2, 3].map(() => listUnscheduledBookings(deps, asked.of, {})));
    expect([asked.asks.length, asked.most()]).toEqual([3, 1]);
  });

  it("count what the database has read for them", async () => {
    const { deps } = aWorld(stored(3));
    const { bytesRead } = await listUnscheduledBookings(deps, asking().of, {});
    expect(bytesRead).toBe(3 * scanPieceMax * scannedBytes + 3 * foundBytes);
  });
});
