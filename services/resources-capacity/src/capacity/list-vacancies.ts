import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { type LedgerAddress, addressesOf, windowOf } from "./day.ts";
import { dayAt, saleOf, vacanciesOf } from "./vacancies.ts";

type Input = InputOf<typeof resourcesCapacity.listVacancies>;
type Output = OutputOf<typeof resourcesCapacity.listVacancies>;

/** What is free of each departure at this instant, by one read of the ledgers they touch. */
export async function listVacancies(deps: Deps, request: Request, input: Input): Promise<Output> {
  const { tenantId } = request.caller;
  const { supplierId, optionId, durationMinutes, startAts } = input;
  const [resources, startMinute] = await Promise.all([
    deps.resources.listForCapacity(tenantId, { optionIds: [optionId], ids: [] }),
    deps.days.getStartMinute(tenantId, supplierId),
  ]);
  const sale = saleOf(input, resources);
  const windows = startAts.map((startAt) => windowOf(startAt, durationMinutes));
  const supplier = { tenantId, supplierId, startMinute: startMinute ?? 0 };
  const touched = windows.map((window) => addressesOf(supplier, window));
  const ledgers = await deps.ledgers.readMany(tenantId, unique(touched.flat()));
  // After the read: a hold that has ended by now counts no more.
  const clock = deps.clock();
  const days = new Map([...ledgers].map(([id, ledger]) => [id, dayAt(ledger, clock)]));
  return {
    departures: windows.map((window, index) => {
      const found = (touched[index] ?? []).flatMap(({ id }) => days.get(id) ?? []);
      return vacanciesOf(sale, window, found);
    }),
  };
}

function unique(addresses: readonly LedgerAddress[]): LedgerAddress[] {
  return [...new Map(addresses.map((address) => [address.id, address])).values()];
}
