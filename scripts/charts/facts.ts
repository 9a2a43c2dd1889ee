/** Something that must be so, and how it is found out: `holds` throws where it is not. */
export interface Fact {
  readonly name: string;
  holds(): Promise<void> | void;
}

export interface Step {
  readonly name: string;
  readonly facts: readonly Fact[];
}

/** Prints each fact that does not hold and a line for each step; answers how many did and did not. */
export async function examine(
  steps: readonly Step[],
  print: (line: string) => void,
): Promise<{ passed: number; failed: number }> {
  const sum = { passed: 0, failed: 0 };
  for (const { name, facts } of steps) {
    const began = performance.now();
    let failed = 0;
    for (const fact of facts) {
      const sentence = await failureOf(fact);
      if (sentence === undefined) continue;
      failed += 1;
      print(`${name}: NOT SO: ${fact.name}\n${sentence.replaceAll(/^/gm, "    ")}`);
    }
    const passed = facts.length - failed;
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    print(`${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

async function failureOf(fact: Fact): Promise<string | undefined> {
  try {
    await fact.holds();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
