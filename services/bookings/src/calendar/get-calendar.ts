import { type Request, call, ownRequest, refuse, unlessRefused } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type calendarFeeds,
  catalog,
  partsOf,
  resourcesCapacity,
} from "@slipway/contracts";
import { pricingPerOf } from "@slipway/departures";
import { holdsPlaces } from "../record/booking.ts";
import type { CalendarDeps } from "./deps.ts";
import { readIndex } from "../list/find-listed.ts";
import { readOptionFacts } from "../offer/keep-facts.ts";
import type { OptionFacts } from "../offer/option-policy.ts";
import { calendarText } from "./calendar-text.ts";
import {
  type DepartureFacts,
  type BookingLine,
  type FeedBooking,
  eventOfDeparture,
  lineOfBooking,
} from "./departure-event.ts";
import type { Feed } from "./feed.ts";
import { hashOfDigest } from "./issue-feed-token.ts";
import {
  type FeedDepartures,
  type FeedKind,
  type ShownDeparture,
  collectDepartures,
  departureKey,
  departuresOf,
  departuresWithin,
  resourceBounds,
} from "./shown-departures.ts";

/**
 * The calendar of the feed of a token, as RFC 5545 writes it. The token alone says whose it is: the caller is nobody.
 * Refuses NOT_FOUND, and SERVICE_UNAVAILABLE while the tenant's bookings are being read.
 */
export async function getCalendar(
  deps: CalendarDeps,
  { via, deadline }: Request,
  { digest }: InputOf<typeof calendarFeeds.getCalendar>,
): Promise<OutputOf<typeof calendarFeeds.getCalendar>> {
  const feed = await deps.feeds.findByToken(hashOfDigest(digest));
  if (!feed) throw refuse("NOT_FOUND");
  const request = { ...ownRequest(via, feed.tenantId, "system", "read"), deadline };
  const now = deps.clock();
  const { departures: found, changes } = await collect(deps, request, { feed, now });
  const departures = await taking(deps, request, { feed, departures: found, now });
  const within = departuresWithin(departures, now);
  const lines = await readBookingLines(deps, request, { feed, within, now });
  const shown = within.filter((departure) => lines.has(departureKey(departure)));
  const described = await describeAll(deps, request, shown);
  await deps.feeds.noteRead(feed, new Date(now));
  const events = shown.map((departure) => {
    const key = departureKey(departure);
    const of = { ...departure, changedAt: changes.get(departure.supplierId) ?? now };
    return eventOfDeparture(of, lines.get(key) ?? [], described.get(key) ?? unknown);
  });
  const remark =
    within.length === departures.length
      ? null
      : `Shows ${within.length} of ${departures.length} departures, the next ones first. A feed of one product or option shows more of it.`;
  return { text: calendarText({ name: feed.name, remark, events, now }) };
}

const unknown: DepartureFacts = { title: null, option: null, capacity: null, changedAt: 0 };

interface Wanted {
  readonly feed: Feed;
  readonly now: number;
}

async function collect(
  deps: CalendarDeps,
  request: Request,
  { feed, now }: Wanted,
): Promise<FeedDepartures> {
  const collector = collectDepartures(kindOf(feed), now);
  const index = await readIndex(deps, request);
  if (index === "too big")
    for await (const row of deps.feedBookings.readRows(request.caller.tenantId)) collector.add(row);
  else index.visit((row) => collector.add(row));
  return collector.collected();
}

/** A resource feed reads all bookings of the supplier; each booking says which resources it uses. */
function kindOf({ supplierId, productId, optionId, ofSupplierId }: Feed): FeedKind {
  if (optionId !== null) return { optionId };
  if (productId !== null) return { productId };
  const only = supplierId ?? ofSupplierId;
  return only === null ? {} : { supplierId: only };
}

/**
 * For a resource feed, keeps the departures with bookings that take the resource, and the ones beyond
 * `resourceBounds`, which it does not check. The check reaches further than the feed shows: the database answers ids
 * alone.
 */
async function taking(
  { feedBookings }: CalendarDeps,
  { caller: { tenantId } }: Request,
  { feed: { resourceId }, departures, now }: Wanted & Pick<FeedDepartures, "departures">,
): Promise<readonly ShownDeparture[]> {
  if (resourceId === null) return departures;
  const looked = departuresWithin(departures, now, resourceBounds);
  const ids = looked.flatMap(({ bookingIds }) => bookingIds);
  const taken = await feedBookings.listTaking(tenantId, { resourceId, ids });
  const known = new Set(looked);
  return [...departuresOf(looked, taken), ...departures.filter((each) => !known.has(each))];
}

