/** The delivery of one change to one subscription, and how the attempts went. Pure. */
import {
  type BookingUpdate,
  type OutputOf,
  type Update,
  answerOf,
  webhooks,
} from "@slipway/contracts";
import type { Message, UpdateType } from "./subscription.ts";

export type DeliveryRecord = OutputOf<typeof webhooks.getDelivery>;

export interface Attempt {
  readonly at: Date;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
}

export interface Delivery {
  readonly _id: string;
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly webhookId: string;
  /** Absent in a delivery of an earlier release, which is of a booking. */
  readonly type?: UpdateType;
  /** The id of the booking; of another type that of the order, the product or the departures' option. */
  readonly bookingId: string;
  readonly action: string;
  /** To the byte what is signed and sent, on every attempt. */
  readonly body: string;
  readonly status: DeliveryRecord["status"];
  readonly attempts: readonly Attempt[];
  /** Attempts of every kind so far: an attempt's outcome is written on the number it began with. */
  readonly tries: number;
  /** The next attempt is the only one, whatever comes of it: a test, or a redelivery. */
  readonly isSingle: boolean;
  readonly isTest: boolean;
  /** Null once it has ended, and while its subscription is disabled. */
  readonly nextAttemptAt: Date | null;
  /** Until then one replica makes an attempt. */
  readonly leasedUntil?: Date | null;
  readonly createdAt: Date;
  /** The trace of the delivered change, where it was traced. */
  readonly traceparent?: string;
}

export function deliveryRecord(delivery: Delivery): DeliveryRecord {
  const { _id: id, isTest, bookingId, type = "BOOKING_UPDATE" } = delivery;
  return answerOf(webhooks.delivery, {
    ...delivery,
    id,
    type,
    // A test delivery is of no record.
    bookingId: isTest || type !== "BOOKING_UPDATE" ? null : bookingId,
    entityId: isTest ? null : bookingId,
    attempts: delivery.attempts.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
  });
}

export function messageOf(update: Update): Message {
  const { type, timestamp, data } = update;
  const supplierId = "supplierId" in data ? data.supplierId : null;
  const isTest = "test" in data && data.test;
  const body = JSON.stringify(update);
  return {
    type,
    timestamp,
    supplierId,
    entityId: entityOf(data),
    action: data.action,
    body,
    isTest,
  };
}

function entityOf(data: Update["data"]): string {
  if ("bookingId" in data) return data.bookingId;
  return "orderId" in data ? data.orderId : data.optionId;
}

/**
 * The delivery of a message to a subscription.
 * @param mark 32 hexadecimal digits that are always the same for this change and this subscription. So a change that
 * comes again makes no second delivery. They order ids by time.
 */
export function deliveryOf(
  { _id: subscriptionId, tenantId }: { _id: string; tenantId: string },
  { type, timestamp, entityId, action, body, isTest }: Message,
  {
    mark,
    firstAttemptAt,
    traceparent,
  }: { mark: string; firstAttemptAt: Date; traceparent?: string | undefined },
): Delivery {
  return {
    _id: `dlv_${mark}`,
    tenantId,
    subscriptionId,
    webhookId: `msg_${mark}`,
    type,
    bookingId: entityId,
    action,
    body,
    status: "PENDING",
    attempts: [],
    tries: 0,
    isSingle: isTest,
    isTest,
    nextAttemptAt: firstAttemptAt,
    createdAt: new Date(timestamp),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** The change of a test delivery, of a booking that never was. */
export function testUpdate(
  { tenantId, supplierId }: { tenantId: string; supplierId: string | null },
  at: string,
): BookingUpdate {
  const nothing = "0".repeat(32);
  return {
    type: "BOOKING_UPDATE",
    timestamp: at,
    data: {
      bookingId: `bkg_${nothing}`,
      tenantId,
      supplierId: supplierId ?? `sup_${nothing}`,
      productId: `prd_${nothing}`,
      optionId: `opt_${nothing}`,
      action: "UPDATED",
      status: "CONFIRMED",
      previousStatus: "CONFIRMED",
      updatedAt: at,
      source: "api/v1",
      externalId: null,
      reference: "00000000",
      resellerReference: null,
      test: true,
    },
  };
}

export interface Outcome {
  readonly status: Delivery["status"];
  readonly nextAttemptAt: Date | null;
  readonly isSingle: boolean;
}

/** @param retryInMs until the next attempt by the schedule; null when it is over. */
export function outcomeOf(
  { isSingle }: Pick<Delivery, "isSingle">,
  { isSuccess, retryInMs }: { isSuccess: boolean; retryInMs: number | null },
  now: number,
): Outcome {
  if (isSuccess) return { status: "SUCCEEDED", nextAttemptAt: null, isSingle: false };
  if (isSingle || retryInMs === null)
    return { status: "FAILED", nextAttemptAt: null, isSingle: false };
  return { status: "PENDING", nextAttemptAt: new Date(now + retryInMs), isSingle: false };
}
