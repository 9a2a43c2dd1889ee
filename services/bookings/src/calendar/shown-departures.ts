/** Which departures a feed shows: those with live bookings in its window, up to a bound. */
import { type BookingStatus, isLiveStatus } from "../record/booking.ts";
import { type Kind, type Listed, isOfKind } from "../record/list-filter.ts";

/** The fields that a feed needs of every booking. */
export type FeedRow = Omit<Kind, "source"> &
  Pick<Listed, "id" | "status" | "startAt" | "expiresAt" | "updatedAt">;

/** Which bookings a feed looks at. A resource is not known of a row: its supplier is. */
export type FeedKind = Partial<Pick<Kind, "supplierId" | "productId" | "optionId">>;

/** A departure, by its option and its start in milliseconds. */
export interface ShownDeparture {
  readonly supplierId: string;
  readonly productId: string;
  readonly optionId: string;
  readonly startAt: number;
  /** Its live bookings. */
  readonly bookingIds: readonly string[];
}

export interface FeedDepartures {
  readonly departures: readonly ShownDeparture[];
  /** When a booking of each supplier last changed, whichever departure it is or was on. */
  readonly changes: ReadonlyMap<string, number>;
}

const dayMs = 86_400_000;
const daysBack = 30;
const daysAhead = 180;

/**
 * Collects the departures of rows. A booking that leaves a departure leaves no trace there, but it never leaves its
 * supplier. So the last change of the supplier's bookings dates each of its departures, and never goes back.
 */
export function collectDepartures(kind: FeedKind, now: number) {
  const departures = new Map<string, ShownDeparture & { bookingIds: string[] }>();
  const changes = new Map<string, number>();
  const from = now - daysBack * dayMs;
  const to = now + daysAhead * dayMs;
  return {
    add(row: FeedRow): void {
      const { id, supplierId, productId, optionId, startAt } = row;
      changes.set(supplierId, Math.max(changes.get(supplierId) ?? 0, changedAtOf(row, now)));
      if (!isOfKind({ ...row, source: "" }, kind)) return;
      if (startAt < from || startAt > to || !isLive(row, now)) return;
      const key = departureKey(row);
      const departure = departures.get(key);
      if (departure) departure.bookingIds.push(id);
      else departures.set(key, { supplierId, productId, optionId, startAt, bookingIds: [id] });
    },
    collected: (): FeedDepartures => ({ departures: [...departures.values()], changes }),
  };
}

/** Names a departure among those of a tenant. */
export function departureKey({
  optionId,
  startAt,
}: Pick<ShownDeparture, "optionId" | "startAt">): string {
  return `${optionId} ${startAt}`;
}

interface State {
  readonly status: BookingStatus;
  readonly expiresAt: number | null;
  readonly updatedAt: number;
}

function isLive({ status, expiresAt }: State, now: number): boolean {
  return isLiveStatus(status) && !(status === "ON_HOLD" && (expiresAt ?? Infinity) <= now);
}

/** A hold that has run out has changed then, also before the sweep writes it. */
function changedAtOf(row: State, now: number): number {
  const { status, expiresAt, updatedAt } = row;
  const isLapsed = status === "ON_HOLD" && expiresAt !== null && expiresAt <= now;
  return isLapsed ? Math.max(updatedAt, expiresAt) : updatedAt;
}

/** The most that a feed shows, so that reading it costs a bounded time. */
const feedBounds = { departuresMax: 2_000, bookingsMax: 5_000 } as const;

/** The most departures and bookings for which a resource's feed checks whether they take the resource. */
export const resourceBounds = { departuresMax: 20_000, bookingsMax: 50_000 } as const;

/** The departures of these bookings, without the others. */
export function departuresOf(
  departures: readonly ShownDeparture[],
  bookingIds: ReadonlySet<string>,
): ShownDeparture[] {
  return departures.flatMap((departure) => {
    const own = departure.bookingIds.filter((id) => bookingIds.has(id));
    return own.length === 0 ? [] : [{ ...departure, bookingIds: own }];
  });
}

/**
 * The departures that fit, by start: the next ones first, then the last ones that have begun. It ends at the first
 * that does not fit, so that no departure is left out between two that are shown.
 */
export function departuresWithin(
  departures: readonly ShownDeparture[],
  now: number,
  { departuresMax, bookingsMax }: { departuresMax: number; bookingsMax: number } = feedBounds,
): ShownDeparture[] {
  const ahead = departures.filter(({ startAt }) => startAt >= now).toSorted(byStart);
  const begun = departures.filter(({ startAt }) => startAt < now).toSorted(byStart);
  const shown: ShownDeparture[] = [];
  let bookings = 0;
  for (const departure of [...ahead, ...begun.toReversed()]) {
    bookings += departure.bookingIds.length;
    const isFull = shown.length === departuresMax || bookings > bookingsMax;
    // One departure is shown, however many have booked it.
    if (isFull && shown.length > 0) break;
    shown.push(departure);
  }
  return shown.toSorted(byStart);
}

function byStart(a: ShownDeparture, b: ShownDeparture): number {
  return a.startAt - b.startAt || (a.optionId < b.optionId ? -1 : 1);
}
