import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { type StoredEvent, audit } from "@slipway/contracts";
import type { Consumer } from "@slipway/store";
import type { CommittedEvent } from "./committed-event.ts";

/** Half of the bus's message limit: an entry's texts are escaped once more on the wire. */
const bytesMax = 256 * 1024;

/** The consumer that adds every event to the audit log, in messages that fit the bus. */
export function auditConsumer(broker: ServiceBroker): Consumer {
  return {
    name: "audit",
    async deliver(events: CommittedEvent[]) {
      for (const entries of messagesOf(events)) {
        const request = ownRequest(broker, "-");
        await call(request, audit.appendEntries, { entries });
      }
    },
  };
}

/** The stored events, split into messages that fit the bus. */
export function messagesOf(events: readonly CommittedEvent[]): StoredEvent[][] {
  const messages: StoredEvent[][] = [];
  let size = Infinity;
  for (const { fact } of events) {
    const bytes = 400 + (fact.before?.length ?? 0) + (fact.after?.length ?? 0);
    if (size + bytes > bytesMax) {
      messages.push([]);
      size = 0;
    }
    messages.at(-1)?.push(fact);
    size += bytes;
  }
  return messages;
}
