/** Restrictions that a key has beside its scopes. Only its scopes limit a caller without them. */
import type { z } from "zod";
import { component, stringOrNull, boolean } from "./schemas.ts";

export const keyRestrictions = component(
  "KeyRestrictions",
  "What a key is held to beside its scopes.",
  {
    supplierId: stringOrNull(
      "Id of the only supplier whose records the key reaches; null: all of the tenant.",
    ),
    overrides: boolean(
      "Whether the key may send `retailPrices`, `pricingReferenceStartAt`, `expandCapacity` and `customStart`.",
    ),
  },
);

export type KeyRestrictions = Readonly<z.output<typeof keyRestrictions>>;

/** The restrictions of every session, and of every key that was issued without any. */
export const unrestricted: KeyRestrictions = { supplierId: null, overrides: true };

export function isRestricted({ supplierId, overrides }: KeyRestrictions): boolean {
  return supplierId !== null || !overrides;
}

/** Whether a holder of the first may issue a key with the second: nobody issues more than their own. */
export function isAtLeastAsRestricted(held: KeyRestrictions, asked: KeyRestrictions): boolean {
  const isWithinSupplier = held.supplierId === null || held.supplierId === asked.supplierId;
  return isWithinSupplier && (held.overrides || !asked.overrides);
}

/** Fields of a sale or of a change that `overrides: false` forbids. */
export const overrideFields = [
  "retailPrices",
  "pricingReferenceStartAt",
  "expandCapacity",
  "customStart",
] as const;

/** Whether a sale or a change, not parsed yet, has one of them. */
export function hasOverride(sent: unknown): boolean {
  if (typeof sent !== "object" || sent === null) return false;
  const given = overrideFields.map((field) => (sent as Readonly<Record<string, unknown>>)[field]);
  // `expandCapacity` is false where it was left out.
  return given.some((each) => each !== undefined && each !== false);
}
