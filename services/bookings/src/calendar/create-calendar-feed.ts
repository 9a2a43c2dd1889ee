import { type Request, call, pointAtField, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type calendarFeeds,
  catalog,
  covers,
  resourcesCapacity,
} from "@slipway/contracts";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { CalendarDeps } from "./deps.ts";
import { feedRecord } from "./feed.ts";
import { issueFeedToken } from "./issue-feed-token.ts";

type CreateCalendarFeedInput = InputOf<typeof calendarFeeds.createCalendarFeed>;

/**
 * Makes a feed; its token is answered here and never again. Every call makes one. Refuses INSUFFICIENT_SCOPE, NOT_FOUND
 * and QUOTA_EXCEEDED.
 */
export async function createCalendarFeed(
  { feeds, config, clock }: CalendarDeps,
  request: Request,
  input: CreateCalendarFeedInput,
): Promise<OutputOf<typeof calendarFeeds.createCalendarFeed>> {
  const { caller } = request;
  const { tenantId } = caller;
  // A feed outlives its maker's key, and shows names to every holder of the URL.
  if (input.withNames && !covers(caller.scopes, "bookings:write"))
    throw refuse("INSUFFICIENT_SCOPE", { detail: "A feed with names needs bookings:write" });
  const ofSupplierId = await supplierOf(request, input);
  const createdAt = new Date(clock());
  const { token, tokenHash } = issueFeedToken();
  const feed = {
    _id: newId("fed", createdAt.getTime()),
    name: input.name,
    supplierId: input.supplierId ?? null,
    productId: input.productId ?? null,
    optionId: input.optionId ?? null,
    resourceId: input.resourceId ?? null,
    ofSupplierId,
    withNames: input.withNames,
    tokenHash,
    lastReadAt: null,
    createdAt,
  };
  const record = feedRecord({ ...feed, tenantId, updatedAt: createdAt });
  const event = createdEvent(caller, "calendarFeed.created", record);
  await config.feedQuota.within(
    tenantId,
    (limit) => feeds.count(tenantId, {}, limit),
    () => feeds.insert(tenantId, feed, event),
  );
  return { ...record, token };
}

/** The supplier of the record that a feed is narrowed to; null: it is narrowed to none. Refuses NOT_FOUND. */
async function supplierOf(
  request: Request,
  input: CreateCalendarFeedInput,
): Promise<string | null> {
  const { supplierId, productId, optionId, resourceId } = input;
  const find = async (): Promise<{ supplierId: string | null }> => {
    if (supplierId !== undefined) return call(request, catalog.getSupplierFacts, { supplierId });
    if (productId !== undefined) return call(request, catalog.getProductFacts, { productId });
    if (optionId !== undefined) return call(request, catalog.getOptionFacts, { optionId });
    if (resourceId !== undefined)
      return call(request, resourcesCapacity.getResource, { id: resourceId });
    return { supplierId: null };
  };
  // At most one of them is given.
  const filters = ["supplierId", "productId", "optionId", "resourceId"] as const;
  const field = filters.find((each) => input[each] !== undefined) ?? "supplierId";
  return (await pointAtField(field, find())).supplierId;
}
