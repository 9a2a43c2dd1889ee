import { type Request, call, isRefusal, ownRequest } from "@slipway/broker";
import { availability, catalog, resourcesCapacity, type sync } from "@slipway/contracts";
import { changesMax, departuresMax } from "../constants.ts";
import type { Deps } from "../deps.ts";
import { createJob } from "../job/create-job.ts";
import {
  type Span,
  covers,
  occupiedMs,
  partsOf,
  readingsOf,
  startsBeside,
  startsWithin,
  toldSpan,
  within,
} from "./change.ts";

/**
 * Makes the jobs that tell channels of one tenant's changes: one for each option and channel, of at
 * most 1 000 departures. A crash between its writes makes some jobs twice: the figures are read when
 * they are sent.
 */
export async function planJobs(deps: Deps, tenantId: string): Promise<void> {
  const changes = await deps.changes.list(tenantId, changesMax);
  const channels = await deps.channels.listTold([tenantId]);
  if (channels.length > 0) {
    const spans = await spansByOption(
      deps,
      tenantId,
      changes.flatMap(({ touched }) => touched),
    );
    for (const [optionId, touched] of spans)
      await planOption(deps, { tenantId, optionId, touched });
  }
  await deps.changes.remove(
    tenantId,
    changes.map(({ id }) => id),
  );
}

interface OptionChange {
  readonly tenantId: string;
  readonly optionId: string;
  readonly touched: readonly Span[];
}

async function planOption(
  deps: Deps,
  { tenantId, optionId, touched }: OptionChange,
): Promise<void> {
  const facts = await optionFacts(deps, tenantId, optionId);
  if (!facts) return;
  const channels = (await deps.channels.listTold([tenantId])).filter(
    ({ supplierId }) => supplierId === null || supplierId === facts.supplierId,
  );
  if (channels.length === 0) return;
  const starts: Date[] = [];
  for (const span of readingsOf(touched))
    for (const { startAt } of await listDepartures(deps, tenantId, optionId, span))
      if (covers(touched, Date.parse(startAt))) starts.push(new Date(startAt));
  const content = { type: "AVAILABILITY_UPDATE", entityId: optionId, body: null } as const;
  for (const departures of partsOf(starts, departuresMax))
    for (const channel of channels) await createJob(deps, channel, { ...content, departures });
}

/** Every departure of an option with its figures as they are now, by start; none of one that is gone. */
export async function listDepartures(
  { broker }: Pick<Deps, "broker">,
  tenantId: string,
  optionId: string,
  { from, to }: Span,
): Promise<{ startAt: string; vacancies: number | null; available: boolean }[]> {
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const found: { startAt: string; vacancies: number | null; available: boolean }[] = [];
  let page: string | undefined;
  do {
    const asked = { optionId, ...range, ...(page === undefined ? {} : { page }) };
    const request = readBy(broker, tenantId);
    const answer = await orNull(call(request, availability.listAvailability, asked));
    found.push(...(answer?.items ?? []));
    page = answer?.next ?? undefined;
  } while (page !== undefined);
  return found;
}

/** Each page has a deadline of its own. */
function readBy(broker: Deps["broker"], tenantId: string): Request {
  return ownRequest(broker, tenantId, "system", "read");
}

/** Of each option the starts that the changes may have touched. */
async function spansByOption(
  deps: Deps,
  tenantId: string,
  touched: readonly sync.Touched[],
): Promise<Map<string, Span[]>> {
  const bounds = toldSpan(deps.clock());
  const look = lookUp(deps, tenantId);
  const spans = new Map<string, Span[]>();
  for (const each of touched)
    for (const [optionId, span] of await spansOf(each, bounds, look)) {
      const cut = within(span, bounds);
      if (cut) (spans.get(optionId) ?? setNew(spans, optionId)).push(cut);
    }
  return spans;
}

function setNew(spans: Map<string, Span[]>, optionId: string): Span[] {
  const made: Span[] = [];
  spans.set(optionId, made);
  return made;
}

async function spansOf(
  touched: sync.Touched,
  everything: Span,
  look: LookUp,
): Promise<[optionId: string, Span][]> {
  const all = (optionIds: readonly string[], span: Span): [string, Span][] =>
    optionIds.map((optionId) => [optionId, span]);
  switch (touched.by) {
    case "requirement":
      return all([touched.optionId], everything);
    case "resource":
      return all(await look.optionsOfResource(touched.resourceId), everything);
    case "block":
      return all(await look.optionsOfProduct(touched.productId), startsWithin(touched));
    case "booking":
      return besideBooking(touched, look);
  }
}

async function besideBooking(
  { optionId, startAt, resourceIds }: Extract<sync.Touched, { by: "booking" }>,
  look: LookUp,
): Promise<[optionId: string, Span][]> {
  const booked = await look.occupiedBy(optionId);
  const sharing = await Promise.all(resourceIds.map((id) => look.optionsOfResource(id)));
  const spans: [string, Span][] = [];
  for (const each of new Set([optionId, ...sharing.flat()])) {
    const own = await look.occupiedBy(each);
    if (own !== null) spans.push([each, startsBeside(startAt, booked, own)]);
  }
  return spans;
}

/** What other services know, each asked once per round. */
interface LookUp {
  /** For how long a departure of the option occupies its resources; null: it is gone. */
  occupiedBy(optionId: string): Promise<number | null>;
  optionsOfResource(resourceId: string): Promise<string[]>;
  optionsOfProduct(productId: string): Promise<string[]>;
}

function lookUp(deps: Deps, tenantId: string): LookUp {
  return {
    occupiedBy: remembered(async (optionId) => {
      const facts = await optionFacts(deps, tenantId, optionId);
      return facts ? occupiedMs(facts.option.durationMinutes) : null;
    }),
    optionsOfResource: remembered((id) => optionsOfResource(deps, tenantId, id)),
    optionsOfProduct: remembered((id) => optionsOfProduct(deps, tenantId, id)),
  };
}

/** Asks once for each key. */
function remembered<Value>(ask: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? ask(key);
    known.set(key, value);
    return value;
  };
}

async function optionFacts({ broker }: Deps, tenantId: string, optionId: string) {
  return orNull(call(readBy(broker, tenantId), catalog.getOptionFacts, { optionId }));
}

async function optionsOfResource(
  { broker }: Deps,
  tenantId: string,
  id: string,
): Promise<string[]> {
  const found = await orNull(call(readBy(broker, tenantId), resourcesCapacity.getResource, { id }));
  return found?.requirements.map(({ optionId }) => optionId) ?? [];
}

async function optionsOfProduct({ broker }: Deps, tenantId: string, id: string): Promise<string[]> {
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

/** What is gone since has nothing to tell. */
async function orNull<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (isRefusal(error, "NOT_FOUND")) return null;
    throw error;
  }
}
