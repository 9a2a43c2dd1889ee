import { refuse } from "@slipway/broker";

/** Counts what of one name runs at the same time. */
interface Running {
  /**
   * Refuses with RATE_LIMITED beyond the most; what it returns ends it.
   * @param hasBegun counts, and is not refused.
   */
  begin(name: string, hasBegun?: boolean): () => void;
}

/** @param whose are too many, for the sentence of the refusal. */
export function createRunning(max: number, whose: string): Running {
  const running = new Map<string, number>();
  return {
    begin(name, hasBegun = false) {
      const others = running.get(name) ?? 0;
      if (others >= max && !hasBegun)
        throw refuse("RATE_LIMITED", { detail: `Too many requests of ${whose} at the same time` });
      running.set(name, others + 1);
      return () => {
        const left = (running.get(name) ?? 1) - 1;
        if (left > 0) running.set(name, left);
        else running.delete(name);
      };
    },
  };
}
