import { expect, it } from "@jest/globals";
import { runChaos } from "./run-chaos.ts";

/** The end of two rounds: what the first one has sold outlives the kill of the second, too. */
const clean = {
  code: 0,
  output: expect.stringMatching(
    /round 2: .*killed.*; [1-9]\d* bookings answered; all well\n[^]*octo: [1-9]\d* bookings[^]*nothing oversold/,
  ),
};

it("keeps and delivers every change when the server and its receiver are killed while it sells", async () => {
  expect(await runChaos("--rounds", "2")).toEqual(clean);
}, 300_000);

it("keeps and delivers them in a cluster, whichever of its processes is killed", async () => {
  expect(await runChaos("--rounds", "2", "--cluster", "--lean")).toEqual(clean);
}, 300_000);
