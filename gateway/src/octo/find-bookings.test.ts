import { expect, it } from "@jest/globals";
import { refusalOf } from "@slipway/broker";
import type { LoadPage } from "../route/pages.ts";
import { inBoundedPieces, requireFew } from "./find-bookings.ts";

/** Pages of the bus by their items. */
function pagesOf<Item>(...pages: readonly (readonly Item[])[]): LoadPage<Item> {
  return ({ page = "0" }) => {
    const next = Number(page) + 1;
    const items = pages[Number(page)] ?? [];
    return Promise.resolve({ items, next: next < pages.length ? String(next) : null });
  };
}

it("answers large bookings in pieces, each once and in order", async () => {
  const load = pagesOf([1, 2, 3, 4], [], [5]);
  // Each is shown in 12 bytes: two of them are more than a piece of 20 may begin with.
  const show = (item: number): string => String(item).repeat(10);
  const loadPiece = inBoundedPieces(load, () => Promise.resolve(show), 20);
  const pieces: (readonly string[])[] = [];
  for (let at: { page?: string } | null = {}; at; ) {
    const { items, next }: Awaited<ReturnType<typeof loadPiece>> = await loadPiece(at);
    pieces.push(items.map((item) => item.slice(0, 1)));
    at = next === null ? null : { page: next };
  }
  expect(pieces).toEqual([["1", "2"], ["3", "4"], [], ["5"]]);
});

it.each([
  [[600, 0, 400], "answers"],
  [[600, 0, 401], "refuses"],
  [[1_001], "refuses"],
])("of pages of %j bookings it %s", async (lengths, outcome) => {
  const load = pagesOf(...lengths.map((length) => Array.from({ length }, () => null)));
  const counted = requireFew(load, await load({}));
  const isRefused = counted.then(
    () => "answers",
    (error: unknown) => (refusalOf(error)?.details.detail?.includes("1000") ? "refuses" : "fails"),
  );
  expect(await isRefused).toBe(outcome);
});
