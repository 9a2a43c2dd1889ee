import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { audit } from "@slipway/contracts";
import type { Consumer } from "./consumer-queue.ts";
import type { OutboxEvent } from "./outbox.ts";

/** Half of the bus's message limit: an entry's texts are escaped once more on the wire. */
const bytesMax = 256 * 1024;

/** The relay's consumer that keeps every change in the audit log, in messages that fit the bus. */
export function auditConsumer(broker: ServiceBroker): Consumer {
  return {
    name: "audit",
    async deliver(events) {
      for (const entries of splitFacts(events)) {
        const request = ownRequest(broker, "-");
        await call(request, audit.appendEntries, { entries });
      }
    },
  };
}

/** In messages that fit the bus. */
export function splitFacts(events: readonly OutboxEvent[]): OutboxEvent["fact"][][] {
  const batches: OutboxEvent["fact"][][] = [];
  let size = Infinity;
  for (const { fact } of events) {
    const bytes = 400 + (fact.before?.length ?? 0) + (fact.after?.length ?? 0);
    if (size + bytes > bytesMax) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(fact);
    size += bytes;
  }
  return batches;
}
