import { type Caller, type OutputOf, answerOf, catalog } from "@slipway/contracts";
import { type Identity, parseJson } from "../identity.ts";
import { type ContactField, type Contacts, contactFields } from "./contacts.ts";

export interface SupplierFields extends Contacts {
  name: string;
  /** The name, lower-cased: what lists are ordered by. */
  nameKey: string;
  reference: string;
  /** JSON text. */
  metadata: string;
  deletedAt: Date | null;
  /** Changed contacts that may not have reached every product yet (see `apply-contacts.ts`). */
  copying: Copying | null;
}

/** Left by the write that changed the contacts, so that a crash before the last product is resumed. */
interface Copying {
  readonly attempt: string;
  readonly since: Date;
  readonly fields: readonly ContactField[];
  /** In whose name the products change. */
  readonly by: Pick<Caller, "actorType" | "actorId" | "source">;
}

export type Supplier = SupplierFields & Identity;
export type SupplierRecord = OutputOf<typeof catalog.getSupplier>;

export function supplierRecord(supplier: Supplier): SupplierRecord {
  const { _id: id, metadata } = supplier;
  return answerOf(catalog.supplier, { ...supplier, id, metadata: parseJson(metadata) });
}

/** The mark that a change of a supplier leaves: what it copies, and what an earlier one still does. */
export function copyingAfter(
  supplier: Pick<SupplierFields, "copying">,
  changed: Partial<SupplierFields>,
  mark: Omit<Copying, "fields">,
): Copying | null {
  const fields = contactFields.filter((field) => field in changed);
  if (fields.length === 0) return supplier.copying;
  return { ...mark, fields: [...new Set([...(supplier.copying?.fields ?? []), ...fields])] };
}
