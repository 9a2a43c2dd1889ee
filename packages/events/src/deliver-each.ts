import type { Undelivered } from "@slipway/store";

/** Delivers events at once, each by itself: one that fails is left to the relay, and holds up no other. */
export async function deliverEach<Event extends { readonly id: string }>(
  events: readonly Event[],
  deliver: (event: Event) => Promise<unknown>,
): Promise<Undelivered[]> {
  const outcomes = events.map(async (event): Promise<Undelivered[]> => {
    try {
      await deliver(event);
      return [];
    } catch (error) {
      return [{ id: event.id, error }];
    }
  });
  return (await Promise.all(outcomes)).flat();
}
