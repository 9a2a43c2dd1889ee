import { expect, it } from "@jest/globals";
import { runChaos } from "./run-chaos.ts";

const kinds = ["isolation", "step-down", "drops"];

it("keeps what was answered, and delivers that alone, while the database fails over", async () => {
  const inTurn = kinds.flatMap((kind) => ["--kind", kind]);
  const rounds = String(kinds.length);
  const { code, output } = await runChaos(
    "--fail-over",
    "--rounds",
    rounds,
    ...inTurn,
    "--seed",
    "7",
  );
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(
      /round 1: isolated all .*rolled back; [1-9]\d* bookings answered; all well\nround 2: step-down.*; [1-9]\d* bookings answered; all well\nround 3: connections dropped.*; [1-9]\d* bookings answered; all well\n[^]*nothing oversold/,
    ),
  });
});
