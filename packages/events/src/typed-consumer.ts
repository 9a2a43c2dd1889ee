import { type EventOf, type EventType, auditActions, readEvent } from "@slipway/contracts";
import type { Consumer, Undelivered } from "@slipway/store";
import type { CommittedEvent } from "./committed-event.ts";

interface TypedConsumer<Type extends EventType> extends Pick<Consumer, "name"> {
  readonly types: readonly Type[];
  /** As a consumer's `deliver`, of events of these types alone. */
  readonly deliver: (events: readonly EventOf<Type>[]) => Promise<readonly Undelivered[] | void>;
}

/** A relay's consumer that receives typed events. */
export function consumerOf<Type extends EventType>({
  name,
  types,
  deliver,
}: TypedConsumer<Type>): Consumer {
  return {
    name,
    wants: isOfTypes(types),
    deliver: (events: CommittedEvent[]) =>
      deliver(events.flatMap(({ fact }) => readEvent(fact, types) ?? [])),
  };
}

/** Whether an event is of one of these types, without a look at its records. */
export function isOfTypes(types: readonly EventType[]): (event: CommittedEvent) => boolean {
  const actions = new Set<string>(types.map((type) => auditActions[type]));
  return ({ fact }) => actions.has(fact.action);
}
