/** Every event: its type, its name in the audit log, and the record before and after the change. */
import type { z } from "zod";
import type { apiKey, user } from "./auth.ts";
import type { availabilityBlock, availabilityPeriod } from "./availability.ts";
import type { booking } from "./bookings.ts";
import type { calendarFeed } from "./calendar-feeds.ts";
import type { channelSubscription } from "./channel-subscriptions.ts";
import type { orderChange } from "./orders.ts";
import type { option, photo, pricingPeriod, product, supplier, unit } from "./catalog.ts";
import type { departureRuns, resource, resourceRequirement } from "./resources-capacity.ts";
import type { EntityType, NewEntry, StoredEvent } from "./stored-event.ts";
import type { channel, channelEvent, syncJob } from "./sync.ts";
import type { subscription } from "./webhooks.ts";

interface Created<Item> {
  readonly before: null;
  readonly after: Item;
}
interface Changed<Item> {
  readonly before: Item;
  readonly after: Item;
}
interface Removed<Item> {
  readonly before: Item;
  readonly after: null;
}
/** A repair may find or leave no record. */
interface Repaired<Item> {
  readonly before: Item | null;
  readonly after: Item | null;
}

type Booking = z.output<typeof booking>;
/** A channel's subscription. In its events the record is the subscription, the entity the channel. */
type Subscribed = z.output<typeof channelSubscription>;
/** The order itself; its bookings have events of their own. */
type Order = z.output<typeof orderChange>;
type Resource = z.output<typeof resource>;
type Departure = z.output<typeof departureRuns>;
type Requirement = z.output<typeof resourceRequirement>;
type Option = z.output<typeof option>;
/** An earlier release did not name the product. */
type Photo = z.output<typeof photo> & { readonly productId?: string };
type Prices = Pick<Option, "pricingPer"> & {
  readonly pricingPeriods: readonly z.output<typeof pricingPeriod>[];
};

interface Changes {
  "tenant.created": Created<object>;
  "tenant.updated": Changed<object>;
  "tenant.deleted": Removed<object>;
  "user.created": Created<z.output<typeof user>>;
  "user.updated": Changed<z.output<typeof user>>;
  "session.created": Created<object>;
  "session.refused": Created<object>;
  "session.deleted": Removed<object>;
  "session.expired": Removed<object>;
  "apiKey.created": Created<z.output<typeof apiKey>>;
  "apiKey.deleted": Removed<z.output<typeof apiKey>>;
  "supplier.created": Created<z.output<typeof supplier>>;
  "supplier.updated": Changed<z.output<typeof supplier>>;
  "supplier.deleted": Removed<z.output<typeof supplier>>;
  "product.created": Created<z.output<typeof product>>;
  "product.updated": Changed<z.output<typeof product>>;
  "product.deleted": Removed<z.output<typeof product>>;
  "product.photosOrdered": Changed<{ readonly photoIds: readonly string[] }>;
  "photo.created": Created<Photo>;
  "photo.updated": Changed<Photo>;
  "photo.deleted": Removed<Photo>;
  "option.created": Created<Option>;
  "option.updated": Changed<Option>;
  "option.deleted": Removed<Option>;
  "option.repriced": Changed<Prices>;
  "option.charged": Changed<{ readonly charges: readonly object[] }>;
  "option.unitsOrdered": Changed<{ readonly unitIds: readonly string[] }>;
  "unit.created": Created<z.output<typeof unit>>;
  "unit.updated": Changed<z.output<typeof unit>>;
  "unit.deleted": Removed<z.output<typeof unit>>;
  "availabilityPeriod.created": Created<z.output<typeof availabilityPeriod>>;
  "availabilityPeriod.updated": Changed<z.output<typeof availabilityPeriod>>;
  "availabilityPeriod.deleted": Removed<z.output<typeof availabilityPeriod>>;
  "availabilityBlock.created": Created<z.output<typeof availabilityBlock>>;
  "availabilityBlock.deleted": Removed<z.output<typeof availabilityBlock>>;
  "resource.created": Created<Resource>;
  "resource.updated": Changed<Resource>;
  "resource.deleted": Removed<Resource>;
  "resource.expanded": Changed<object>;
  "resource.repaired": Repaired<object>;
  "resourceRequirement.created": Created<Requirement>;
  "resourceRequirement.updated": Changed<Requirement>;
  "resourceRequirement.deleted": Removed<Requirement>;
  "departure.calledOff": Changed<Departure>;
  "departure.reopened": Changed<Departure>;
  "booking.created": Created<Booking>;
  "booking.confirmed": Changed<Booking>;
  "booking.updated": Changed<Booking>;
  "booking.detailsUpdated": Changed<Booking>;
  "booking.extended": Changed<Booking>;
  "booking.approved": Changed<Booking>;
  "booking.rejected": Changed<Booking>;
  "booking.cancelled": Changed<Booking>;
  "booking.expired": Changed<Booking>;
  "booking.redeemed": Changed<Booking>;
  "booking.unredeemed": Changed<Booking>;
  "booking.repaired": Repaired<Booking>;
  "booking.erased": Changed<Booking>;
  "booking.archived": Removed<Booking>;
  "order.created": Created<Order>;
  "order.updated": Changed<Order>;
  "order.extended": Changed<Order>;
  "order.confirmed": Changed<Order>;
  "order.cancelled": Changed<Order>;
  "order.expired": Changed<Order>;
  "order.archived": Removed<Order>;
  "calendarFeed.created": Created<z.output<typeof calendarFeed>>;
  "calendarFeed.tokenRotated": Changed<z.output<typeof calendarFeed>>;
  "calendarFeed.deleted": Removed<z.output<typeof calendarFeed>>;
  "webhookSubscription.created": Created<z.output<typeof subscription>>;
  "webhookSubscription.updated": Changed<z.output<typeof subscription>>;
  "webhookSubscription.disabled": Changed<z.output<typeof subscription>>;
  "webhookSubscription.secretRotated": Changed<z.output<typeof subscription>>;
  "webhookSubscription.deleted": Removed<z.output<typeof subscription>>;
  "channel.created": Created<z.output<typeof channel>>;
  "channel.updated": Changed<z.output<typeof channel>>;
  "channel.secretRotated": Changed<z.output<typeof channel>>;
  "channel.deleted": Removed<z.output<typeof channel>>;
  "channel.subscribed": Created<Subscribed>;
  "channel.subscriptionUpdated": Changed<Subscribed>;
  "channel.unsubscribed": Removed<Subscribed>;
  "channelEvent.created": Created<z.output<typeof channelEvent>>;
  "channelEvent.processed": Changed<z.output<typeof channelEvent>>;
  "channelEvent.failed": Changed<z.output<typeof channelEvent>>;
  "channelEvent.postponed": Changed<z.output<typeof channelEvent>>;
  "channelEvent.reprocessed": Changed<z.output<typeof channelEvent>>;
  "channelEvent.erased": Changed<z.output<typeof channelEvent>>;
  "syncJob.created": Created<z.output<typeof syncJob>>;
  "syncJob.succeeded": Changed<z.output<typeof syncJob>>;
  "syncJob.failed": Changed<z.output<typeof syncJob>>;
  "syncJob.postponed": Changed<z.output<typeof syncJob>>;
  "syncJob.retried": Changed<z.output<typeof syncJob>>;
}

