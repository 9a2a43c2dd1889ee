import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { addressesOf, windowFrom } from "../ledger/day.ts";
import { type Day, type Left, dayAt, saleOf, vacanciesOf } from "./vacancies.ts";

type Input = InputOf<typeof resourcesCapacity.listVacancies>;
type Output = OutputOf<typeof resourcesCapacity.listVacancies>;

/** What is free of each departure at this instant, by one look at the ledgers they touch. */
export async function listVacancies(deps: Deps, request: Request, input: Input): Promise<Output> {
  const { tenantId } = request.caller;
  const { supplierId, optionId, durationMinutes, starts } = input;
  const startMinute = (await deps.days.getStartMinute(tenantId, supplierId)) ?? 0;
  const supplier = { tenantId, supplierId, startMinute };
  const windows = starts.map((start) => windowFrom(start, durationMinutes));
  const touched = windows.map((window) => addressesOf(supplier, window));
  const ids = [...new Set(touched.flatMap((addresses) => addresses.map(({ id }) => id)))];
  const { resources, ledgers } = await deps.looks.look(tenantId, { optionId, ledgerIds: ids });
  // After the look: a hold that has ended by now counts no more.
  const clock = deps.clock();
  const days = new Map<string, Day>();
  for (const id of ids) {
    const ledger = ledgers.get(id);
    if (ledger) days.set(id, dayAt(ledger, clock));
  }
  const sale = saleOf(input, resources);
  const left = windows.map((window, index) => {
    const found = (touched[index] ?? []).map(({ id }) => days.get(id));
    return vacanciesOf(sale, window, found);
  });
  return {
    parties: partiesOf(left),
    resources: sale.links.map(({ resource }, link) => ({
      resourceId: resource.id,
      vacancies: left.map(({ places }) => places[link] ?? 0),
    })),
  };
}

function partiesOf(left: readonly Left[]): Output["parties"] {
  const capacity: number[] = [];
  const vacancies: number[] = [];
  for (const each of left) {
    if (each.capacity === null || each.vacancies === null) return null;
    capacity.push(each.capacity);
    vacancies.push(each.vacancies);
  }
  return { capacity, vacancies };
}
