import { z } from "zod";
import { keyRestrictions } from "./restrictions.ts";

/** The caller of a request and its tenant. It travels in the bus's meta, and is parsed once per action and frozen. */
export const caller = z.object({
  tenantId: z.string().min(1),
  actorType: z.enum(["USER", "API_KEY", "SYSTEM"]),
  /** The user's or the key's id; null for the system and the command line. */
  actorId: z.string().nullable(),
  /** The key's or the session's id; null without a credential. */
  credentialId: z.string().nullable(),
  scopes: z.array(z.string()),
  /** The restrictions of a key; absent: only its scopes limit the caller. */
  restrictions: keyRestrictions.optional(),
  /** The channel of a channel key, which acts for a reseller; its supplier stands in `restrictions`. */
  channel: z.object({ channelConnectionId: z.string().min(1) }).optional(),
  /** 'api/v1', 'cli', 'system' or a channel's code: what audit and bookings name as the source. */
  source: z.string(),
  requestId: z.string(),
  /** The proof by which auth has signed the caller. Services demand it of a gateway; it has no other use. */
  proof: z.string().max(200).optional(),
});

export type Caller = Readonly<z.output<typeof caller>>;

/** The only supplier whose records the caller reaches; undefined: all of the tenant. */
export function supplierOf({ restrictions }: Pick<Caller, "restrictions">): string | undefined {
  return restrictions?.supplierId ?? undefined;
}

/** The filter by supplier that a list of records adds for this caller. */
export function ofSupplier(given: Pick<Caller, "restrictions">): { supplierId?: string } {
  const supplierId = supplierOf(given);
  return supplierId === undefined ? {} : { supplierId };
}

/** A reseller, and the one supplier whose tours it sells. */
export interface ChannelOfKey {
  readonly channelConnectionId: string;
  readonly supplierId: string;
}

/** The channel that a channel key sells for; undefined: the caller has another credential. */
export function channelOf(
  given: Pick<Caller, "restrictions" | "channel">,
): ChannelOfKey | undefined {
  const supplierId = supplierOf(given);
  if (given.channel === undefined || supplierId === undefined) return undefined;
  return { channelConnectionId: given.channel.channelConnectionId, supplierId };
}

/** The channel of the caller's key, in actions that the gateway lets only channel keys reach. */
export function channelOfKey({ caller: given }: { readonly caller: Caller }): ChannelOfKey {
  const channel = channelOf(given);
  if (!channel) throw new Error("the gateway lets only channel keys reach this action");
  return channel;
}
