import type { Caller, CommittedEvent } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import type { ProductDocument } from "../record/schema.ts";
import { type Flagged, type OptionList, changedAt, flaggedAfter } from "../record/option-list.ts";
import { optionRecord } from "../record/option.ts";

interface Move {
  readonly before: ProductDocument;
  /** The fields that the move sets on the product. */
  readonly next: Partial<OptionList>;
  readonly at: Date;
  /** An option that changes with its own entry. */
  readonly except?: string;
}

/**
 * The fields and events of a moved default: a new time of change and an entry, for the option that loses the default
 * and for the one that gets it. An option that is gone has neither.
 */
export async function recordMovedDefault(
  deps: RecordDeps,
  caller: Caller,
  { before, next, at, except }: Move,
): Promise<{ next: Partial<OptionList>; events: CommittedEvent[] }> {
  const { defaultOptionId = before.defaultOptionId } = next;
  if (before.defaultOptionId === defaultOptionId) return { next, events: [] };
  const ids = [before.defaultOptionId, defaultOptionId].filter((id) => id !== null);
  const concerned = ids.filter((id) => id !== except);
  const options = await deps.options.listHeads(caller.tenantId, concerned);
  const moved: Flagged[] = options.map((option) => ({
    optionId: option._id,
    at: laterThan(changedAt(option, before), at.getTime()),
  }));
  const after = { ...before, ...next, flagged: flaggedAfter(before, moved) };
  const events = options.map((option) =>
    eventOf(caller, at.getTime(), {
      type: "option.updated",
      entityId: option._id,
      before: optionRecord(option, before),
      after: optionRecord(option, after),
    }),
  );
  return { next: { ...next, flagged: after.flagged }, events };
}
