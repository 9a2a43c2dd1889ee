/** Starts what the tests of a file share before the first of them, and stops it after the last. */
import { afterAll, beforeAll } from "@jest/globals";

/** Call it at the top of a test file or of a `describe`. The members are there from the first test on, and in later `beforeAll`. */
export function forThisFile<Shared extends object>(start: () => Promise<Shared>): Shared {
  const shared = {} as Shared & { stop?(): Promise<unknown>; close?(): Promise<unknown> };
  beforeAll(async () => {
    const started = (await start()) as Shared;
    for (const name of Object.keys(started) as (keyof Shared)[])
      Object.defineProperty(shared, name, {
        enumerable: true,
        configurable: true,
        get: () => started[name],
        set: (value: Shared[typeof name]) => {
          started[name] = value;
        },
      });
  });
  afterAll(() => (shared.stop ? shared.stop() : shared.close?.()));
  return shared;
}
