/** Facts of other services about changed records. A deleted one is null or empty: no channel is notified of it. */
import { type Request, call, unlessRefused, ownRequest } from "@slipway/broker";
import { type OutputOf, availability, catalog, resourcesCapacity } from "@slipway/contracts";
import type { JobDeps } from "./deps.ts";
import { type Span, occupiedMs } from "../record/change.ts";

type Bus = Pick<JobDeps, "broker">;

interface WantedDepartures extends Span {
  readonly optionId: string;
  /** Called before each page is read: there may be many. */
  readonly beforePage: () => Promise<void>;
}

/** Every departure of an option with its figures as they are now, by start; none of one that is gone. */
export async function listDepartures(
  { broker }: Bus,
  tenantId: string,
  { optionId, from, to, beforePage }: WantedDepartures,
): Promise<{ startAt: string; vacancies: number | null; available: boolean }[]> {
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const found: { startAt: string; vacancies: number | null; available: boolean }[] = [];
  let page: string | undefined;
  do {
    await beforePage();
    const asked = { optionId, ...range, ...(page === undefined ? {} : { page }) };
    const request = readBy(broker, tenantId);
    const answer = await orNull(call(request, availability.listAvailability, asked));
    found.push(...(answer?.items ?? []));
    page = answer?.next ?? undefined;
  } while (page !== undefined);
  return found;
}

/** Each page has a deadline of its own. */
function readBy(broker: JobDeps["broker"], tenantId: string): Request {
  return ownRequest(broker, tenantId, "system", "read");
}

/** The facts of an option that plans need; all of its facts are too large to be remembered for many. */
interface OptionFacts {
  readonly occupiedMs: number;
  readonly productId: string;
  readonly supplierId: string;
  /** The product's. */
  readonly timezone: string;
}

type Requirement = OutputOf<typeof resourcesCapacity.getResource>["requirements"][number];

/** Remembers what it was answered: it is of one round. @param keep called before each question. */
export function lookUp(deps: Bus, tenantId: string, keep: () => Promise<void>) {
  const after = <Value>(ask: Ask<Value>): Ask<Value> => remembered(keep, ask);
  return {
    /** Keeps the lease of the round: called between its steps. */
    keep,
    /** The option and what stands above it; null: it is gone. */
    factsOf: after((id) => optionFacts(deps, tenantId, id)),
    /** The supplier of a product, archived or not; null: the product is gone. */
    supplierOf: after((id) => supplierOf(deps, tenantId, id)),
    requirementsOf: after((id) => requirementsOf(deps, tenantId, id)),
    optionsOfProduct: after((id) => optionsOfProduct(deps, tenantId, id)),
  };
}

/** The facts of other services, each asked once per round. */
export type Lookup = ReturnType<typeof lookUp>;

type Ask<Value> = (key: string) => Promise<Value>;

/** Asks once for each key. */
function remembered<Value>(keep: () => Promise<void>, ask: Ask<Value>): Ask<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? keep().then(() => ask(key));
    known.set(key, value);
    return value;
  };
}

async function optionFacts(
  { broker }: Bus,
  tenantId: string,
  optionId: string,
): Promise<OptionFacts | null> {
  const request = readBy(broker, tenantId);
  const found = await orNull(call(request, catalog.getOptionFacts, { optionId }));
  if (!found) return null;
  const { option, productId, supplierId, timezone } = found;
  return { occupiedMs: occupiedMs(option.durationMinutes), productId, supplierId, timezone };
}

async function supplierOf(
  { broker }: Bus,
  tenantId: string,
  productId: string,
): Promise<string | null> {
  const request = readBy(broker, tenantId);
  const found = await orNull(call(request, catalog.getProductFacts, { productId }));
  return found?.supplierId ?? null;
}

async function requirementsOf(
  { broker }: Bus,
  tenantId: string,
  id: string,
): Promise<readonly Requirement[]> {
  const found = await orNull(call(readBy(broker, tenantId), resourcesCapacity.getResource, { id }));
  return found?.requirements ?? [];
}

async function optionsOfProduct({ broker }: Bus, tenantId: string, id: string): Promise<string[]> {
  const ids: string[] = [];
  let page: string | undefined;
  do {
    const asked = { id, ...(page === undefined ? {} : { page }) };
    const answer = await orNull(call(readBy(broker, tenantId), catalog.listOptions, asked));
    ids.push(...(answer?.items.map((option) => option.id) ?? []));
    page = answer?.next ?? undefined;
  } while (page !== undefined);
  return ids;
}

/** No channel is notified of a record that was deleted since. */
function orNull<Found>(asked: Promise<Found>): Promise<Found | null> {
  return unlessRefused("NOT_FOUND", asked);
}
