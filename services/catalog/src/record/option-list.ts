import type { CommittedEvent, RefusalCode } from "@slipway/contracts";

/**
 * The list of options in a product's document. One document, so one conditional write decides: two options are never
 * default, an option is never both deleted and default, and with any option there is a default.
 */
export interface OptionList {
  /** Ids, first-made first. An option is there while its product lists it. */
  options: readonly string[];
  /** Null only without options. */
  defaultOptionId: string | null;
  /** Options that are being deleted: nothing new is sold of them meanwhile. */
  closing: readonly Closing[];
  /** Options whose making was interrupted and given up: they are never listed any more. */
  dropped: readonly string[];
  /** When an option was last taken out. Readers who have shown it date it by this. */
  removedAt?: Date;
  /** When options last became the default or ceased to be: a change of them that is written here. */
  flagged?: readonly Flagged[];
  /** The new default's event of the last move, unless its own next write has put it into the outbox. */
  pendingDefault?: PendingDefault | null;
}

export interface Flagged {
  readonly optionId: string;
  readonly at: Date;
}

export interface PendingDefault {
  /** As an outbox holds it. */
  readonly event: CommittedEvent;
  readonly since: Date;
}

export interface Closing {
  readonly optionId: string;
  /** Unique: a request that finds another attempt, or none, knows that bookings were possible meanwhile. */
  readonly attempt: string;
  readonly since: Date;
}

type ListDecision =
  | { readonly ok: true; readonly next: Partial<OptionList> }
  | { readonly ok: false; readonly refusal: RefusalCode };

const refused = (refusal: RefusalCode): ListDecision => ({ ok: false, refusal });

/** Whether a product, where there is one, has the option: one that none lists is not there. */
export function lists<Product extends Pick<OptionList, "options">>(
  product: Product | null | undefined,
  optionId: string,
): product is Product {
  return product?.options.includes(optionId) ?? false;
}

/** Adds a new option; the first of a product is its default whatever is asked. */
export function decideListing(
  list: OptionList,
  optionId: string,
  isDefault: boolean,
): ListDecision {
  if (list.dropped.includes(optionId)) return refused("SERVICE_UNAVAILABLE");
  const options = [...list.options, optionId];
  const defaultOptionId = isDefault ? optionId : (list.defaultOptionId ?? optionId);
  return { ok: true, next: { options, defaultOptionId } };
}

/** The place of an option that comes behind all others. */
export function sortOrderAfter(others: readonly { readonly sortOrder: number }[]): number {
  const highest = Math.max(-1, ...others.map(({ sortOrder }) => sortOrder));
  return Math.min(highest + 1, Number.MAX_SAFE_INTEGER);
}

/** Moves the default to an option, or refuses to leave none. Nothing next: nothing to change. */
export function decideDefault(
  list: OptionList,
  optionId: string,
  isDefault: boolean,
): ListDecision {
  if (!lists(list, optionId)) return refused("NOT_FOUND");
  if (isDefault === (list.defaultOptionId === optionId)) return { ok: true, next: {} };
  if (!isDefault) return refused("DEFAULT_OPTION_REQUIRED");
  if (closingOf(list, optionId)) return refused("ARCHIVED");
  return { ok: true, next: { defaultOptionId: optionId } };
}

/** Marks an option as being deleted. An earlier mark is shared, so a stale one holds nobody up. */
export function decideClosing(list: OptionList, mark: Closing): ListDecision {
  const refusal = removalRefusal(list, mark.optionId);
  if (refusal) return refused(refusal);
  if (closingOf(list, mark.optionId)) return { ok: true, next: {} };
  return { ok: true, next: { closing: [...list.closing, mark] } };
}

/** Takes the option out. Only the attempt that still stands may: since its mark nothing was sold. */
export function decideRemoval(list: OptionList, mark: Closing): ListDecision {
  const refusal = removalRefusal(list, mark.optionId);
  if (refusal) return refused(refusal);
  if (closingOf(list, mark.optionId)?.attempt !== mark.attempt) return refused("VERSION_CONFLICT");
  return {
    ok: true,
    next: {
      options: list.options.filter((id) => id !== mark.optionId),
      defaultOptionId: list.defaultOptionId === mark.optionId ? null : list.defaultOptionId,
      ...(list.flagged && { flagged: withoutFlag(list.flagged, mark.optionId) }),
      ...reopened(list, mark.attempt),
    },
  };
}

/** The marks without this attempt's. */
export function reopened(list: OptionList, attempt: string): Pick<OptionList, "closing"> {
  return { closing: list.closing.filter((mark) => mark.attempt !== attempt) };
}

export function closingOf(list: OptionList, optionId: string): Closing | undefined {
  return list.closing.find((mark) => mark.optionId === optionId);
}

function removalRefusal(list: OptionList, optionId: string): RefusalCode | undefined {
  if (!lists(list, optionId)) return "NOT_FOUND";
  const isDefaultOfOthers = list.defaultOptionId === optionId && list.options.length > 1;
  return isDefaultOfOthers ? "DEFAULT_OPTION_REQUIRED" : undefined;
}

/** The later of an option's own last change and the last move of the default that concerned it. */
export function changedAt(
  option: { readonly _id: string; readonly updatedAt: Date },
  { flagged = [] }: Pick<OptionList, "flagged">,
): Date {
  const at = flagged.find(({ optionId }) => optionId === option._id)?.at;
  return at && at > option.updatedAt ? at : option.updatedAt;
}

/** When a list has lost an option: before none of the option's changes, and never before an earlier loss. */
export function removedAfter(
  list: Pick<OptionList, "flagged" | "removedAt">,
  option: Parameters<typeof changedAt>[0],
  at: Date,
): Date {
  return new Date(Math.max(...[changedAt(option, list), list.removedAt ?? at, at].map(Number)));
}

/** The flags with new times for some of the options. */
export function flaggedAfter(
  { flagged = [] }: Pick<OptionList, "flagged">,
  moved: readonly Flagged[],
): readonly Flagged[] {
  return moved.reduce((left, each) => [...withoutFlag(left, each.optionId), each], flagged);
}

function withoutFlag(flagged: readonly Flagged[], id: string): readonly Flagged[] {
  return flagged.filter(({ optionId }) => optionId !== id);
}