/** The lines of each departure's live bookings. A booking that has changed meanwhile counts as it is now. */
async function readBookingLines(
  { feedBookings }: CalendarDeps,
  { caller: { tenantId } }: Request,
  { feed, within, now }: Wanted & { readonly within: readonly ShownDeparture[] },
): Promise<Map<string, BookingLine[]>> {
  const lines = new Map<string, BookingLine[]>();
  const ids = within.flatMap(({ bookingIds }) => bookingIds);
  const read = feedBookings.readAll(tenantId, ids, (booking) => placedLine(booking, feed, now));
  for await (const { key, line } of read) {
    if (!line) continue;
    const others = lines.get(key);
    if (others) others.push(line);
    else lines.set(key, [line]);
  }
  return lines;
}

/** The key of its departure, and its line where the feed shows it. */
function placedLine(
  booking: FeedBooking,
  { resourceId: wanted, withNames }: Feed,
  now: number,
): { key: string; line: BookingLine | undefined } {
  const { optionId, startAt, resourceUsageSnapshot } = booking;
  const items = resourceUsageSnapshot?.items ?? [];
  const isTaken = wanted === null || items.some(({ resourceId }) => resourceId === wanted);
  const isShown = isTaken && holdsPlaces(booking, now);
  return {
    key: departureKey({ optionId, startAt: startAt.getTime() }),
    line: isShown ? lineOfBooking(booking, withNames) : undefined,
  };
}

const optionsAtOnce = 20;

/** Names and capacities of departures, by departure. */
async function describeAll(
  deps: CalendarDeps,
  request: Request,
  departures: readonly ShownDeparture[],
): Promise<Map<string, DepartureFacts>> {
  const described = new Map<string, DepartureFacts>();
  const options = [...Map.groupBy(departures, ({ optionId }) => optionId)];
  for (const some of partsOf(options, optionsAtOnce))
    await Promise.all(
      some.map(async ([optionId, own]) => {
        const facts = await readOptionFacts(deps.optionFacts, request, optionId, (known) => known);
        if (!facts) {
          const gone = { ...unknown, changedAt: await removedAtOf(request, own) };
          for (const departure of own) described.set(departureKey(departure), gone);
          return;
        }
        const { parties, capacityChangedAt = 0 } = await readCapacities(request, facts, own);
        for (const [at, departure] of own.entries())
          described.set(departureKey(departure), {
            ...namesOf(facts),
            changedAt: Math.max(changedAtOf(facts), capacityChangedAt),
            capacity: parties?.capacity[at] ?? null,
          });
      }),
    );
  return described;
}

/**
 * A deleted option has no times any more, and its product's is before none of them. Race: where its needs went while it was
 * read, their date may be later by moments.
 */
async function removedAtOf(
  request: Request,
  [departure]: readonly ShownDeparture[],
): Promise<number> {
  const productId = departure?.productId ?? "";
  const asked = call(request, catalog.getProductFacts, { productId });
  const { changedAt } = (await unlessRefused("NOT_FOUND", asked)) ?? {};
  return changedAt === undefined ? 0 : Date.parse(changedAt);
}

/** The name of the product, and that of the option where customers may choose another. */
function namesOf({
  option,
  productName: product,
}: OptionFacts): Pick<DepartureFacts, "title" | "option"> {
  return {
    title: option.isDefault ? product : `${product}, ${option.name}`,
    option: option.name,
  };
}

function changedAtOf({ option, productUpdatedAt }: OptionFacts): number {
  return Math.max(Date.parse(option.updatedAt), Date.parse(productUpdatedAt));
}

function readCapacities(
  request: Request,
  { option, supplierId }: OptionFacts,
  departures: readonly ShownDeparture[],
): Promise<OutputOf<typeof resourcesCapacity.listVacancies>> {
  return call(request, resourcesCapacity.listVacancies, {
    supplierId,
    optionId: option.id,
    pricingPer: pricingPerOf({ option }),
    durationMinutes: option.durationMinutes,
    starts: departures.map(({ startAt }) => startAt),
    dated: true,
  });
}
