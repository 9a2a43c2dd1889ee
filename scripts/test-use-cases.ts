/** Whether the first tier has entered each use case: every action of the services, and every operation of both APIs. */
import { readFileSync } from "node:fs";
import { octoRoutes } from "../gateway/src/octo/octo-routes.ts";
import { routes } from "../gateway/src/routes/routes.ts";
import { enteredFile } from "../gateway/test/entered.ts";
import * as contracts from "../packages/contracts/src/index.ts";

const isAction = (value: unknown): value is contracts.Action =>
  typeof value === "object" && value !== null && "name" in value && "refusals" in value;

/** Actions that only the command line calls, that need what few tests have, or that gateways of the release before called. */
export const enteredElsewhere: Readonly<Record<string, readonly string[]>> = {
  "console/test/walk.browser.test.ts": ["catalog.listOptionIds"],
  "gateway/test/erasure.int.test.ts": ["sync.eraseEvents"],
  "gateway/test/lists.int.test.ts": ["bookings.listChanges"],
  "gateway/test/selling.int.test.ts": ["bookings.quoteUpdate"],
  "gateway/test/restricted-keys.int.test.ts": [
    "availability.getBlock",
    "bookings.findFeedSupplier",
    "catalog.findPhotoSupplier",
  ],
  "gateway/test/second-factor.int.test.ts": ["auth.resetSecondFactor"],
  "gateway/test/asked-by-sessions.int.test.ts": ["availability.listBlocksAt"],
  "gateway/test/single-sign-on.int.test.ts": [
    "auth.finishSingleSignOn",
    "auth.listProviders",
    "auth.startSingleSignOn",
  ],
  "server/test/tenant-data.int.test.ts": [
    "bookings.listArchivedBookings",
    "resourcesCapacity.archiveClaims",
    "resourcesCapacity.archiveLedgers",
    "resourcesCapacity.listEndedClaims",
    "resourcesCapacity.listEndedLedgers",
  ],
  "services/audit/test/entries.int.test.ts": [
    "audit.listCreated",
    "audit.listEntries",
    "audit.listLastEntries",
  ],
  "services/auth/test/api-keys.int.test.ts": ["auth.identifyShown", "auth.resolveCredential"],
  "services/auth/test/sessions.int.test.ts": ["auth.enableUser", "auth.setUserPassword"],
  "services/auth/test/users.int.test.ts": ["auth.disableUser"],
  "services/bookings/test/archive/archive-bookings.int.test.ts": [
    "bookings.archiveBookings",
    "bookings.listEndedBookings",
  ],
  "services/bookings/test/order/orders.int.test.ts": [
    "bookings.archiveOrders",
    "bookings.listEndedOrders",
  ],
  "services/bookings/test/recovery/examine-bookings.int.test.ts": [
    "bookings.examineBookings",
    "bookings.listClaimHolders",
    "bookings.repairBookings",
  ],
  "services/bookings/test/recovery/recovery.int.test.ts": ["bookings.settleClaims"],
  "services/resources-capacity/test/claim-anew.int.test.ts": ["resourcesCapacity.claimAnew"],
  "services/resources-capacity/test/examine-capacity.int.test.ts": [
    "resourcesCapacity.examineCapacity",
    "resourcesCapacity.examineLedger",
    "resourcesCapacity.repairCapacity",
  ],
};

export function assertAllEntered(): void {
  const actions = Object.values(contracts).flatMap((module) =>
    typeof module === "object" ? Object.values(module as object).filter(isAction) : [],
  );
  const heads = (prefix: string, list: typeof routes): string[] =>
    list.map(({ method, path }) => `${method} ${prefix}${path}`);
  const all = [
    ...actions.map(({ name }) => name),
    ...heads("/api/v1", routes),
    ...heads("/octo", octoRoutes),
  ];
  const noted = readFileSync(enteredFile, "utf8").split("\n");
  const entered = new Set([...noted, ...Object.values(enteredElsewhere).flat()]);
  const missing = [...new Set(all)].filter((name) => !entered.has(name));
  if (missing.length > 0)
    throw new Error(`No test of the first tier enters: ${missing.toSorted().join(", ")}`);
}
