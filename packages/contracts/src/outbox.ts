/** Internal, one pair per service that tells its changes: what it could not tell, and telling it again. */
import { z } from "zod";
import { mutation, read } from "./action.ts";
import { count, instant } from "./primitives.ts";

const setAside = z.object({
  eventId: z.string(),
  /** Who has not taken it. */
  consumer: z.string(),
  tenantId: z.string(),
  action: z.string(),
  entityId: z.string(),
  /** When the change was made. */
  at: instant,
  failures: count,
  /** The last failure, in its own words. */
  reason: z.string(),
  setAsideAt: instant,
  nextAttemptAt: instant,
});

const listInput = z.object({ limit: z.int().min(1).max(1000).default(100) });
const listed = z.object({
  /** Records with changes that are not told yet. */
  waiting: count,
  setAside: count,
  /** The oldest of those that are set aside. */
  items: z.array(setAside),
});
const retryInput = z.object({ eventId: z.string().optional() });

function outboxOf<Service extends string>(service: Service) {
  return {
    service,
    list: read(`${service}.listOutbox`, { input: listInput, output: listed }),
    /** Tells what is set aside at once, one event or all. */
    retry: mutation(`${service}.retryOutbox`, {
      input: retryInput,
      output: z.object({ retried: count }),
    }),
  };
}

/** Of every service that has one, by the service's name on the bus. */
export const outboxes = {
  auth: outboxOf("auth"),
  catalog: outboxOf("catalog"),
  availability: outboxOf("availability"),
  resourcesCapacity: outboxOf("resourcesCapacity"),
  bookings: outboxOf("bookings"),
  webhooks: outboxOf("webhooks"),
  sync: outboxOf("sync"),
} as const;
