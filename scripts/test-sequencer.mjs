/**
 * Files that start processes or browsers of their own are spread evenly over the files of one process. Four of them at
 * a time starve each other, until what waits for real clocks fails. Simulations come behind all that, because they take
 * every core for minutes; they have a clock of their own. The quick rules are last. A fresh clone knows no file's time, so the
 * files that take minutes are named: what is begun last then ends alone.
 */
import { createRequire } from "node:module";
import { basename } from "node:path";

// Its types bring those of another Node with them.
const { default: Sequencer } = createRequire(import.meta.url)("@jest/test-sequencer");

const heavy = ["browser", "e2e", "fault"];
const last = ["simulation", "rule"];
const longest = ["kills.fault.test.ts", "cluster.e2e.test.ts", "fuzz.int.test.ts"];

export default class TestSequencer extends Sequencer {
  /** Within a project as Jest has it: by how long a file took, else by its size. */
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is Jest's own method
    const asJestHasThem = super.sort(tests);
    const projects = Map.groupBy(asJestHasThem, ({ context }) => context.config.displayName?.name);
    const of = (names) => names.flatMap((name) => projects.get(name) ?? []);
    const others = [...projects.keys()].filter((name) => ![...heavy, ...last].includes(name));
    const { true: first = [], false: rest = [] } = Object.groupBy(
      spread(of(heavy), of(others)),
      ({ path }) => longest.includes(basename(path)),
    );
    return [...first, ...rest, ...of(last)];
  }
}

/** One of the few first, then as many of the many as come on each of them. */
function spread(few, many) {
  const each = many.length / Math.max(few.length, 1);
  const parts = few.flatMap((one, index) => [
    one,
    ...many.slice(Math.round(index * each), Math.round((index + 1) * each)),
  ]);
  return few.length === 0 ? many : parts;
}
