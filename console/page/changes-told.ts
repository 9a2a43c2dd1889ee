/** Looks at the change feed overlap, and a change is not told at each of them. Pure. */
import type { Booking } from "@slipway/client";

type Version = Pick<Booking, "id" | "updatedAt">;

/** How often each change was told, by booking and version. */
export type Told = Map<string, number>;

/** The places of a cancelled booking are freed a moment after its state: who reads only once may read too soon. */
const tellingsMax = 2;

/** Those to tell at this look, and notes that they are told. */
export function newsOf<Of extends Version>(told: Told, found: readonly Of[]): Of[] {
  return found.filter(({ id, updatedAt }) => {
    const key = `${id} ${updatedAt}`;
    const times = (told.get(key) ?? 0) + 1;
    told.set(key, times);
    return times <= tellingsMax;
  });
}
