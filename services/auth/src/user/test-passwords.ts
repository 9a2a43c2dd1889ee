import { refuse } from "@slipway/broker";

/** How many passwords may be tested at once: as many threads as Node has for such work. */
const testsMax = 4;

/** Runs tests of passwords. */
export interface PasswordTests {
  /** Refuses with OVERLOADED, having begun nothing, while as many run as may. */
  run<Result>(test: () => Promise<Result>): Promise<Result>;
}

/** Each test costs 19 MB and tens of milliseconds of a core: a queue of them would only grow. */
export function passwordTests(): PasswordTests {
  let running = 0;
  return {
    async run(test) {
      if (running >= testsMax)
        throw refuse("OVERLOADED", { detail: "Too many log-ins are under way." });
      running++;
      try {
        return await test();
      } finally {
        running--;
      }
    },
  };
}
