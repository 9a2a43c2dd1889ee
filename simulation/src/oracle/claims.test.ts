import { expect, it } from "@jest/globals";
import { Claims } from "./claims.ts";
import type { Expansions } from "./oversell.ts";
import type { ClaimEntry, LedgerDocument } from "./records.ts";
import type { State } from "./state.ts";

const line = "tour:0:3600000";
const at = new Date(0);
const claim = (id: string, places: number, more: Partial<ClaimEntry> = {}): ClaimEntry => ({
  id,
  bookingId: `booking of ${id}`,
  line,
  use: [{ resourceId: "boat", places, units: null }],
  state: "CONFIRMED",
  until: null,
  step: 1,
  ...more,
});
const added = (pool: number) => [{ resourceId: "boat", epoch: 1, pool, beyondMax: 0 }];

/** The ledger after steps, of which each revision has one, with so many places and so large an expansion. */
function ledger(seats: number, pool: number, steps: readonly ClaimEntry[]): LedgerDocument {
  const boat = { seats, units: 0, holds: {}, expansion: { epoch: 1, pool, beyondMax: 0 } };
  const usages = { [line]: { optionId: "tour", start: 0, end: 3_600_000, use: { boat } } };
  const log = Object.fromEntries(steps.map((step, index) => [index + 1, JSON.stringify([step])]));
  const days = { startAt: at, endAt: new Date(86_400_000) };
  const counted = { revision: steps.length, at, usages, resources: ["boat"], log };
  return { _id: "s:0", supplierId: "s", ...days, ...counted };
}

/** An oracle that has seen two claims of four places each, of which each has added two. */
function twoExpanding() {
  const state = { bookings: { documents: new Map() }, resources: { documents: new Map() } };
  const claims = new Claims(state as unknown as State);
  const steps = [
    claim("one", 4, { expanded: added(2) }),
    claim("other", 4, { expanded: added(2) }),
  ];
  const before = ledger(8, 4, steps);
  const expansions: Expansions = new Map();
  claims.ledgerWritten(undefined, before, expansions);
  const poolOf = () => expansions.get("tour:0 boat")?.get("s:0")?.pool;
  const release = (pool: number) =>
    claims.ledgerWritten(
      before,
      ledger(4, pool, [...steps, claim("one", 4, { state: "RELEASED", step: 2 })]),
      expansions,
    );
  return { poolOf, release };
}

it("counts an expansion for other bookings no longer once a release has given it back", () => {
  const { poolOf, release } = twoExpanding();
  expect(poolOf()).toBe(4);
  release(2);
  expect(poolOf()).toBe(2);
});

it("goes on counting an expansion that a release has left because others use it", () => {
  const { poolOf, release } = twoExpanding();
  release(4);
  expect(poolOf()).toBe(4);
});

it("finds an expansion that shrinks by more than the released claim has added", () => {
  const { release } = twoExpanding();
  expect(() => release(1)).toThrow("the expansion of 4 became 1");
});
