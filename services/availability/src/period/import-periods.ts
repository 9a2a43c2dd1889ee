import { type Request, call, refuse, refuseFields } from "@slipway/broker";
import { type InputOf, type availability, catalog } from "@slipway/contracts";
import type { PeriodDeps } from "./deps.ts";
import { insertPeriods } from "./insert-periods.ts";
import type { PeriodRecord } from "../record/period.ts";
import { periodsOfRule } from "./rule-periods.ts";
import { type RuleRefusal, readLines } from "./rule-parts.ts";

/**
 * Adds the periods that give the departures of a recurrence rule: all of them or none. Every call adds them.
 * Refuses VALIDATION_FAILED for what is no rule, NOT_FOUND, RULE_NOT_REPRESENTABLE with the part that no period can
 * say, and as `insertPeriods`.
 */
export async function importPeriods(
  deps: PeriodDeps,
  request: Request,
  { id: optionId, rrule, dtstart, label }: InputOf<typeof availability.importPeriods>,
): Promise<PeriodRecord[]> {
  if (readLines(rrule) === "malformed") throw noRule();
  const facts = await call(request, catalog.getOptionFacts, { optionId });
  const recurrences = periodsOfRule({ rrule, dtstart }, facts.timezone);
  if (recurrences === "malformed") throw noRule();
  if ("part" in recurrences) throw notRepresentable(recurrences);
  return insertPeriods(deps, request, { facts, recurrences, label });
}

function noRule(): Error {
  const detail = "must be a recurrence rule of RFC 5545";
  return refuseFields([{ in: "body", pointer: "#/rrule", code: "INVALID_FORMAT", detail }]);
}

function notRepresentable({ part, reason }: RuleRefusal): Error {
  const detail = `${part}: ${reason}`;
  const pointer = part === "DTSTART" ? "#/dtstart" : "#/rrule";
  const errors = [{ in: "body", pointer, code: "INVALID_VALUE", detail }] as const;
  return refuse("RULE_NOT_REPRESENTABLE", { detail, errors });
}
