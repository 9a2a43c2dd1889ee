/**
 * Projects whose files take longest come first: a minute that begins last would be waited for alone. Simulations come
 * behind all that waits for real clocks, because they take every core for minutes; they have a clock of their own.
 */
import { createRequire } from "node:module";

// Its types bring those of another Node with them.
const { default: Sequencer } = createRequire(import.meta.url)("@jest/test-sequencer");

const order = ["browser", "e2e", "int", "simulation", "rule"];

export default class TestSequencer extends Sequencer {
  /** Within a project as Jest has it: by how long a file took, else by its size. */
  sort(tests) {
    const rank = ({ context }) => order.indexOf(context.config.displayName?.name ?? "");
    // oxlint-disable-next-line unicorn/no-array-sort -- it is Jest's own method
    const asJestHasThem = super.sort(tests);
    return asJestHasThem.toSorted((a, b) => rank(a) - rank(b));
  }
}
