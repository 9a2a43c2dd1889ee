import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { VacanciesDeps } from "./deps.ts";
import { addressesOf, dayMs } from "../ledger/day.ts";
import { usageOf } from "./usage.ts";
import { dayAt } from "../ledger/vacancies.ts";

const { usageDaysMax } = resourcesCapacity;

/** A page stays below a message: a day of 288 departures has up to 576 intervals. */
const daysPerPage = 2;

/** Intervals in which bookings take places of a resource, by the ledgers now. Refuses NOT_FOUND, RANGE_TOO_LARGE. */
export async function listUsage(
  deps: VacanciesDeps,
  request: Request,
  { id, from, to, page }: InputOf<typeof resourcesCapacity.listUsage>,
): Promise<OutputOf<typeof resourcesCapacity.listUsage>> {
  const { tenantId } = request.caller;
  const resource = await deps.resources.get(tenantId, id);
  if (!resource) throw refuse("NOT_FOUND");
  const whole = { from: Date.parse(from), to: Date.parse(to) };
  if (whole.to - whole.from > usageDaysMax * dayMs)
    throw refuse("RANGE_TOO_LARGE", {
      detail: `The range is longer than ${usageDaysMax} days`,
      maxDays: usageDaysMax,
    });
  const range = page === undefined ? whole : { ...whole, from: readPage(page) };
  const { supplierId } = resource;
  const startMinute = (await deps.days.getStartMinute(tenantId, supplierId)) ?? 0;
  const addresses = addressesOf({ tenantId, supplierId, startMinute }, range);
  const ledgerIds = addresses.slice(0, daysPerPage).map((address) => address.id);
  const { ledgers } = await deps.snapshots.read(tenantId, { ledgerIds });
  // Taken after the snapshot, so that holds that have expired by now do not count.
  const clock = deps.clock();
  const items = ledgerIds.flatMap((ledgerId) => {
    const ledger = ledgers.get(ledgerId);
    return ledger ? usageOf(dayAt(ledger, clock), resource, range) : [];
  });
  const next = addresses[daysPerPage];
  return { items, next: next ? String(next.range.from) : null };
}

function readPage(page: string): number {
  if (!/^-?\d{1,15}$/.test(page)) throw refuse("VALIDATION_FAILED");
  return Number(page);
}
