/** Internal, one pair per service with an outbox: lists its dead letters, and redelivers them. */
import { z } from "zod";
import { mutation, read } from "./action.ts";
import { count, instant } from "./primitives.ts";

const deadLetter = z.object({
  eventId: z.string(),
  /** The consumer that has not taken it. */
  consumer: z.string(),
  tenantId: z.string(),
  action: z.string(),
  entityId: z.string(),
  /** When the change was made. */
  at: instant,
  failures: count,
  reason: z.string(),
  keptAt: instant,
  nextAttemptAt: instant,
});

const listInput = z.object({ limit: z.int().min(1).max(1000).default(100) });
const listed = z.object({
  /** Records with pending events. */
  pending: count,
  deadLetters: count,
  /** The oldest dead letters. */
  items: z.array(deadLetter),
});
const retryInput = z.object({ eventId: z.string().optional() });

function outboxOf<Service extends string>(service: Service) {
  return {
    service,
    listOutbox: read(`${service}.listOutbox`, { input: listInput, output: listed }),
    /** Redelivers dead letters at once, one event's or all. */
    retryOutbox: mutation(`${service}.retryOutbox`, {
      input: retryInput,
      output: z.object({ retried: count }),
    }),
  };
}

/** The outbox actions of every service with an outbox, by the service's name on the bus. */
export const outboxes = {
  auth: outboxOf("auth"),
  catalog: outboxOf("catalog"),
  availability: outboxOf("availability"),
  resourcesCapacity: outboxOf("resourcesCapacity"),
  bookings: outboxOf("bookings"),
  webhooks: outboxOf("webhooks"),
  sync: outboxOf("sync"),
} as const;
