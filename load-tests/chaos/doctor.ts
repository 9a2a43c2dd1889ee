import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "./site.ts";

interface Found {
  readonly kind: string;
}

/** The findings of doctor; where it could not look, what it says stands for one. */
export async function doctorFindings(said: ReturnType<Installation["doctor"]>): Promise<Found[]> {
  const { code, stdout, stderr } = await said;
  if (code === 0) return [];
  try {
    const { findings } = JSON.parse(stdout) as { findings: Found[] };
    if (findings.length > 0) return findings;
  } catch {
    // Below is what it said in place of findings.
  }
  return [{ kind: `doctor failed: ${stdout.trim()}${stderr.trim()}`.slice(0, 1_000) }];
}

const finalMs = 10_000;

/**
 * Looks until nothing is found, or for so long: the last findings.
 * @param isFinal what does not go by itself: where that is found, ten seconds are enough.
 */
export async function settledFindings(
  msMax: number,
  look: (isLast: boolean) => Promise<string[]>,
  isFinal: (finding: string) => boolean = () => false,
): Promise<string[]> {
  const beganAt = performance.now();
  for (;;) {
    const tookMs = performance.now() - beganAt;
    const findings = await look(tookMs > msMax);
    if (tookMs > (findings.some(isFinal) ? finalMs : msMax) || findings.length === 0)
      return findings;
    await pause(1_000);
  }
}
