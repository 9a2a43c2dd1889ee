import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";

interface Figures {
  steps: number;
  hash: string;
}

const main = join(import.meta.dirname, "main.ts");

async function simulated(seed: number, steps: number): Promise<Figures> {
  const given = [main, "--seed", String(seed), "--steps", String(steps), "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return JSON.parse(stdout) as Figures;
}

it("keeps every invariant whatever is drawn, the same in every run of a seed", async () => {
  const [first, second] = await Promise.all([simulated(1, 30_000), simulated(1, 30_000)]);
  expect(first.steps).toBeGreaterThanOrEqual(30_000);
  expect(second.hash).toBe(first.hash);
});