export type EventType = keyof Changes;

type VerbOf<Type extends string> = Type extends `${string}.${infer Verb}` ? Verb : never;

/** The word of the audit log, which the API answers, for each kind of change. */
export const auditVerbs = {
  created: "create",
  updated: "update",
  deleted: "delete",
  refused: "refuse",
  expired: "expire",
  photosOrdered: "set-photo-order",
  repriced: "set-pricing-periods",
  charged: "set-charges",
  unitsOrdered: "set-unit-order",
  expanded: "expand",
  repaired: "repair",
  calledOff: "call-off",
  reopened: "reopen",
  confirmed: "confirm",
  detailsUpdated: "update-details",
  extended: "extend",
  approved: "approve",
  rejected: "reject",
  cancelled: "cancel",
  redeemed: "redeem",
  unredeemed: "unredeem",
  erased: "erase",
  archived: "archive",
  tokenRotated: "rotate-token",
  disabled: "disable",
  secretRotated: "rotate-secret",
  subscribed: "subscribe",
  subscriptionUpdated: "update-subscription",
  unsubscribed: "unsubscribe",
  processed: "process",
  failed: "fail",
  postponed: "postpone",
  reprocessed: "reprocess",
  succeeded: "succeed",
  retried: "retry",
} as const satisfies Readonly<Record<VerbOf<EventType>, string>>;

/** The audit log's words for the changes of a type of record. */
export type AuditVerbOf<Entity extends EntityType> = (typeof auditVerbs)[VerbOf<
  Extract<EventType, `${Entity}.${string}`>
>];

/** The name of an event in the audit log. */
export function auditActionOf(type: EventType): string {
  const [entityType, verb] = type.split(".") as [EntityType, VerbOf<EventType>];
  return `${entityType}.${auditVerbs[verb]}`;
}

/** A committed change as an outbox holds it. */
export interface CommittedEvent
  extends Omit<StoredEvent, "at" | "type">,
    Pick<NewEntry, "actorType" | "actorId" | "source"> {
  at: Date;
  type: EventType;
}

/** The part of an event that a use case supplies. The rest comes from its caller and the clock. */
export type NewEvent = {
  readonly [Type in EventType]: {
    readonly type: Type;
    readonly entityId: string;
  } & Changes[Type];
}[EventType];

/** A committed change of these types. */
export type EventOf<Type extends EventType> = {
  readonly [Each in Type]: {
    readonly type: Each;
    readonly id: string;
    readonly tenantId: string;
    /** An instant, ISO 8601. */
    readonly at: string;
    readonly entityId: string;
  } & Changes[Each];
}[Type];

/** The typed event of a stored one; undefined where it is of another type. Its records are parsed when first read. */
export function readEvent<Type extends EventType>(
  { id, type, tenantId, at, entityId, before, after }: StoredEvent,
  types: readonly Type[],
): EventOf<Type> | undefined {
  if (!(types as readonly string[]).includes(type)) return undefined;
  const records: { before?: unknown; after?: unknown } = {};
  const event = {
    type,
    id,
    tenantId,
    at,
    entityId,
    get before() {
      return (records.before ??= recordIn(before));
    },
    get after() {
      return (records.after ??= recordIn(after));
    },
  };
  return event as unknown as EventOf<Type>;
}

function recordIn(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
