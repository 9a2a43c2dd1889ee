/** The one wait of tests for what happens in its own time. */
import { setTimeout as pause } from "node:timers/promises";

/** Below Jest's bound of a test, so that the failure says what was waited for. No product deadline ends a wait. */
export const waitMsMax = 200_000;

/** Waits until `look` returns neither false nor undefined, and returns that. It looks again after a pause. */
export async function until<Found>(
  look: () => Found | Promise<Found>,
  pauseMs = 10,
): Promise<Exclude<Found, false | undefined>> {
  const giveUpAt = performance.now() + waitMsMax;
  for (;;) {
    const found = await look();
    if (found !== false && found !== undefined) return found as Exclude<Found, false | undefined>;
    if (performance.now() > giveUpAt) throw new Error(`It has not come about: ${look.toString()}`);
    await pause(pauseMs);
  }
}
