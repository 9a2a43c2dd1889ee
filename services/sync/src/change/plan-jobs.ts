import { type Request, call, isRefusal, ownRequest } from "@slipway/broker";
import { availability, catalog, resourcesCapacity, type sync } from "@slipway/contracts";
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

const changesMax = 2_000;
const departuresMax = 1_000;

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

async function spansByOption(
  deps: Deps,
  tenantId: string,
  touched: readonly sync.Touched[],
): Promise<Map<string, Span[]>> {
  const bounds = toldSpan(deps.clock());
  const spans = new Map<string, Span[]>();
  const add = (optionId: string, span: Span): void => {
    const cut = within(span, bounds);
    if (!cut) return;
    const known = spans.get(optionId);
    if (known) known.push(cut);
    else spans.set(optionId, [cut]);
  };
  const durationOf = remembered(async (optionId: string) => {
    const facts = await optionFacts(deps, tenantId, optionId);
    return facts ? occupiedMs(facts.option.durationMinutes) : null;
  });
  const optionsOf = remembered((resourceId: string) =>
    optionsOfResource(deps, tenantId, resourceId),
  );
  for (const each of touched) {
    if (each.by === "requirement") add(each.optionId, bounds);
    else if (each.by === "resource")
      for (const optionId of await optionsOf(each.resourceId)) add(optionId, bounds);
    else if (each.by === "block")
      for (const optionId of await optionsOfProduct(deps, tenantId, each.productId))
        add(optionId, startsWithin(each));
    else {
      const booked = await durationOf(each.optionId);
      const sharing = await Promise.all(each.resourceIds.map(optionsOf));
      for (const optionId of new Set([each.optionId, ...sharing.flat()])) {
        const own = await durationOf(optionId);
        if (own !== null) add(optionId, startsBeside(each.startAt, booked, own));
      }
    }
  }
  return spans;
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
