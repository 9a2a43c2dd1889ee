import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import type { Booking, BookingRecord } from "../record/booking.ts";
import type { ChangeRange } from "../record/change-feed.ts";
import { filterOf } from "../record/list-filter.ts";
import type { FeedDeps } from "./deps.ts";
import { readFeed } from "./read-feed.ts";

type Input = InputOf<typeof bookings.listChanges>;
type Begun = Omit<Input, "limit" | "cursor">;

const begun = bookings.listChanges.input.omit({ limit: true, cursor: true });

/** The bookings of the caller's tenant that have changed since an instant (see readFeed). */
export async function listChanges(
  deps: FeedDeps,
  { caller: { tenantId } }: Request,
  input: Input,
): Promise<OutputOf<typeof bookings.listChanges>> {
  const { lists, store } = deps;
  const feed = {
    begun,
    awaitMajority: () => lists.awaitMajority(tenantId),
    areStill: store.areStill,
    async find(from: Begun, range: ChangeRange, now: Date) {
      const { items, more } = await lists.listChanges(tenantId, filterOf(from), range, now);
      return {
        documents: items.map(({ booking }) => booking),
        items: items.map(({ record }) => record),
        more,
      };
    },
  };
  return readFeed<Begun, Booking, BookingRecord>(deps, feed, input);
}
