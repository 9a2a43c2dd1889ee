/** Finds bookings whose departure is not in the timetable any more. */
import { type Request, call } from "@slipway/broker";
import { availability, partsOf } from "@slipway/contracts";

/** A booking by its option and its start in milliseconds. */
interface Placed {
  readonly optionId: string;
  readonly startAt: number;
}

const optionsAtOnce = 20;
const startsAtOnce = 2_000;

/** Finds those of these bookings of one tenant that start when their option has no departure, in their order. */
export async function findUnscheduled<Booking extends Placed>(
  request: Request,
  bookings: readonly Booking[],
): Promise<Booking[]> {
  const asks = [...Map.groupBy(bookings, ({ optionId }) => optionId)].flatMap(([optionId, own]) => {
    const starts = [...new Set(own.map(({ startAt }) => startAt))];
    return partsOf(starts, startsAtOnce).map((some) => ({ optionId, starts: some }));
  });
  const missing = new Set<string>();
  for (const some of partsOf(asks, optionsAtOnce))
    await Promise.all(
      some.map(async (asked) => {
        const { starts } = await call(request, availability.listMissingStarts, asked);
        for (const startAt of starts) missing.add(keyOf({ ...asked, startAt }));
      }),
    );
  return bookings.filter((booking) => missing.has(keyOf(booking)));
}

function keyOf({ optionId, startAt }: Placed): string {
  return `${optionId} ${startAt}`;
}
