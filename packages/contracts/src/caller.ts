import { z } from "zod";
import { keyRestrictions } from "./restrictions.ts";

/**
 * Who makes a request and for which tenant. It travels in the bus's meta, never in an input, and is
 * parsed once per action into a frozen value.
 */
export const caller = z.object({
  tenantId: z.string().min(1),
  actorType: z.enum(["USER", "API_KEY", "SYSTEM"]),
  /** The user's or the key's id; null for the system and the command line. */
  actorId: z.string().nullable(),
  /** The key's or the session's id; null without a credential. */
  credentialId: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Of a restricted key; absent: held to nothing beside the scopes. */
  restrictions: keyRestrictions.optional(),
  /** 'api/v1', 'cli', 'system' or a channel's code: what audit and bookings name as the source. */
  source: z.string(),
  requestId: z.string(),
  /** What auth has signed of it, which a gateway must bring; of no other use. */
  proof: z.string().max(200).optional(),
});

export type Caller = Readonly<z.output<typeof caller>>;

/** The only supplier whose records the caller reaches; undefined: all of the tenant. */
export function supplierOf({ restrictions }: Pick<Caller, "restrictions">): string | undefined {
  return restrictions?.supplierId ?? undefined;
}

/** What a list of records adds to its filter for this caller. */
export function ofSupplier(given: Pick<Caller, "restrictions">): { supplierId?: string } {
  const supplierId = supplierOf(given);
  return supplierId === undefined ? {} : { supplierId };
}

/**
 * The caller as it travels in the bus's meta. A restricted one is wrapped: a service of the release
 * before knows no restrictions, and cannot read it, so that it does nothing in its name.
 */
export function callerOnBus(given: Caller): Caller | { readonly restricted: Caller } {
  return given.restrictions === undefined ? given : { restricted: given };
}

/** What `callerOnBus` has sent, not parsed yet. */
export function callerFromBus(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || !("restricted" in sent)) return sent;
  return sent.restricted;
}
