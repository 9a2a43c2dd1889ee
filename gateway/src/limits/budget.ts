/** So much of something that is held by many at once. */
export interface Budget {
  /** False, and nothing taken, when there is not so much left. */
  take(amount: number): boolean;
  give(amount: number): void;
}

export function createBudget(max: number): Budget {
  let taken = 0;
  return {
    take(amount) {
      if (taken + amount > max) return false;
      taken += amount;
      return true;
    },
    give(amount) {
      taken -= amount;
    },
  };
}
