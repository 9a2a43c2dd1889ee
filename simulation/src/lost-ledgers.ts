/** A ledger vanishes, as where a person deletes it or restores an older dump of its collection. */
import type { Document } from "./engine/document.ts";
import type { Engine } from "./engine/engine.ts";
import type { Oracle } from "./oracle/oracle.ts";
import type { RandomSource } from "./random-source.ts";

interface Losing {
  readonly engine: Engine;
  readonly oracle: Oracle;
  readonly random: RandomSource;
}

/**
 * It takes nothing with it but itself: its writes are durable, and each step in its log is in a record. No resize is under
 * way, since that may have looked at the ledger already. False: there is no such ledger.
 */
export function loseLedger({ engine, oracle, random }: Losing): boolean {
  const server = engine.serverOf("resources-capacity");
  const ledgers = server.table("ledgers");
  const resources = [...server.table("resources").documents.values()];
  const isResized = ({ supplierId }: Document): boolean =>
    resources.some((each) => each["supplierId"] === supplierId && each["resizing"] !== undefined);
  const isDurable = (ledger: Document): boolean => ledgers.documents.get(ledger._id) === ledger;
  const losable = [...ledgers.durable.values()].filter(
    (each) => isDurable(each) && !isResized(each) && oracle.lostLedgers.mayVanish(each),
  );
  if (losable.length === 0) return false;
  const { _id } = random.pick(losable);
  ledgers.lose(_id);
  oracle.lostLedgers.lose(_id);
  return true;
}
