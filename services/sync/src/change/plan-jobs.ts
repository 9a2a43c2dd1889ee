import { partsOf } from "@slipway/contracts";
import { changesMax, departuresMax } from "../constants.ts";
import type { ChangeDeps } from "./deps.ts";
import { createJobs } from "../job/create-job.ts";
import { subscribedTo } from "../record/subscription.ts";
import {
  type Span,
  type Touched,
  covers,
  datesOf,
  readingsOf,
  startsBeside,
  startsWithin,
  spanAhead,
  within,
} from "../record/change.ts";
import { planProducts } from "./plan-products.ts";
import { type SendUpdate, listHearers, tellWebhooks } from "./plan-updates.ts";
import { type Lookup, listDepartures, lookUp } from "../job/read-facts.ts";

/**
 * Makes the jobs that notify channels of one tenant's changes: one for each option and channel, of at
 * most 1 000 departures, and notifications for subscriptions. A crash between its writes makes some jobs
 * twice: the figures are read when they are sent, and notifications only point.
 *
 * @param keep keeps the lease of the plan, which may be long. It rejects where another replica plans.
 */
export async function planJobs(
  deps: ChangeDeps,
  tenantId: string,
  keep: () => Promise<void>,
): Promise<void> {
  const changes = await deps.changes.list(tenantId, changesMax);
  const channels = await deps.channels.listReceiving([tenantId]);
  const isHeard = (await listHearers(deps, [tenantId])).length > 0;
  const tell = isHeard ? tellWebhooks(deps, tenantId) : undefined;
  if (channels.length > 0 || tell) {
    const look = lookUp(deps, tenantId, keep);
    const changed = changes.flatMap(({ touched }) => touched);
    for (const [optionId, touched] of await spansByOption(deps, look, changed))
      await planOption(deps, look, { tenantId, optionId, touched, tell });
    const products = changes.flatMap((change) => change.products);
    await planProducts(deps, look, { tenantId, products, tell });
  }
  await deps.changes.remove(
    tenantId,
    changes.map(({ id }) => id),
  );
}

interface OptionChange {
  readonly tenantId: string;
  /** Absent where no webhook subscription hears of it. */
  readonly tell: SendUpdate | undefined;
  readonly optionId: string;
  readonly touched: readonly Span[];
}

async function planOption(
  deps: ChangeDeps,
  look: Lookup,
  { tenantId, optionId, touched, tell }: OptionChange,
): Promise<void> {
  const facts = await look.factsOf(optionId);
  if (!facts) return;
  const { productId, supplierId, timezone } = facts;
  const channels = (await deps.channels.listReceiving([tenantId])).filter(
    (channel) => channel.supplierId === null || channel.supplierId === supplierId,
  );
  if (channels.length === 0 && !tell) return;
  const readings = await readTouched(deps, look, { tenantId, optionId, touched });
  const parts = partsOf(readings.flat(), departuresMax);
  for (const part of tell ? parts : []) {
    await look.keep();
    const data = { optionId, departures: part.map(figuresOf) };
    await tell?.({ type, supplierId, entityId: optionId, data });
  }
  const updates = parts
    .map(startsOf)
    .flatMap((departures) =>
      channels
        .filter(({ endpointUrl }) => endpointUrl !== null)
        .map((channel) => ({ channel, type, entityId: optionId, body: null, departures })),
    );
  const ranges = readings.flatMap((found) => datesOf(startsOf(found), timezone) ?? []);
  const notifications = ranges.flatMap((range) =>
    channels.flatMap((channel) =>
      subscribedTo(channel, type, supplierId).map(({ id: subscriptionId }) => ({
        channel,
        type,
        entityId: optionId,
        subscriptionId,
        body: JSON.stringify({ productId, optionId, ...range }),
      })),
    ),
  );
  await createJobs(deps, [...updates, ...notifications], look.keep);
}

const type = "AVAILABILITY_UPDATE" as const;

/** The departures that the changes may have touched, by reading. */
async function readTouched(
  deps: ChangeDeps,
  look: Lookup,
  { tenantId, optionId, touched }: Omit<OptionChange, "tell">,
): Promise<Figures[][]> {
  const readings: Figures[][] = [];
  for (const span of readingsOf(touched)) {
    const wanted = { optionId, ...span, beforePage: look.keep };
    const found = await listDepartures(deps, tenantId, wanted);
    readings.push(found.filter(({ startAt }) => covers(touched, Date.parse(startAt))));
  }
  return readings;
}

/** The figures alone: an answer has more. */
function figuresOf({ startAt, vacancies, available }: Figures): Figures {
  return { startAt, vacancies, available };
}

type Figures = Awaited<ReturnType<typeof listDepartures>>[number];

function startsOf(departures: readonly Figures[]): Date[] {
  return departures.map(({ startAt }) => new Date(startAt));
}

/** Groups by option the spans of starts that the changes may have touched. */
async function spansByOption(
  { clock }: Pick<ChangeDeps, "clock">,
  look: Lookup,
  touched: readonly Touched[],
): Promise<Map<string, Span[]>> {
  const bounds = spanAhead(clock());
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
  touched: Touched,
  everything: Span,
  look: Lookup,
): Promise<[optionId: string, Span][]> {
  const all = (optionIds: readonly string[], span: Span): [string, Span][] =>
    optionIds.map((optionId) => [optionId, span]);
  switch (touched.by) {
    case "requirement":
      return all([touched.optionId], everything);
    case "resource":
      return all(await optionsOf(look, touched.resourceId), everything);
    case "block":
      return all(await look.optionsOfProduct(touched.productId), startsWithin(touched));
    case "booking":
      return besideBooking(touched, look);
  }
}

async function besideBooking(
  booking: Extract<Touched, { by: "booking" }>,
  look: Lookup,
): Promise<[optionId: string, Span][]> {
  const { optionId, resourceIds } = booking;
  const sharing = await Promise.all(resourceIds.map((id) => look.requirementsOf(id)));
  const itself = { optionId, prepareMinutes: 0, turnaroundMinutes: 0 };
  const spans: [string, Span][] = [];
  for (const { optionId: each, ...margins } of [itself, ...sharing.flat()]) {
    const own = await look.factsOf(each);
    if (own) spans.push([each, startsBeside(booking, own.occupiedMs, margins)]);
  }
  return spans;
}

async function optionsOf(look: Lookup, resourceId: string): Promise<string[]> {
  return (await look.requirementsOf(resourceId)).map(({ optionId }) => optionId);
}
