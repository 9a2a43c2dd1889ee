import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { VacanciesDeps } from "./deps.ts";
import { addressesOf, windowFrom } from "../ledger/day.ts";
import {
  type Day,
  type Remaining,
  dayAt,
  optionLinksOf,
  unitsTakenBy,
  vacanciesOf,
} from "../ledger/vacancies.ts";

type Output = OutputOf<typeof resourcesCapacity.listVacancies>;

/**
 * Vacancies of each departure, from one snapshot of the ledgers that the departures touch. The date of the capacity is
 * read before: a change in between gets its date with the next answer, and never before its numbers.
 */
export async function listVacancies(
  deps: VacanciesDeps,
  request: Request,
  input: InputOf<typeof resourcesCapacity.listVacancies>,
): Promise<Output> {
  const { tenantId } = request.caller;
  const { supplierId, optionId, durationMinutes, starts, partySizes } = input;
  const dated = input.dated ? { capacityChangedAt: await changedAtOf(deps, tenantId, input) } : {};
  const startMinute = (await deps.days.getStartMinute(tenantId, supplierId)) ?? 0;
  const supplier = { tenantId, supplierId, startMinute };
  const windows = starts.map((start) => windowFrom(start, durationMinutes));
  const touched = windows.map((window) => addressesOf(supplier, window));
  const ids = [...new Set(touched.flatMap((addresses) => addresses.map(({ id }) => id)))];
  const { resources, ledgers } = await deps.snapshots.read(tenantId, { optionId, ledgerIds: ids });
  // Taken after the snapshot, so that holds that have expired by now do not count.
  const clock = deps.clock();
  const days = new Map<string, Day>();
  for (const id of ids) {
    const ledger = ledgers.get(id);
    if (ledger) days.set(id, dayAt(ledger, clock));
  }
  const option = optionLinksOf(input, resources);
  const remaining = windows.map((window, index) => {
    const found = (touched[index] ?? []).map(({ id }) => days.get(id));
    return vacanciesOf(option, window, found);
  });
  return {
    parties: partiesOf(remaining),
    resources: option.links.map(({ resource }, link) => ({
      resourceId: resource.id,
      vacancies: remaining.map(({ places }) => places[link] ?? 0),
    })),
    ...(partySizes && { unitsTaken: partySizes.map((size) => unitsTakenBy(option, size)) }),
    ...dated,
  };
}

/** A resize dates its resource by the same write; a link leaves no date where it is removed. */
async function changedAtOf(
  { days, resources }: VacanciesDeps,
  tenantId: string,
  { supplierId, optionId }: { supplierId: string; optionId: string },
): Promise<number> {
  const [linkedAt, linked] = await Promise.all([
    days.getLinkedAt(tenantId, supplierId),
    resources.listOfOption(tenantId, optionId),
  ]);
  return Math.max(linkedAt, ...linked.map(({ updatedAt }) => updatedAt.getTime()));
}

function partiesOf(remaining: readonly Remaining[]): Output["parties"] {
  const capacity: number[] = [];
  const vacancies: number[] = [];
  for (const each of remaining) {
    if (each.capacity === null || each.vacancies === null) return null;
    capacity.push(each.capacity);
    vacancies.push(each.vacancies);
  }
  return { capacity, vacancies };
}
