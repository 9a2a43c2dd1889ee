/**
 * Compares claims and vacancies of departures with margins with a plain count: each resource, every half hour, from the
 * list of what is sold. Requirements change in between, and departures touch up to four ledgers.
 */
import { type Request, refuse } from "@slipway/broker";
import { claimOnDays } from "../src/claim/claim-capacity.ts";
import type { ClaimDeps } from "../src/claim/deps.ts";
import type { LedgerAddress } from "../src/ledger/day.ts";
import type { Claim, Command } from "../src/ledger/ledger.ts";
import type { VacanciesDeps } from "../src/vacancies/deps.ts";
import { listVacancies } from "../src/vacancies/list-vacancies.ts";
import { type ANeed, aClaim, aLedgerAt, aResource, hour, now } from "./made-ledgers.ts";

const supplier = { tenantId: "t", supplierId: "s", startMinute: 0 };
const places: Readonly<Record<string, number>> = { boat: 5, guide: 4 };
/** In hours; the days of the ledgers begin at 48, 72 and 96. */
const departures = [46, 47.5, 48, 70, 71, 71.5, 72, 73, 95, 96].flatMap((from) => [
  { optionId: "tour", from, hours: 1 },
  { optionId: "cruise", from, hours: 24 },
]);
type Departure = (typeof departures)[number];

interface Taken {
  readonly id: string;
  readonly resourceId: string;
  readonly from: number;
  readonly to: number;
  readonly participants: number;
}

/** Numbers that look drawn, the same in every run. */
function drawnFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Needs of the options by resource. The cruise has a guide without margins. */
function needsOf(draw: (below: number) => number): Record<string, Record<string, ANeed>> {
  const margin = (): number => [0, 0, 30, 90, 1440][draw(5)] ?? 0;
  return {
    boat: { tour: [1, null, margin(), margin()], cruise: [1, null, margin(), margin()] },
    guide: { cruise: [1, null] },
  };
}

/** Places that a departure would take, by resource. */
function takenBy(
  { optionId, from, hours }: Departure,
  { needs, id, participants }: Pick<Taken, "id" | "participants"> & Pick<World, "needs">,
): Taken[] {
  return Object.entries(needs).flatMap(([resourceId, byOption]) => {
    const need = byOption[optionId];
    if (!need) return [];
    const [, , prepare = 0, turnaround = 0] = need;
    const window = { from: from - prepare / 60, to: from + hours + turnaround / 60 };
    return [{ id, resourceId, participants, ...window }];
  });
}

interface World {
  needs: ReturnType<typeof needsOf>;
  sold: Taken[];
}

function fits({ sold }: World, wanted: readonly Taken[]): boolean {
  return wanted.every(({ resourceId, from, to, participants }) => {
    const own = sold.filter((each) => each.resourceId === resourceId);
    for (let at = from; at < to; at += 0.5) {
      const open = own.filter((each) => each.from <= at && at < each.to);
      const taken = open.reduce((sum, each) => sum + each.participants, participants);
      if (taken > (places[resourceId] ?? 0)) return false;
    }
    return true;
  });
}

function largest(world: World, departure: Departure): number {
  let participants = 0;
  const { needs } = world;
  while (fits(world, takenBy(departure, { needs, id: "", participants: participants + 1 })))
    participants++;
  return participants;
}

/** The service's claims and vacancies on ledgers in memory. */
function aService(world: World) {
  const ledgers = new Map<string, ReturnType<typeof aLedgerAt>>();
  const resources = () =>
    Object.entries(world.needs).map(([id, needs]) =>
      aResource({ id, name: id, capacityPerResource: places[id] ?? 0, needs }),
    );
  const at = (address: LedgerAddress) => {
    const ledger = ledgers.get(address.id) ?? aLedgerAt(address, []);
    ledgers.set(address.id, ledger);
    return {
      submit: async (command: Command): Promise<Claim | undefined> => {
        for (const each of resources()) ledger.set(each);
        const decision = ledger.carryOut(command);
        if (decision.outcome === "refused") throw refuse(decision.code);
        return "claim" in decision ? decision.claim : undefined;
      },
    };
  };
  const claiming = { actors: { at }, clock: () => now, config: { confirmMs: 0 }, warn: () => {} };
  const reading = {
    days: { getStartMinute: async () => 0 },
    clock: () => now,
    snapshots: {
      read: async (_tenant: string, { ledgerIds }: { ledgerIds: readonly string[] }) => {
        const found = ledgerIds.flatMap((id) => ledgers.get(id)?.ledger ?? []);
        return {
          resources: resources(),
          ledgers: new Map(found.map((each) => [each.address.id, each])),
        };
      },
    },
  };
  const request = { caller: aClaim("", 1).caller, deadline: 0 } as Request;

  return {
    /** The names of its claims; undefined: refused. */
    claim: (id: string, { from, ...departure }: Departure, participants: number) => {
      const fields = aClaim(id, participants, { ...departure, from });
      const order = { ...fields, supplier, attempt: "0", inPlaceOf: [] };
      return claimOnDays(claiming as unknown as ClaimDeps, request, order).then(
        ({ claims }) => claims,
        () => undefined,
      );
    },
    release: (claims: readonly { claimId: string; ledger: string }[]) => {
      for (const { claimId, ledger } of claims)
        ledgers.get(ledger)?.carryOut({ kind: "release", claimId, neverNamed: false });
    },
    left: async (optionId: string, departed: readonly Departure[]) => {
      const starts = departed.map(({ from }) => from * hour);
      const durationMinutes = (departed[0]?.hours ?? 0) * 60;
      const input = {
        supplierId: "s",
        optionId,
        pricingPer: "UNIT",
        durationMinutes,
        starts,
      } as const;
      const { parties } = await listVacancies(reading as unknown as VacanciesDeps, request, input);
      return parties?.vacancies ?? [];
    },
  };
}

/** The first step after which service and count differ; undefined: they never do. */
export async function differing(seed: number): Promise<string | undefined> {
  const draw = drawnFrom(seed);
  const world: World = { needs: needsOf(draw), sold: [] };
  const { claim, release, left } = aService(world);
  const claims = new Map<string, readonly { claimId: string; ledger: string }[]>();
  for (let step = 0; step < 40; step++) {
    const kind = draw(6);
    const ended = [...claims.keys()][draw(claims.size)];
    if (kind === 0) world.needs = needsOf(draw);
    else if (kind === 1 && ended !== undefined) {
      release(claims.get(ended) ?? []);
      claims.delete(ended);
      world.sold = world.sold.filter(({ id }) => id !== ended);
    } else {
      const departure = departures[draw(departures.length)] as Departure;
      const [id, participants] = [`b${step}`, 1 + draw(3)];
      const wanted = takenBy(departure, { needs: world.needs, id, participants });
      const made = await claim(id, departure, participants);
      if ((made !== undefined) !== fits(world, wanted))
        return `step ${step}: a claim of ${participants} is ${made ? "taken" : "refused"}`;
      if (!made) continue;
      claims.set(id, made);
      world.sold.push(...wanted);
    }
    for (const option of ["tour", "cruise"]) {
      const own = departures.filter(({ optionId }) => optionId === option);
      const [is, should] = [await left(option, own), own.map((each) => largest(world, each))];
      if (is.join() !== should.join())
        return `step ${step}: ${is.join()} are left, not ${should.join()}`;
    }
  }
  return undefined;
}
