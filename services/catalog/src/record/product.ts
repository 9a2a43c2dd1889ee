import { type OutputOf, answerOf, catalog } from "@slipway/contracts";
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

const productForm = catalog.product.omit({ options: true });

export function productRecord(product: Product): ProductRecord {
  const { _id: id, metadata } = product;
  return answerOf(productForm, { ...product, id, metadata: parseJson(metadata) });
}

interface Archivable {
  readonly deletedAt: Date | null;
}

/** Whether nothing may be added below this product and nothing of it sold. */
export function isArchived(product: Archivable, supplier: Archivable): boolean {
  return product.deletedAt !== null || supplier.deletedAt !== null;
}
