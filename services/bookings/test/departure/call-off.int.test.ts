/** Until when a departure is called off, with stand-ins for the other services. */
import { expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { departures } from "@slipway/contracts";
import { benchForFile, iso, tenant } from "../bench.ts";
import { someFacts, startAt } from "../builders.ts";

const bench = benchForFile(import.meta.url);
const minute = 60_000;

/** The end that capacity is given, by which it refuses a departure that has ended. */
async function endOfCallOff(): Promise<string> {
  let end = "";
  bench.before["resourcesCapacity.setRuns"] = ({ endsAt }: { endsAt: string }) =>
    Promise.resolve(void (end = endsAt));
  const departure = { optionId: "opt", startAt: iso(startAt), reason: "Storm" };
  await call(bench.as(tenant), departures.callOffDeparture, departure);
  return end;
}

it("a departure ends with the last of its bookings where its option was shortened meanwhile", async () => {
  bench.facts = someFacts({ option: { durationMinutes: 60 } });
  await bench.create();
  const { id } = await bench.create();
  const occupiedUntil = new Date(startAt + 180 * minute);
  await bench.collection.updateOne({ _id: id }, { $set: { occupiedUntil } });
  bench.now = startAt + 59 * minute;
  expect(await endOfCallOff()).toBe(iso(startAt + 60 * minute));
  bench.now = startAt + 179 * minute;
  expect(await endOfCallOff()).toBe(iso(startAt + 180 * minute));
  bench.now = startAt + 180 * minute;
  expect(await endOfCallOff()).toBe(iso(startAt + 60 * minute));
});
