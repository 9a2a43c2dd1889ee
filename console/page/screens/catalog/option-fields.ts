/** Fields of the forms for an option and a ticket, and the requests that they send. Pure. */
import type { Option, Unit, UpdateOptionRequest, UpdateUnitRequest } from "@slipway/client";
import type { RecordField } from "../../parts/record-field.ts";
import { texts } from "../../texts/texts.ts";

/** Fields of the form for a new option. */
export function optionFields(): RecordField<Pick<Option, "name" | "durationMinutes">>[] {
  const { catalog: words, day } = texts;
  return [
    { name: "name", label: day.name },
    { name: "durationMinutes", label: words.duration, type: "number", min: 0, max: 1440 },
  ];
}

export function optionDraft({ restrictions, ...option }: Option) {
  const { name, durationMinutes, bookingCutoffMinutes } = option;
  const { cancellationCutoffAmount, cancellationCutoffUnit, cancellationPolicy } = option;
  return {
    name,
    durationMinutes,
    bookingCutoffMinutes,
    cancellationCutoffAmount,
    cancellationCutoffUnit,
    cancellationPolicy,
    ...restrictions,
  };
}

type OptionDraft = ReturnType<typeof optionDraft>;

export function allOptionFields(): RecordField<OptionDraft>[] {
  const words = texts.catalog;
  return [
    ...optionFields(),
    { name: "bookingCutoffMinutes", label: words.salesEnd, type: "number", min: 0, max: 4320 },
    { name: "cancellationCutoffAmount", label: words.cancelUntil, type: "number", min: 0 },
    { name: "cancellationCutoffUnit", label: words.cancelUnit, choices: named(words.cutoffs) },
    ...limitFields("minUnits", "maxUnits"),
  ];
}

export function optionChange(
  { restrictions }: Option,
  { minUnits, maxUnits, ...changed }: Partial<OptionDraft>,
): UpdateOptionRequest {
  return { ...changed, restrictions: limitsAfter(restrictions, { minUnits, maxUnits }) };
}

/** The members with a meaning; a ticket may have others beside them. */
interface UnitLimits {
  readonly paxCount?: number;
  readonly minQuantity?: number | null;
  readonly maxQuantity?: number | null;
}

export function unitDraft({ name = "", type = "ADULT", restrictions = {} }: Partial<Unit> = {}) {
  const { paxCount = 1, minQuantity = null, maxQuantity = null }: UnitLimits = restrictions;
  return { name, type, paxCount, minQuantity, maxQuantity };
}

type UnitDraft = ReturnType<typeof unitDraft>;

export function unitFields(): RecordField<UnitDraft>[] {
  const { catalog: words, day, access } = texts;
  return [
    { name: "name", label: day.name },
    { name: "type", label: access.audit.kind, choices: named(words.kinds) },
    { name: "paxCount", label: words.paxCount, type: "number", min: 0, max: 1000 },
    ...limitFields("minQuantity", "maxQuantity"),
  ];
}

export function unitChange(
  { restrictions = {} }: Partial<Unit>,
  { name, type, ...limits }: Partial<UnitDraft>,
): UpdateUnitRequest {
  return { name, type, restrictions: limitsAfter(restrictions, limits) };
}

function limitFields<Name extends string>(
  ...[least, most]: [Name, Name]
): RecordField<Record<Name, unknown>>[] {
  const words = texts.catalog;
  const limit = { type: "number", min: 0, isOptional: true } as const;
  return [
    { ...limit, name: least, label: words.least },
    { ...limit, name: most, label: words.most },
  ];
}

/** A change replaces them whole, so the others go with it. Undefined: none of them was changed. */
function limitsAfter<Limits extends object>(
  before: Limits,
  changed: Partial<Limits>,
): Limits | undefined {
  const given = Object.entries(changed).filter(([, limit]) => limit !== undefined);
  return given.length === 0 ? undefined : { ...before, ...Object.fromEntries(given) };
}

/** Every value that the API knows has its name. */
function named(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([id, name]) => ({ id, name }));
}
