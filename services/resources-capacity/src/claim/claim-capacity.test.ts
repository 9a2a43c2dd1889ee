import { expect, it } from "@jest/globals";
import { type Request, refuse } from "@slipway/broker";
import fc from "fast-check";
import { type ANeed, aClaim, aLedgerAt, aResource, hour, now } from "../../test/made-ledgers.ts";
import type { ClaimDeps } from "./deps.ts";
import {
  type LedgerAddress,
  type Range,
  addressesAround,
  addressesOf,
  dayMs,
} from "../ledger/day.ts";
import type { Claim, Command } from "../ledger/ledger.ts";
import { dayAt, marginsIn, optionLinksOf, vacanciesOf } from "../ledger/vacancies.ts";
import { claimOnDays } from "./claim-capacity.ts";

const supplier = { tenantId: "t", supplierId: "s", startMinute: 0 };
/** The tours at 21 and at 25 touch the other day by their margins alone. */
const needs: Record<string, ANeed> = { tour: [1, null, 120, 90], cruise: [1, 1] };
const resources = [
  aResource({ quantity: 2, capacityPerResource: 4, needs }),
  aResource({ id: "guide", name: "Guide", capacityPerResource: 5, needs: { cruise: [1, null] } }),
];

/** Three run over the boundary at hour 24; the others are in their way on one of both days. */
const departures = [
  { optionId: "tour", from: 22, to: 34 },
  { optionId: "cruise", from: 8, to: 30 },
  { optionId: "cruise", from: 23, to: 25 },
  { optionId: "tour", from: 21, to: 23 },
  { optionId: "cruise", from: 26, to: 28 },
  { optionId: "tour", from: 25, to: 27 },
  { optionId: "tour", from: 33, to: 40 },
];
type Departure = (typeof departures)[number];

const windowOf = ({ from, to }: Departure): Range => ({ from: from * hour, to: to * hour });

/** A supplier's ledgers: one for each of these days. */
function ledgersOf(addresses: readonly LedgerAddress[]) {
  const ledgers = new Map(addresses.map((each) => [each.id, aLedgerAt(each, resources)]));
  const at = (address: LedgerAddress) => ({
    submit: async (command: Command): Promise<Claim | undefined> => {
      const decision = ledgers.get(address.id)?.carryOut(command);
      if (decision?.outcome === "refused") throw refuse(decision.code);
      return decision && "claim" in decision ? decision.claim : undefined;
    },
  });
  return { ledgers, at };
}

/** The vacancies of every departure. */
function leftOn({ ledgers }: ReturnType<typeof ledgersOf>): unknown[] {
  return departures.map((departure) => {
    const { optionId } = departure;
    const links = optionLinksOf({ optionId, pricingPer: "UNIT" }, resources);
    const window = windowOf(departure);
    const addresses = addressesAround(supplier, window, marginsIn(links));
    const touched = addresses.flatMap(({ id }) => ledgers.get(id) ?? []);
    const [first] = ledgers.values();
    const days = (ledgers.size === 1 ? [first] : touched).map(
      (each) => each && dayAt(each.ledger, now),
    );
    return { departure, ...vacanciesOf(links, window, days) };
  });
}

const days = addressesOf(supplier, { from: 0, to: 2 * dayMs });
const longDay = { ...supplier, id: "s:long", range: { from: 0, to: 2 * dayMs } };

type Step = { release: number } | { departure: Departure; places: number; expand: boolean };

/** Two days, and one day that is as long as both, for the same steps. */
function aComparison() {
  const [both, one] = [ledgersOf(days), ledgersOf([longDay])];
  const deps = { actors: both, clock: () => now, config: { confirmMs: 0 }, warn: () => undefined };
  const taken: { id: string; claims: { claimId: string; ledger: string }[] }[] = [];
  const onOne = (command: Command) => one.ledgers.get(longDay.id)?.carryOut(command).outcome;

  async function claim(
    id: string,
    { departure, places, expand }: Exclude<Step, { release: number }>,
  ) {
    const fresh = aClaim(id, places, { optionId: departure.optionId, expand });
    const asked = { ...fresh, window: windowOf(departure) };
    const order = { ...asked, supplier, attempt: "0", inPlaceOf: [] };
    const request = { caller: fresh.caller, deadline: 0 } as Request;
    const made = await claimOnDays(deps as unknown as ClaimDeps, request, order).catch(
      () => undefined,
    );
    if (made) taken.push({ id, claims: made.claims });
    return [made ? "write" : "refused", onOne(asked)];
  }

  function release(index: number) {
    const [released] = taken.splice(index % (taken.length || 1), 1);
    const command = { kind: "release", neverNamed: false } as const;
    const outcomes = (released?.claims ?? []).map(
      ({ claimId, ledger }) => both.ledgers.get(ledger)?.carryOut({ ...command, claimId }).outcome,
    );
    return [outcomes[0], released && onOne({ ...command, claimId: released.id })];
  }

  return { both, one, claim, release };
}

async function compared(steps: readonly Step[]): Promise<void> {
  const { both, one, claim, release } = aComparison();
  for (const [index, step] of steps.entries()) {
    const [onBoth, onOne] =
      "release" in step ? release(step.release) : await claim(`b${index}`, step);
    expect({ step, outcome: onBoth, left: leftOn(both) }).toEqual({
      step,
      outcome: onOne,
      left: leftOn(one),
    });
  }
}

it("sells and shows on two days what one day as long as both would, whatever is expanded", async () => {
  const claim = fc.record({
    departure: fc.constantFrom(...departures),
    places: fc.integer({ min: 1, max: 9 }),
    expand: fc.boolean(),
  });
  const step = fc.oneof({ arbitrary: claim, weight: 2 }, fc.record({ release: fc.nat(20) }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), (steps) => compared(steps)),
    { numRuns: 300, seed: 37 },
  );
});

it("takes nothing if a requirement's margins change between the claims of two days", async () => {
  const both = ledgersOf(days);
  const at = (address: LedgerAddress) => ({
    async submit(command: Command): Promise<Claim | undefined> {
      const claim = await both.at(address).submit(command);
      if (command.kind !== "claim" || address.id === days[0]?.id) return claim;
      return (
        claim && { ...claim, use: claim.use.map((use) => ({ ...use, turnaroundMinutes: 30 })) }
      );
    },
  });
  const deps = {
    actors: { at },
    clock: () => now,
    config: { confirmMs: 0 },
    warn: () => undefined,
  };
  const claim = { ...aClaim("b", 4), window: windowOf(departures[0] as Departure) };
  const order = { ...claim, supplier, attempt: "0", inPlaceOf: [] };
  const request = { caller: claim.caller, deadline: 0 } as Request;
  await expect(claimOnDays(deps as unknown as ClaimDeps, request, order)).rejects.toMatchObject({
    type: "SERVICE_UNAVAILABLE",
  });
  const states = days.flatMap(({ id }) => [...(both.ledgers.get(id)?.claims.values() ?? [])]);
  expect(states.map(({ state }) => state)).toEqual(["RELEASED", "RELEASED"]);
});
