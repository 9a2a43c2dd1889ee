import { expect, it } from "@jest/globals";
import { type Repeat, type Request } from "@slipway/broker";
import { departureKey } from "../ledger/departure-index.ts";
import { emptyLedger, ledgerOf } from "../ledger/ledger-document.ts";
import type { DepartureRuns } from "../ledger/ledger.ts";
import type { DepartureDeps } from "./deps.ts";
import { setRuns } from "./set-runs.ts";

const startAt = "2027-07-02T08:00:00.000Z";
const departure = departureKey("opt", Date.parse(startAt));
const endsAt = "2027-07-02T09:00:00.000Z";
const named = { optionId: "opt", productId: "prd", supplierId: "sup", startAt, endsAt };
const address = { tenantId: "t", supplierId: "sup", id: "sup:1", range: { from: 0, to: 1 } };

/** Ledgers of which a crash undoes each version but the last once it has been read. */
function depsOf(...versions: (DepartureRuns | undefined)[]) {
  const written: DepartureRuns[] = [];
  const read = versions.map((runs, revision) =>
    ledgerOf({ ...emptyLedger(address, 0), revision, runs: runs ? { [departure]: runs } : {} }),
  );
  let next = 0;
  const ledgers = {
    read: () => Promise.resolve(read[Math.min(next++, read.length - 1)]),
    confirmUnchanged: (ledger: object) => Promise.resolve(ledger === read.at(-1)),
    setRuns: (_ledger: object, { runs }: { runs: DepartureRuns }) =>
      Promise.resolve(written.push(runs) > 0),
  };
  const deps = {
    clock: () => 0,
    days: { getStartMinute: () => Promise.resolve(0) },
    actors: { at: () => ({ runExclusive: (work: () => unknown) => work() }) },
    ledgers,
  } as unknown as DepartureDeps;
  return { deps, written };
}

const key = (of: string): Repeat => ({ key: "k", of, isReplayed: false });
const request = (repeat?: Repeat) => ({ caller: { tenantId: "t" }, repeat }) as Request;
const asked = { ...named, runs: "CALLED_OFF" as const, reason: null, redeemed: [] };
const reopened: DepartureRuns = {
  state: "OPEN",
  reason: null,
  usedKeys: [{ key: "k", of: "reopen", at: new Date(0) }],
};

it("refuses a reused key where a write has confirmed what it was read in", async () => {
  const { deps, written } = depsOf(reopened);
  await expect(setRuns(deps, request(key("call off")), asked)).rejects.toMatchObject({
    type: "IDEMPOTENCY_KEY_REUSED",
  });
  expect(written).toEqual([]);
});

it("decides again where a crash has undone the key that it was to refuse", async () => {
  const { deps, written } = depsOf(reopened, undefined);
  await setRuns(deps, request(key("call off")), asked);
  expect(written).toMatchObject([{ state: "CALLED_OFF" }]);
});
