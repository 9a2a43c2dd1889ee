import { randomUUID } from "node:crypto";
import type { ServiceBroker } from "@slipway/broker";
import { z } from "zod";
import type { SharedAllowance } from "./allowance.ts";

const everyMs = 500;
const eventName = "gateway.spent";

const amounts = z.record(z.string(), z.number().int().positive());
const message = z.object({
  from: z.string(),
  spent: amounts.optional(),
  tenants: amounts.optional(),
  answers: amounts.optional(),
});

/** Allowances under the names of their fields in a message. */
export type Shared = Readonly<Partial<Record<"spent" | "tenants" | "answers", SharedAllowance>>>;

/**
 * Reports to the other gateways every half second what each credential and tenant has spent here, and counts what they
 * report. So a credential on several gateways has one allowance, except within that half second. Without the bus
 * each gateway counts for itself. Stop it with what it returns.
 */
export function shareSpending(broker: ServiceBroker, shared: Shared): () => Promise<void> {
  const from = randomUUID();
  const allowances = Object.entries(shared) as [keyof Shared, SharedAllowance][];
  broker.createService({
    name: serviceName,
    events: {
      [eventName]: {
        handler({ params }: { params: unknown }) {
          const spending = message.safeParse(params);
          if (!spending.success || spending.data.from === from) return;
          for (const [name, allowance] of allowances) allowance.debit(spending.data[name] ?? {});
        },
      },
    },
  });
  const timer = setInterval(() => {
    const spent = allowances.map(([name, allowance]) => [name, allowance.takeSpent()] as const);
    if (spent.every(([, amount]) => Object.keys(amount).length === 0)) return;
    const spending = { from, ...Object.fromEntries(spent) };
    // A message that is lost lets a credential send a little more: nobody waits for it.
    void Promise.resolve(broker.broadcast(eventName, spending)).catch(() => {});
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await broker.destroyService(serviceName);
  };
}

/** A node may serve what is named like its role, or below it. */
const serviceName = "gateway.spending";
