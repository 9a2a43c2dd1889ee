import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, capacityArchive } from "@slipway/contracts";
import type { ArchiveDeps } from "./deps.ts";
import { endedBefore, isClosable } from "../ledger/closing.ts";

/** A page of the ledgers that may be closed, with the versions that its lines have. Changes nothing. */
export async function listEndedLedgers(
  deps: ArchiveDeps,
  _request: Request,
  { keepDays, page = "" }: InputOf<typeof capacityArchive.listEndedLedgers>,
): Promise<OutputOf<typeof capacityArchive.listEndedLedgers>> {
  const clock = deps.clock();
  const { items, next } = await deps.ledgers.listEnded(endedBefore(keepDays, clock), page);
  return {
    items: items
      .filter(({ item }) => isClosable(item, { keepDays, clock }))
      .map(({ line, item: { address, revision, commit } }) => ({
        line,
        version: { tenantId: address.tenantId, id: address.id, revision, commit },
      })),
    next,
  };
}
