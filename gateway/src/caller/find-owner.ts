/** Which supplier a record belongs to, by its id. What a record belongs to never changes, but for a channel. */
import { type Request, call, unlessRefused } from "@slipway/broker";
import {
  type Action,
  type OutputOf,
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
import type { z } from "zod";
import type { IdKind } from "./narrowing.ts";

/** Null: of all suppliers. */
type Owner = string | null;

interface Finder {
  readonly of: readonly Action[];
  readonly find: (request: Request, id: string) => Promise<Owner> | Owner;
}

/** An action whose answer says whose the record is. */
type Owned = Action<z.ZodType, z.ZodType<{ readonly supplierId: Owner }>>;

function saidBy<A extends Owned>(
  contract: A,
  inputOf: (id: string) => z.input<A["input"]>,
): Finder {
  const find: Finder["find"] = async (request, id) =>
    (await call(request, contract, inputOf(id))).supplierId;
  return { of: [contract], find };
}

/** Finds the owner by the record above, which the answer names. */
function saidAbove<A extends Action>(
  above: IdKind,
  contract: A,
  [inputOf, idIn]: [(id: string) => z.input<A["input"]>, (record: OutputOf<A>) => string],
): Finder {
  const find: Finder["find"] = async (request, id) =>
    finders[above].find(request, idIn(await call(request, contract, inputOf(id))));
  return { of: [contract], find };
}

/** Finds the owner of a record named only under its option, or deleted: the audit log has the option's id. */
const byItsOption: Finder = {
  of: [audit.listLog],
  async find(request, entityId) {
    const { items } = await call(request, audit.listLog, { entityId, limit: 1 });
    const [{ before = null, after = null } = {}] = items;
    const { optionId } = (after ?? before ?? {}) as { optionId?: string };
    return optionId === undefined ? null : finders.option.find(request, optionId);
  },
};

const byId = (id: string) => ({ id });

const finders: Readonly<Record<IdKind, Finder>> = {
  supplier: { of: [], find: (_request, id) => id },
  product: saidBy(catalog.getProductFacts, (productId) => ({ productId })),
  option: saidBy(catalog.getOptionFacts, (optionId) => ({ optionId })),
  unit: saidAbove("option", catalog.getUnit, [byId, ({ optionId }) => optionId]),
  photo: saidBy(photos.findPhotoSupplier, (photoId) => ({ photoId })),
  period: byItsOption,
  requirement: byItsOption,
  resource: saidBy(resourcesCapacity.getResource, byId),
  block: saidAbove("product", availability.getBlock, [byId, ({ productId }) => productId]),
  booking: saidBy(bookings.getBooking, byId),
  // Its bookings may be of several suppliers.
  order: { of: [], find: () => null },
  calendarFeed: saidBy(calendarFeeds.findFeedSupplier, byId),
  subscription: saidBy(webhooks.getSubscription, byId),
  delivery: saidAbove("subscription", webhooks.getDelivery, [
    byId,
    (found) => found.subscriptionId,
  ]),
  channel: saidBy(sync.getChannel, byId),
  channelEvent: saidAbove("channel", sync.getEvent, [byId, (found) => found.channelConnectionId]),
  syncJob: saidAbove("channel", sync.getJob, [byId, (found) => found.channelConnectionId]),
};

export const ownerContracts: readonly Action[] = Object.values(finders).flatMap(({ of }) => of);

/** Whether the record is the supplier's. False too where the id names nothing. */
export async function isOf(
  request: Request,
  supplierId: string,
  { kind, id }: { readonly kind: IdKind; readonly id: string },
): Promise<boolean> {
  const owner = Promise.resolve(finders[kind].find(request, id));
  return (await unlessRefused("NOT_FOUND", owner)) === supplierId;
}
