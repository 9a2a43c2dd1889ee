import { z } from "zod";

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
  /** 'api/v1', 'cli', 'system' or a channel's code: what audit and bookings name as the source. */
  source: z.string(),
  requestId: z.string(),
  /** What auth has signed of it, which a gateway must bring; of no other use. */
  proof: z.string().max(200).optional(),
});

export type Caller = Readonly<z.output<typeof caller>>;
