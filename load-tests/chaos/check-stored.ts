/** Compares the stored bookings, as the API shows them, with what clients were answered. */
import { type Slipway, isProblem } from "@slipway/client";
import { type Booking, hasExpired, isSame, stateOf } from "./booking.ts";
import { type Creation, type Journal, mayBe } from "./journal.ts";
import { type Stage, startAt } from "./stage.ts";

export interface Checked {
  readonly api: Slipway;
  readonly stage: Stage;
  readonly journal: Journal;
  readonly round: number;
  readonly day: string;
  /** The clock of the database. */
  readonly now: () => number;
}

const dayMs = 86_400_000;

/** All bookings of a day; each is read by its id, so that lists are checked, too. */
export async function storedOf({ api, journal, day, round }: Checked) {
  const listed = await api.bookings.list(rangeOf(day));
  const answered = [...journal.bookings.values()].filter((kept) => kept.round === round);
  const ids = new Set([...listed, ...answered].map(({ id }) => id));
  const read = await Promise.all([...ids].map((id) => findBooking(api, id)));
  const bookings = read.filter((booking) => booking !== undefined);
  const findings: string[] = [];
  const inList = new Map(listed.map((booking) => [booking.id, booking]));
  for (const booking of bookings) {
    const shown = inList.get(booking.id);
    if (shown === undefined || stateOf(shown) !== stateOf(booking))
      findings.push(
        `list: ${booking.id} is shown as ${shown && stateOf(shown)}, and is ${stateOf(booking)}`,
      );
  }
  return { bookings, findings: [...findings, ...(await listFindings(api, day, bookings))] };
}

function rangeOf(day: string): { from: string; to: string } {
  const from = startAt(day, "00:00");
  return { from, to: new Date(Date.parse(from) + dayMs).toISOString() };
}

async function findBooking(api: Slipway, id: string): Promise<Booking | undefined> {
  return api.bookings.get(id).catch((error: unknown) => {
    if (isProblem(error, "NOT_FOUND")) return undefined;
    throw error;
  });
}

async function listFindings(api: Slipway, day: string, bookings: readonly Booking[]) {
  const findings: string[] = [];
  for (const status of ["CONFIRMED", "CANCELLED", "ON_HOLD", "PENDING"] as const) {
    const ids = bookings.filter((booking) => booking.status === status).map(({ id }) => id);
    const page = await api.bookings.list({ ...rangeOf(day), status, limit: 100 });
    const extra = page.items.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
    const isRight = page.total === ids.length && page.items.length === Math.min(100, ids.length);
    if (!isRight || extra.length > 0)
      findings.push(
        `list: ${status} has a total of ${page.total} with ${page.items.length} shown, and there are ${ids.length}; strange: ${extra.join(", ")}`,
      );
  }
  return findings;
}

/** Every booking that was answered is there, with at least the state that was answered. */
export function answeredFindings(
  { journal, round }: Pick<Checked, "journal" | "round">,
  bookings: readonly Booking[],
): string[] {
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  return [...journal.bookings.values()]
    .filter((kept) => kept.round === round)
    .flatMap((kept) => {
      const { id, acked } = kept;
      const found = byId.get(id);
      if (found === undefined) return [`lost: ${id} was answered as ${stateOf(acked)}`];
      const isRight = isSame(found, acked) || hasExpired(acked, found) || mayBe(kept, found);
      return isRight
        ? []
        : [
            `lost: ${id} was answered as ${stateOf(acked)} until ${acked.expiresAt}, and is ${stateOf(found)} until ${found.expiresAt}`,
          ];
    });
}

/** Every key made one booking at most, and what was refused or not done made none. */
export function creationFindings({ journal }: Checked, bookings: readonly Booking[]): string[] {
  const byMark = Map.groupBy(bookings, ({ notes }) => notes ?? "");
  const byKey = Map.groupBy(bookings, ({ idempotencyKey }) => idempotencyKey ?? "");
  for (const found of [byMark, byKey]) found.delete("");
  const twice = [...byMark, ...byKey].filter(([, found]) => found.length > 1);
  return [
    ...twice.map(([name, found]) => `${name} made ${found.map(({ id }) => id).join(" and ")}`),
    ...journal.creations.flatMap((creation) => untrue(creation, byMark.get(creation.mark) ?? [])),
  ];
}

function untrue({ mark, replies }: Creation, made: readonly Booking[]): string[] {
  const last = replies.at(-1);
  const earlier = replies.slice(0, -1);
  const isClear = earlier.every(({ status }) => status === 503);
  if (last === undefined || !isClear) return [];
  const statuses = replies.map(({ status }) => status).join(", ");
  if (last.status === 201 && last.replayed)
    return [`${mark} was answered ${statuses}, and the last is a replay of what nothing had made`];
  const isNothing = last.status === 503 || (last.status >= 400 && last.status < 500);
  return isNothing && made.length > 0
    ? [`${mark} was answered ${statuses}, and is ${made.map(({ id }) => id).join(", ")}`]
    : [];
}
