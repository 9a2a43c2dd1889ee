/** Compares departures with their oracle, with a bug planted: `--mutant NAME`. Prints figures as a simulated run does. */
import { isDeepStrictEqual, parseArgs } from "node:util";
import fc from "fast-check";
import {
  countedDepartures,
  drawnPeriod,
  strangeDates,
  zones,
} from "../../packages/departures/test/oracle.ts";
import { hookLoading } from "./hooks.ts";
import { ofDepartures } from "./mutants/departure-mutants.ts";

const { values } = parseArgs({
  strict: false,
  options: { seed: { type: "string", default: "1" }, mutant: { type: "string" } },
});
hookLoading(ofDepartures.find(({ name }) => name === values["mutant"])?.patches ?? []);
const { departuresOf } = await import("../../packages/departures/src/departures.ts");

const weekMs = 7 * 86_400_000;
const drawn = fc.tuple(
  fc.array(drawnPeriod, { minLength: 1, maxLength: 3 }),
  fc.constantFrom(...zones),
  fc.constantFrom(...strangeDates),
);
const cases = fc.sample(drawn, { seed: Number(values["seed"]), numRuns: 300 });
/** Each beside the same of every year, which only its window tells from it. */
const failed = cases.findIndex(([periods, zone, date]) => {
  const range = { from: Date.parse(date) - weekMs, to: Date.parse(date) + weekMs };
  const always = periods.map((each) => ({ ...each, validFrom: null, validUntil: null }));
  return [periods, always].some(
    (each) =>
      !isDeepStrictEqual(departuresOf(each, zone, range), countedDepartures(each, zone, range)),
  );
});
const failure = failed >= 0 && { failure: `departures: not as counted, case ${failed + 1}` };
console.log(JSON.stringify({ steps: failed < 0 ? cases.length : failed + 1, ...failure }));
process.exit(failure ? 1 : 0);
