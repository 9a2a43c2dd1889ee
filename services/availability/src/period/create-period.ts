import assert from "node:assert";
import { type Request, call } from "@slipway/broker";
import { type InputOf, type availability, catalog } from "@slipway/contracts";
import type { PeriodDeps } from "./deps.ts";
import { insertPeriods } from "./insert-periods.ts";
import { type PeriodRecord, recurrenceOf } from "../record/period.ts";

/**
 * Adds a period to an option that has a resource. Every call adds one. Refuses NOT_FOUND, NO_LINKED_RESOURCE,
 * ARCHIVED and QUOTA_EXCEEDED.
 */
export async function createPeriod(
  deps: PeriodDeps,
  request: Request,
  input: InputOf<typeof availability.createPeriod>,
): Promise<PeriodRecord> {
  const facts = await call(request, catalog.getOptionFacts, { optionId: input.id });
  const recurrences = [recurrenceOf(input)];
  const [record] = await insertPeriods(deps, request, { facts, recurrences, label: input.label });
  assert(record, "one period was asked for");
  return record;
}
