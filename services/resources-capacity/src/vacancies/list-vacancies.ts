import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { VacanciesDeps } from "./deps.ts";
import {
  type LedgerAddress,
  type Range,
  type Supplier,
  addressesAround,
  addressesOf,
  hasMargins,
  windowFrom,
} from "../ledger/day.ts";
import { departureKey } from "../ledger/departure-index.ts";
import type { Ledger } from "../ledger/ledger.ts";
import {
  type Day,
  type OptionLinks,
  type Remaining,
  dayAt,
  marginsIn,
  optionLinksOf,
  unitsTakenBy,
  vacanciesOf,
} from "../ledger/vacancies.ts";

type Input = InputOf<typeof resourcesCapacity.listVacancies>;
type Output = OutputOf<typeof resourcesCapacity.listVacancies>;

/**
 * Vacancies of each departure, from one snapshot of the ledgers that the departures touch. The date of the capacity is
 * read before: a change in between gets its date with the next answer, and never before its numbers.
 */
export async function listVacancies(
  deps: VacanciesDeps,
  request: Request,
  input: Input,
): Promise<Output> {
  const { tenantId } = request.caller;
  const { supplierId, durationMinutes, starts, partySizes } = input;
  const dated = input.dated ? { capacityChangedAt: await changedAtOf(deps, tenantId, input) } : {};
  const startMinute = (await deps.days.getStartMinute(tenantId, supplierId)) ?? 0;
  const supplier = { tenantId, supplierId, startMinute };
  const windows = starts.map((start) => windowFrom(start, durationMinutes));
  const { option, touched, ledgers } = await readTouched(deps, input, { supplier, windows });
  // Taken after the snapshot, so that holds that have expired by now do not count.
  const clock = deps.clock();
  const days = new Map<string, Day>();
  for (const id of idsOf(touched)) {
    const ledger = ledgers.get(id);
    if (ledger) days.set(id, dayAt(ledger, clock));
  }
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
    ...runsOf(input, (index) => ledgers.get(touched[index]?.[0]?.id ?? "")),
    ...(partySizes && { unitsTaken: partySizes.map((size) => unitsTakenBy(option, size)) }),
    ...dated,
  };
}

/** Nearly always nothing was decided of any departure. */
function runsOf(
  { optionId, starts }: Pick<Input, "optionId" | "starts">,
  ledgerOf: (index: number) => Ledger | undefined,
): Pick<Output, "runs"> {
  const runs = starts.map(
    (start, index) => ledgerOf(index)?.runs[departureKey(optionId, start)]?.state ?? null,
  );
  return runs.some((state) => state !== null) ? { runs } : {};
}

interface Touched {
  readonly option: OptionLinks;
  /** By departure, that of its start first. */
  readonly touched: readonly (readonly LedgerAddress[])[];
  readonly ledgers: ReadonlyMap<string, Ledger>;
}

/** One snapshot of the ledgers that the departures touch. Only where resources have margins it is read again, with more. */
async function readTouched(
  { snapshots }: VacanciesDeps,
  input: Input,
  { supplier, windows }: { supplier: Supplier; windows: readonly Range[] },
): Promise<Touched> {
  const { tenantId } = supplier;
  const { optionId, supplierId } = input;
  const own = windows.map((window) => addressesOf(supplier, window));
  const read = (all: Touched["touched"]) =>
    snapshots.read(tenantId, { option: { optionId, supplierId }, ledgerIds: [...idsOf(all)] });
  const { resources, ledgers } = await read(own);
  const option = optionLinksOf(input, resources);
  const margins = marginsIn(option);
  // mark: ledgers-of-vacancies
  if (!margins.some(hasMargins)) return { option, touched: own, ledgers };
  const touched = windows.map((window) => addressesAround(supplier, window, margins));
  return { option, touched, ledgers: (await read(touched)).ledgers };
}

/** By loops: lists of each departure's ids would cost 17 us in place of 2 for a month of four a day, twice a request. */
function idsOf(touched: Touched["touched"]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const addresses of touched) for (const { id } of addresses) ids.add(id);
  return ids;
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
