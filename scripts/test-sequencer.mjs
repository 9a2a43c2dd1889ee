/** Projects whose files take longest come first: a minute that begins last would be waited for alone. */
import Sequencer from "@jest/test-sequencer";

const order = ["e2e", "simulation", "int", "rule"];

export default class TestSequencer extends Sequencer {
  /** Within a project as Jest has it: by how long a file took, else by its size. */
  sort(tests) {
    const rank = ({ context }) => order.indexOf(context.config.displayName?.name ?? "");
    return [...super.sort(tests)].toSorted((a, b) => rank(a) - rank(b));
  }
}
