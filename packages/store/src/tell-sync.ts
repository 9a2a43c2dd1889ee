import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { type AuditFact, bookingUpdateOf, bookingsOf, sync } from "@slipway/contracts";
import type { Consumer } from "./consumer-queue.ts";
import { eventsHeard } from "./listeners.ts";
import type { OutboxEvent } from "./outbox.ts";

type Change = sync.Change;
type Touched = sync.Touched;

/** The relay's consumer that notes for channels what concerns them, and nothing else. */
export function syncConsumer(broker: ServiceBroker): Consumer {
  return {
    name: "sync",
    wants: ({ fact }) => mayConcernChannels(fact),
    async deliver(events: OutboxEvent[]) {
      const request = ownRequest(broker, "-");
      const heard = await eventsHeard(request, sync.listListeners, events);
      const changes = heard.flatMap(({ fact }) => changeOf(fact) ?? []);
      if (changes.length > 0) await call(request, sync.acceptChanges, { changes });
    },
  };
}

/** Moves of a booking that take places or give them back. */
const movesOfPlaces: ReadonlySet<string> = new Set([
  "booking.create",
  "booking.update",
  "booking.cancel",
  "booking.reject",
  "booking.expire",
  "booking.repair",
]);

/** Looks at no record: most changes concern no channel, and the look costs every one of them. */
function mayConcernChannels({ entityType, action, after }: AuditFact): boolean {
  if (entityType === "booking")
    return movesOfPlaces.has(action) || (after?.includes(ofChannel) ?? false);
  return (
    entityType === "availabilityBlock" ||
    entityType === "resourceRequirement" ||
    action === "resource.update"
  );
}

const ofChannel = '"sourceChannelConnectionId":"';

/** What channels may have to know of a committed change; null where that is nothing. */
export function changeOf(fact: AuditFact): Change | null {
  const touched = fact.entityType === "booking" ? placesTouched(fact) : recordTouched(fact);
  const booking = channelBookingOf(fact);
  if (touched.length === 0 && booking === null) return null;
  return { id: fact.id, tenantId: fact.tenantId, at: fact.at, touched, booking };
}

function channelBookingOf(fact: AuditFact): Change["booking"] {
  const channelConnectionId = bookingsOf(fact)?.after.sourceChannelConnectionId ?? null;
  const update = channelConnectionId === null ? null : bookingUpdateOf(fact);
  if (channelConnectionId === null || !update) return null;
  return { channelConnectionId, bookingId: update.data.bookingId, body: JSON.stringify(update) };
}

function placesTouched(fact: AuditFact): Touched[] {
  const changed = bookingsOf(fact);
  if (!changed || !movesOfPlaces.has(fact.action)) return [];
  const { before, after } = changed;
  const now = touchedBy(after);
  if (!before || fact.action !== "booking.update") return now;
  const previous = touchedBy(before);
  const usages = [before.resourceUsageSnapshot, after.resourceUsageSnapshot];
  const [used, uses] = usages.map((usage) => JSON.stringify(usage));
  return before.startAt === after.startAt && used === uses ? [] : [...previous, ...now];
}

function touchedBy({
  optionId,
  startAt,
  resourceUsageSnapshot,
}: NonNullable<ReturnType<typeof bookingsOf>>["after"]): Touched[] {
  const resourceIds = resourceUsageSnapshot?.items.map(({ resourceId }) => resourceId) ?? [];
  return resourceIds.length === 0 ? [] : [{ by: "booking", optionId, startAt, resourceIds }];
}

/** Of a block, a resource or a requirement. */
function recordTouched({ entityType, entityId, before, after }: AuditFact): Touched[] {
  const was = parsed(before);
  const is = parsed(after);
  const record = is ?? was;
  if (!record) return [];
  const text = (name: string): string => String(record[name]);
  if (entityType === "availabilityBlock")
    return [
      {
        by: "block",
        productId: text("productId"),
        startAt: text("startAt"),
        endAt: text("endAt"),
      },
    ];
  if (entityType === "resourceRequirement")
    return [{ by: "requirement", optionId: text("optionId") }];
  const isResized = sizes.some((size) => was?.[size] !== is?.[size]);
  return isResized ? [{ by: "resource", resourceId: entityId }] : [];
}

const sizes = ["quantity", "capacityPerResource"] as const;

function parsed(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}
