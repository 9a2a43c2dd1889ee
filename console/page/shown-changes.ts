/** Looks at the change feed overlap, and a change is not shown at each of them. Pure. */
import type { Booking } from "@slipway/client";

type Version = Pick<Booking, "id" | "updatedAt">;

/** How often each change was shown, by booking and version. */
export type Shown = Map<string, number>;

/** The places of a cancelled booking are freed a moment after its state: who reads only once may read too soon. */
const timesMax = 2;

/** Returns the records to show at this look, and notes that they are shown. */
export function newsOf<Of extends Version>(shown: Shown, found: readonly Of[]): Of[] {
  return found.filter(({ id, updatedAt }) => {
    const key = `${id} ${updatedAt}`;
    const times = (shown.get(key) ?? 0) + 1;
    shown.set(key, times);
    return times <= timesMax;
  });
}
