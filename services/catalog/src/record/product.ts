import type { OutputOf, catalog } from "@slipway/contracts";
import { type Identity, parseJson } from "../identity.ts";
import type { OptionList } from "./option-list.ts";
import type { PhotoList } from "./photo.ts";
import type { Contacts } from "./contacts.ts";

export interface ProductFields extends Omit<Contacts, "timezone">, OptionList, PhotoList {
  supplierId: string;
  name: string;
  /** The name, lower-cased: what lists are ordered by. */
  nameKey: string;
  reference: string;
  description: string | null;
  /** Null: the supplier's. */
  timezone: string | null;
  /** JSON text. */
  metadata: string;
  deletedAt: Date | null;
}

export type Product = ProductFields & Identity;
export type ProductRecord = Omit<OutputOf<typeof catalog.getProduct>, "options" | "photos">;

export function productRecord(product: Product): ProductRecord {
  return {
    id: product._id,
    tenantId: product.tenantId,
    supplierId: product.supplierId,
    name: product.name,
    reference: product.reference,
    description: product.description,
    timezone: product.timezone,
    locale: product.locale,
    website: product.website,
    email: product.email,
    telephone: product.telephone,
    address: product.address,
    metadata: parseJson(product.metadata),
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
    deletedAt: product.deletedAt?.toISOString() ?? null,
  };
}

interface Archivable {
  readonly deletedAt: Date | null;
}

/** Whether nothing may be added below this product and nothing of it sold. */
export function isArchived(product: Archivable, supplier: Archivable): boolean {
  return product.deletedAt !== null || supplier.deletedAt !== null;
}
