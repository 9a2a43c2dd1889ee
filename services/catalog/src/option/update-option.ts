import { type Request, refusalOf } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import { type Patch, differing, laterThan, requireUnchanged } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { findTakenReferences, issueReference } from "../record/issue-reference.ts";
import type { OptionDocument } from "../record/schema.ts";
import { changedAt } from "../record/option-list.ts";
import { findOption } from "../record/find-option.ts";
import { type MovedDefault, moveDefault, settleDefault } from "./move-default.ts";
import { type OptionFields, type OptionRecord, optionRecord } from "../record/option.ts";

type UpdateOptionInput = InputOf<typeof catalog.updateOption>;

/**
 * Changes an option; what differs in nothing writes nothing and makes no event. Its reference follows its name.
 * `isDefault` true moves the default here, by a write of its own on the product before all else. So a refused request
 * has changed nothing. With other fields it makes one event. Refuses NOT_FOUND, DEFAULT_OPTION_REQUIRED, and ARCHIVED
 * for a default that is being deleted.
 */
export async function updateOption(
  deps: RecordDeps,
  request: Request,
  { isDefault, ...input }: UpdateOptionInput,
): Promise<OptionRecord> {
  const { option, product } = await findOption(deps, request.caller.tenantId, input.id);
  const changesMore = differing<OptionFields>(option, patchOf(input)) !== null;
  const wanted = { productId: product._id, id: option._id, changesMore };
  const listing =
    isDefault === undefined
      ? { before: product, after: product, pending: undefined }
      : await moveDefault(deps, request, { ...wanted, isDefault });
  const { pending, after } = listing;
  const settle = async (): Promise<void> => {
    if (pending) await settleDefault(deps, after, pending.id);
  };
  let updated: OptionDocument;
  try {
    updated = await followUp(change(deps, request, { input, listing }), () =>
      invalidateCaches(deps.broker, request, [option._id]),
    );
  } catch (error) {
    // After any other error it may be changed: the sweep finds out.
    if (refusalOf(error)) await settle();
    throw error;
  }
  await settle();
  return optionRecord(updated, after);
}

interface Changing {
  readonly input: Omit<UpdateOptionInput, "isDefault">;
  readonly listing: MovedDefault;
}

function patchOf({
  id: _,
  expectedUpdatedAt: _version,
  metadata,
  ...fields
}: Changing["input"]): Patch<OptionFields> {
  return { ...fields, metadata: metadata && JSON.stringify(metadata) };
}

async function change(
  deps: RecordDeps,
  request: Request,
  changing: Changing,
): Promise<OptionDocument> {
  const { input, listing } = changing;
  const { tenantId } = request.caller;
  const { id, name } = input;
  if (name === undefined) return write(deps, request, changing);
  const { _id: productId } = listing.after;
  return issueReference(
    deps,
    { explicit: undefined, name, kind: "option", scope: productId },
    (wanted) =>
      findTakenReferences(deps.options.collection, tenantId, { wanted, own: id, productId }),
    (reference) => write(deps, request, { ...changing, reference }),
  );
}

async function write(
  deps: RecordDeps,
  { caller }: Request,
  { input, listing, reference }: Changing & { reference?: string },
): Promise<OptionDocument> {
  const { before, after, pending } = listing;
  const { id } = input;
  // Later than the move of the default, which is a change of the option, too.
  const movedAt = after.flagged?.find(({ optionId }) => optionId === id)?.at ?? new Date(0);
  const now = laterThan(movedAt, deps.clock()).getTime();
  return deps.options.change(caller.tenantId, id, now, (option, at) => {
    // A move of the default at the same time is a change of the product, and of nothing that is set here.
    requireUnchanged({ updatedAt: changedAt(option, after) }, input.expectedUpdatedAt);
    const changed = differing<OptionFields>(option, patchOf(input));
    // This write puts it into the outbox or, where nothing is left to change, the product's.
    if (!changed) return null;
    const isRenamed = reference !== undefined && changed.name !== undefined;
    const set = {
      ...changed,
      ...(isRenamed ? { reference } : {}),
      ...(pending ? { toldDefault: pending.id } : {}),
    };
    const event = eventOf(caller, at.getTime(), {
      type: "option.updated",
      entityId: id,
      before: optionRecord(option, before),
      after: optionRecord({ ...option, ...set, updatedAt: at }, after),
    });
    return { set, event };
  });
}
