import { refuse } from "@slipway/broker";

/** Counts what of one name runs at the same time. @param what there are too many of, for the sentence of the refusal. */
export function createRunning(max: number, what: string) {
  const running = new Map<string, number>();
  return {
    /** Refuses with RATE_LIMITED beyond the most; what it returns ends it. @param hasBegun counts, is not refused. */
    begin(name: string, hasBegun = false) {
      const others = running.get(name) ?? 0;
      if (others >= max && !hasBegun)
        throw refuse("RATE_LIMITED", { detail: `Too many ${what} at the same time` });
      running.set(name, others + 1);
      return () => {
        const left = (running.get(name) ?? 1) - 1;
        if (left > 0) running.set(name, left);
        else running.delete(name);
      };
    },
  };
}
