import {
  type CommittedEvent,
  type EventOf,
  type EventType,
  type StoredEvent,
  readEvent,
} from "@slipway/contracts";
import type { Consumer, Undelivered } from "@slipway/store";

interface TypedConsumer<Type extends EventType> extends Pick<Consumer, "name"> {
  readonly types: readonly Type[];
  /** As a consumer's `deliver`, of events of these types alone. */
  readonly deliver: (events: readonly EventOf<Type>[]) => Promise<readonly Undelivered[] | void>;
}

export function consumerOf<Type extends EventType>({
  name,
  types,
  deliver,
}: TypedConsumer<Type>): Consumer {
  return {
    name,
    wants: isOfTypes(types),
    deliver: (events: CommittedEvent[]) =>
      deliver(events.flatMap((event) => readEvent(onBus(event), types) ?? [])),
  };
}

/** Whether an event is of one of these types, without a look at its records. */
export function isOfTypes(types: readonly EventType[]): (event: { type: string }) => boolean {
  const wanted = new Set<string>(types);
  return ({ type }) => wanted.has(type);
}

/** The event as it travels: a time is a text there. */
export function onBus({ at, actorType: _, actorId: __, source: ___, ...event }: CommittedEvent) {
  return { ...event, at: at.toISOString() } satisfies StoredEvent;
}
