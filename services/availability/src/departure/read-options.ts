import { type Request, isRefusal, refuse } from "@slipway/broker";
import { type LeasedCache, placeKey } from "@slipway/reference-cache";
import type { DepartureDeps } from "./deps.ts";
import type { FoundOptions } from "./find-options.ts";
import type { OptionSchedule } from "./starts.ts";

/**
 * Runs work on what decides when these options depart, each under its leases until the work has ended.
 * Those of an archived product are left out. Refuses NOT_FOUND for a missing one that was named.
 */
export function readOptions<Result>(
  deps: DepartureDeps,
  request: Request,
  { optionIds, isNamed }: FoundOptions,
  work: (options: OptionSchedule[]) => Promise<Result>,
): Promise<Result> {
  return useAll(deps.catalogFacts, request, optionIds, (found) => {
    if (isNamed && found.includes(undefined)) throw refuse("NOT_FOUND");
    const sold = found.flatMap((facts) => (facts && !facts.productArchived ? [facts] : []));
    return useAll(deps.schedules, request, sold.map(placeKey), (schedules) =>
      work(
        sold.flatMap((facts, index) => {
          const schedule = schedules[index];
          return schedule ? [{ facts, schedule }] : [];
        }),
      ),
    );
  });
}

/** Runs work on several values at once, each in use meanwhile; undefined for what is not there. */
async function useAll<Value, Result>(
  cache: LeasedCache<Value>,
  request: Request,
  keys: readonly string[],
  work: (values: (Value | undefined)[]) => Promise<Result>,
): Promise<Result> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const begin = (key: string): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      const using = cache.use(request, key, (value) => {
        resolve(value);
        return ended;
      });
      using.catch((error: unknown) => {
        if (isRefusal(error, "NOT_FOUND")) resolve(undefined);
        else reject(error);
      });
    });
  try {
    return await work(await Promise.all(keys.map(begin)));
  } finally {
    end();
  }
}
