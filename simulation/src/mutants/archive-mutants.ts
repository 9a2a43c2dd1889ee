/** Bugs of the archive that the simulation must catch. */
import type { Patch } from "./marks.ts";

const mutant = (name: string, mark: string, becomes: Patch["becomes"]) => ({
  name,
  patches: [{ mark, becomes }],
});

export const ofArchives = [
  mutant("a closed ledger takes claims", "closed-ledger", ""),
  mutant("a release on a closed ledger takes places back", "release-closed", ""),
  mutant(
    "version left out of the filter that closes a ledger",
    "close-version",
    "const filter = ofTenant(ledger.address.tenantId, { _id: ledger.address.id, ...open });",
  ),
  mutant("a ledger is closed while a hold lasts", "held-closable", "false"),
  mutant("claims of bookings that stay are archived", "archived-claims", "true"),
];
