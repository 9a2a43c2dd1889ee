/** Bugs that rehearsals must find in a server that runs: `npm run selftest` plants them. Simulated worlds do not run these. */
import type { Mutant } from "./planted.ts";

/** By name. */
export const ofRehearsals: readonly Mutant[] = [
  {
    name: "five places beyond the capacity are sold",
    patches: [
      { mark: "worst-alternative", becomes: "pool = Math.max(pool, peak - limits.pool - 5);" },
    ],
  },
  {
    name: "the last place is not sold",
    patches: [
      { mark: "worst-alternative", becomes: "pool = Math.max(pool, peak - limits.pool + 1);" },
    ],
  },
  {
    name: "every other booking is answered and not stored",
    patches: [
      {
        mark: "insert-booking",
        becomes: (marked) =>
          `if (/[0-7]$/.test(booking._id)) return { booking, event };\n${marked}`,
      },
    ],
  },
  {
    name: "a cancel is answered and not stored",
    patches: [
      {
        mark: "move-write",
        becomes: (marked) => `if (type === "booking.cancelled") return changed;\n${marked}`,
      },
    ],
  },
  {
    name: "an endpoint that never answers takes the attempts of the others",
    patches: [
      { mark: "slots-of-endpoint", becomes: "return slots.answering;" },
      { mark: "attempts-at-once", becomes: "1_000" },
    ],
  },
  {
    name: "claims of a deleted tenant stay",
    patches: [
      {
        mark: "deleted-collections",
        becomes:
          'const deleted = tables.filter(({ outlivesTenant, name }) => !outlivesTenant && name !== "claims");',
      },
    ],
  },
  {
    name: "a page of bookings reads all beyond a thousand",
    patches: [
      {
        mark: "listed-by-id",
        becomes: (marked) => `await bookings.find({ tenantId }).skip(1_000).toArray();\n${marked}`,
      },
    ],
  },
  {
    name: "a page of bookings takes a second",
    patches: [
      {
        mark: "find-page",
        becomes: (marked) => `await new Promise((done) => setTimeout(done, 1_000));\n${marked}`,
      },
    ],
  },
  {
    name: "a gateway that drains closes its connections at once",
    patches: [
      {
        mark: "gateway-drains",
        becomes: (marked) => `${marked}\nserver.close();\nserver.closeAllConnections();`,
      },
    ],
  },
  {
    name: "a known device waits for the failures of strangers",
    patches: [
      { mark: "failures-of-device", becomes: "account" },
      // Else each log-in of the tenant begins the strangers' count anew, and a slow machine never reaches the wait.
      { mark: "failures-forgiven", becomes: "const next = known;" },
    ],
  },
];
