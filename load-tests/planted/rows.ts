/** The rehearsals, each with a bug of `simulation/src/mutants` that it must find. */

export interface SelfTest {
  /** The name of the bug. */
  readonly bug: string;
  /** The program of this folder with its flags: as short as finds the bug. */
  readonly run: string;
  /** A line of its output that names the bug. */
  readonly finds: RegExp;
}

const oversold = "five places beyond the capacity are sold";
const lost = "every other booking is answered and not stored";
const load = (test: string): string =>
  `load.ts --test ${test} --profile smoke --environment ci --quiet`;

export const selfTests: Readonly<Record<string, SelfTest>> = {
  load: { bug: oversold, run: load("flash-sale"), finds: /CROSSED oversold_places/ },
  "load-lost": { bug: lost, run: load("flash-sale"), finds: /CROSSED lost_bookings/ },
  "load-unsold": {
    bug: "the last place is not sold",
    run: load("flash-sale"),
    finds: /CROSSED places_sold/,
  },
  "load-restarts": {
    bug: "a gateway that drains closes its connections at once",
    run: load("rolling-restart"),
    finds: /CROSSED http_req_failed/,
  },
  "load-marketplace": { bug: lost, run: load("marketplace"), finds: /CROSSED lost_bookings/ },
  drills: { bug: oversold, run: "drills.ts --only files --seconds 3", finds: /FINDING sold twice/ },
  "drills-lost": { bug: lost, run: "drills.ts --only files --seconds 3", finds: /FINDING lost/ },
  "drills-cluster": {
    bug: "a cancel is answered and not stored",
    run: "drills.ts --only slow-member --seconds 3",
    finds: /FINDING lost/,
  },
  "older-collection": {
    bug: oversold,
    run: "drills.ts --only older-collection --seconds 4",
    finds: /FINDING before any restore: .*oversold/,
  },
  chaos: { bug: oversold, run: "chaos.ts --rounds 1", finds: /OVERSOLD/ },
  "chaos-lost": { bug: lost, run: "chaos.ts --rounds 1", finds: /lost: / },
  "chaos-fail-over": {
    bug: "events of a local poll are delivered",
    run: "chaos.ts --fail-over --kind isolation --rounds 4",
    finds: /audit of|, [1-9]\d* that were received are not in audit/,
  },
  "chaos-pause": {
    bug: oversold,
    run: "chaos.ts --pause --lean --kind resources-capacity --seconds 10",
    finds: /OVERSOLD/,
  },
  upgrade: { bug: lost, run: "chaos.ts --upgrade --lean --from HEAD", finds: /lost: / },
  abuse: {
    bug: "a known device waits for the failures of strangers",
    run: "abuse.ts --only S4 --seconds 40 --rate 10",
    finds: /log in refused/,
  },
  "dead-endpoint": {
    bug: "an endpoint that never answers takes the attempts of the others",
    run: "dead-endpoint.ts --queued 300 --bookings 50",
    finds: /It must hear of all/,
  },
  tenant: {
    bug: "claims of a deleted tenant stay",
    run: "tenant.ts --bookings 400",
    finds: /the log's entry alone is left/,
  },
  year: {
    bug: "a page of bookings reads all beyond a thousand",
    run: "year.ts --bookings 4400",
    finds: /listP50Ms: .* beside a year/,
  },
  "day-sheet": {
    bug: "a page of bookings takes a second",
    run: "day-sheet.ts",
    finds: /more than 1000 ms/,
  },
};
