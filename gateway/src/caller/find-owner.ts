/** Which supplier a record belongs to, by its id. What a record belongs to never changes, but for a channel. */
import { type Request, call, isRefusal } from "@slipway/broker";
import {
  type Action,
  audit,
  availability,
  bookings,
  calendarFeeds,
  catalog,
  photos,
  resourcesCapacity,
  sync,
  webhooks,
} from "@slipway/contracts";
import type { IdKind } from "./narrowing.ts";

/** Null: of all suppliers. */
type Owner = string | null;

interface Finder {
  /** The contracts it calls. */
  readonly of: readonly Action[];
  readonly find: (request: Request, id: string) => Promise<Owner> | Owner;
}

/**
 * Finds the owner of a record that is named only under its option, or is deleted: the audit log has the option's
 * id.
 */
const byItsOption: Finder = {
  of: [audit.listLog],
  async find(request, entityId) {
    const { items } = await call(request, audit.listLog, { entityId, limit: 1 });
    const [{ before = null, after = null } = {}] = items;
    const { optionId } = (after ?? before ?? {}) as { optionId?: string };
    return optionId === undefined ? null : finders.option.find(request, optionId);
  },
};

const finders: Readonly<Record<IdKind, Finder>> = {
  supplier: { of: [], find: (_request, id) => id },
  product: {
    of: [catalog.getProductFacts],
    find: async (request, productId) =>
      (await call(request, catalog.getProductFacts, { productId })).supplierId,
  },
  option: {
    of: [catalog.getOptionFacts],
    find: async (request, optionId) =>
      (await call(request, catalog.getOptionFacts, { optionId })).supplierId,
  },
  unit: {
    of: [catalog.getUnit],
    async find(request, id) {
      const { optionId } = await call(request, catalog.getUnit, { id });
      return finders.option.find(request, optionId);
    },
  },
  photo: {
    of: [photos.findPhotoSupplier],
    find: async (request, photoId) =>
      (await call(request, photos.findPhotoSupplier, { photoId })).supplierId,
  },
  period: byItsOption,
  requirement: byItsOption,
  resource: {
    of: [resourcesCapacity.getResource],
    find: async (request, id) =>
      (await call(request, resourcesCapacity.getResource, { id })).supplierId,
  },
  block: {
    of: [availability.getBlock],
    async find(request, id) {
      const { productId } = await call(request, availability.getBlock, { id });
      return finders.product.find(request, productId);
    },
  },
  booking: {
    of: [bookings.getBooking],
    find: async (request, id) => (await call(request, bookings.getBooking, { id })).supplierId,
  },
  calendarFeed: {
    of: [calendarFeeds.findFeedSupplier],
    find: async (request, id) =>
      (await call(request, calendarFeeds.findFeedSupplier, { id })).supplierId,
  },
  subscription: {
    of: [webhooks.getSubscription],
    find: async (request, id) => (await call(request, webhooks.getSubscription, { id })).supplierId,
  },
  delivery: {
    of: [webhooks.getDelivery],
    async find(request, id) {
      const { subscriptionId } = await call(request, webhooks.getDelivery, { id });
      return finders.subscription.find(request, subscriptionId);
    },
  },
  channel: {
    of: [sync.getChannel],
    find: async (request, id) => (await call(request, sync.getChannel, { id })).supplierId,
  },
  channelEvent: {
    of: [sync.getEvent],
    async find(request, id) {
      const { channelConnectionId } = await call(request, sync.getEvent, { id });
      return finders.channel.find(request, channelConnectionId);
    },
  },
  syncJob: {
    of: [sync.getJob],
    async find(request, id) {
      const { channelConnectionId } = await call(request, sync.getJob, { id });
      return finders.channel.find(request, channelConnectionId);
    },
  },
};

/** The kind of record that each prefix of an id stands for. */
const kindsByPrefix: Readonly<Record<string, IdKind>> = {
  sup: "supplier",
  prd: "product",
  opt: "option",
  unt: "unit",
  pho: "photo",
  avp: "period",
  req: "requirement",
  res: "resource",
  avb: "block",
  bkg: "booking",
  fed: "calendarFeed",
  whs: "subscription",
  chn: "channel",
  cev: "channelEvent",
  job: "syncJob",
};

/** The contracts that the gateway calls to find owners. */
export const ownerContracts: readonly Action[] = Object.values(finders).flatMap(({ of }) => of);

/** Whether the record is the supplier's. False too where the id names nothing. */
export async function isOf(
  request: Request,
  supplierId: string,
  { kind, id }: { readonly kind: IdKind; readonly id: string },
): Promise<boolean> {
  try {
    return (await finders[kind].find(request, id)) === supplierId;
  } catch (error) {
    if (isRefusal(error, "NOT_FOUND")) return false;
    throw error;
  }
}

/** The kind of record that an audited id names; undefined for a kind whose owner is never looked up. */
export function kindOfId(id: string): IdKind | undefined {
  const [prefix = ""] = id.split("_", 1);
  return Object.hasOwn(kindsByPrefix, prefix) ? kindsByPrefix[prefix] : undefined;
}
