/** How many attempts are under way in this process: endpoints taken for dead get half of the room. */

export interface Slots {
  free(isFailing: boolean): number;
  /** Takes one; call what it answers once, when the attempt has ended. */
  take(isFailing: boolean): () => void;
}

export function createSlots(slotsMax: number): Slots {
  let taken = 0;
  let failing = 0;
  return {
    free: (isFailing) =>
      isFailing ? Math.min(slotsMax - taken, slotsMax / 2 - failing) : slotsMax - taken,
    take(isFailing) {
      taken++;
      if (isFailing) failing++;
      return () => {
        taken--;
        if (isFailing) failing--;
      };
    },
  };
}
