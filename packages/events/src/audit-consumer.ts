import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { type StoredEvent, audit, firstThatFit, textBytesMax } from "@slipway/contracts";
import type { Consumer } from "@slipway/store";
import type { CommittedEvent } from "./committed-event.ts";

/** The consumer that adds every event to the audit log, in messages of the size of a page. */
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

/** The stored events, split into messages of the size of a page. */
export function messagesOf(events: readonly CommittedEvent[]): StoredEvent[][] {
  const messages: StoredEvent[][] = [];
  let rest = events.map(({ fact }) => fact);
  while (rest.length > 0) {
    const message = firstThatFit(rest, bytesOf, textBytesMax);
    messages.push(message);
    rest = rest.slice(message.length);
  }
  return messages;
}

function bytesOf({ before, after }: StoredEvent): number {
  return 400 + (before?.length ?? 0) + (after?.length ?? 0);
}
