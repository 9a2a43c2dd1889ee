import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, capacityArchive } from "@slipway/contracts";
import type { ArchiveDeps } from "./deps.ts";
import { isClosable } from "../ledger/closing.ts";
import type { Ledger } from "../ledger/ledger.ts";

type ArchiveLedgersInput = InputOf<typeof capacityArchive.archiveLedgers>;

/**
 * Closes ledgers, each by one write on the version that the file has. The races:
 *
 * - with a claim of a backdated sale: the ledger's version decides, so one of the two writes finds another version. The claim is
 *   then decided anew, and refused. The next run writes a changed ledger into another file;
 * - with the sale of a claim that was taken before: its booking names the claim, whose record stays until the booking is archived;
 * - with a confirmation or an extension: no hold lasts here, by the time that this write gives the ledger;
 * - with a late release: it ends the claim's record, and the ledger counts nothing that it could take back.
 */
export async function archiveLedgers(
  deps: ArchiveDeps,
  _request: Request,
  { keepDays, versions }: ArchiveLedgersInput,
): Promise<OutputOf<typeof capacityArchive.archiveLedgers>> {
  const filed = new Map(versions.map((version) => [version.id, version]));
  const read = await deps.ledgers.readAll([...filed.keys()]);
  // Time may only have gone on since the list, so a hold that had ended there has ended here.
  const now = await deps.certainTime();
  const closable = read.filter(
    (ledger) =>
      isVersion(ledger, filed.get(ledger.address.id)) &&
      isClosable(ledger, { keepDays, clock: now }),
  );
  const closed = await Promise.all(closable.map((ledger) => deps.ledgers.close(ledger, now)));
  return { archived: closed.filter(Boolean).length };
}

function isVersion(
  { address, revision, commit }: Ledger,
  version: ArchiveLedgersInput["versions"][number] | undefined,
): boolean {
  if (address.tenantId !== version?.tenantId) return false;
  return revision === version.revision && commit === version.commit;
}
