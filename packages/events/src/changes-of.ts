import type { Caller, CommittedEvent, EventOf, EventType, NewEvent } from "@slipway/contracts";
import type { Aggregate, Change } from "@slipway/store";
import { eventOf } from "./committed-event.ts";

interface Made {
  readonly id: string;
  readonly createdAt: string;
}

/** The event of a record that was made: of its id and its time. */
export function createdEvent<Answer extends Made>(
  caller: Caller,
  type: CreationOf<Answer>,
  after: Answer,
): CommittedEvent {
  const made = { type, entityId: after.id, before: null, after };
  return eventOf(caller, Date.parse(after.createdAt), made as NewEvent);
}

type CreationOf<Answer> = {
  [Type in EventType]: EventOf<Type> extends { readonly before: null; readonly after: infer After }
    ? Answer extends After
      ? Type
      : never
    : never;
}[EventType];

type TypeOf<Answer> = {
  [Type in EventType]: EventOf<Type> extends { readonly before: infer Before }
    ? Answer extends Before
      ? Type
      : never
    : never;
}[EventType];

type Decide<Known, Decided> = (
  current: Known,
  updatedAt: Date,
) => Decided | null | Promise<Decided | null>;

/** Changes of the aggregates, or of the records that `recordsOf` makes of them. */
interface Changeable<D extends Aggregate, Known> {
  readonly change: (
    tenantId: string,
    id: string,
    now: number,
    decide: Decide<Known, Change<D>>,
  ) => Promise<Known>;
}

/** Changes whose events have the record as it was and is, null once deleted: a decision names the type alone. */
export function changesOf<D extends Aggregate, Known extends object, Answer>(
  { change }: Changeable<D, Known>,
  record: (known: Known) => Answer,
) {
  type Decided = Change<D> & { readonly type?: TypeOf<Answer> };
  return {
    /** One decided change on behalf of a caller; null changes nothing. Refuses NOT_FOUND. */
    changeBy(
      caller: Caller,
      id: string,
      now: number,
      decide: Decide<Known, Decided>,
    ): Promise<Known> {
      return change(caller.tenantId, id, now, async (current, updatedAt) => {
        const decided = await decide(current, updatedAt);
        if (!decided?.type) return decided;
        const { type, ...decision } = decided;
        const isGone = type.endsWith(".deleted");
        const after = isGone ? null : record({ ...current, ...decision.set, updatedAt });
        const made = { type, entityId: id, before: record(current), after };
        return { ...decision, event: eventOf(caller, updatedAt.getTime(), made as NewEvent) };
      });
    },
  };
}
