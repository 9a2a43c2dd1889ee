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

it("takes the same course in every run of a seed, and another one for another seed", async () => {
  const [first, again, other] = await Promise.all([
    simulated(1, 10_000),
    simulated(1, 10_000),
    simulated(2, 10_000),
  ]);
  expect(first.steps).toBeGreaterThanOrEqual(10_000);
  expect(again.hash).toBe(first.hash);
  expect(other.hash).not.toBe(first.hash);
});
