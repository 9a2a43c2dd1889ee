import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import {
  type CommittedEvent,
  type EntityType,
  type NewEntry,
  audit,
  auditActionOf,
  firstThatFit,
  textBytesMax,
} from "@slipway/contracts";
import type { Consumer } from "@slipway/store";

/** The consumer that adds every event to the audit log, in messages of the size of a page. */
export function auditConsumer(broker: ServiceBroker): Consumer {
  return {
    name: "audit",
    async deliver(events: CommittedEvent[]) {
      for (const entries of messagesOf(events.map(entryOf))) {
        const request = ownRequest(broker, "-");
        await call(request, audit.appendEntries, { entries });
      }
    },
  };
}

export function entryOf({ type, at, traceparent: _, ...event }: CommittedEvent): NewEntry {
  const entityType = type.split(".")[0] as EntityType;
  return { ...event, at: at.toISOString(), entityType, action: auditActionOf(type) };
}

/** The events, split into messages of the size of a page. */
export function messagesOf<Item extends Pick<CommittedEvent, "before" | "after">>(
  events: readonly Item[],
): Item[][] {
  const messages: Item[][] = [];
  let rest = events;
  while (rest.length > 0) {
    const message = firstThatFit(rest, bytesOf, textBytesMax);
    messages.push(message);
    rest = rest.slice(message.length);
  }
  return messages;
}

function bytesOf({ before, after }: Pick<CommittedEvent, "before" | "after">): number {
  return 400 + (before?.length ?? 0) + (after?.length ?? 0);
}
