import { expect, it } from "@jest/globals";
import { refuse } from "@slipway/broker";
import { repeatUnknown } from "./create-booking.ts";

/** Attempts that end like this, one after the other; the last one again and again. */
function attempts(...outcomes: (Error | string)[]) {
  let made = 0;
  const attempt = (): Promise<string> => {
    const outcome = outcomes[Math.min(made++, outcomes.length - 1)] ?? "";
    return typeof outcome === "string" ? Promise.resolve(outcome) : Promise.reject(outcome);
  };
  return { attempt, made: () => made };
}

const unanswered = (type: string): Error => Object.assign(new Error(type), { type });
const unknown = refuse("OUTCOME_UNKNOWN");
const inTime = { deadline: Date.now() + 600_000 };

it.each([
  ["the service does not know", unknown],
  ["its node has left", unanswered("REQUEST_REJECTED")],
  ["a call within it took too long", unanswered("REQUEST_TIMEOUT")],
  ["a lease within it was over", refuse("DEADLINE_EXCEEDED")],
])("repeats once where %s", async (_, error) => {
  const { attempt, made } = attempts(error, "booked", "twice");
  expect(await repeatUnknown(inTime, attempt)).toBe("booked");
  expect(made()).toBe(2);
});

it.each([
  ["booked", "booked"],
  ["refused", refuse("CAPACITY_EXHAUSTED")],
  ["not begun", refuse("SERVICE_UNAVAILABLE")],
  ["a fault", new TypeError("ours")],
])("repeats nothing that is %s", async (_, outcome) => {
  const { attempt, made } = attempts(outcome);
  const answer = await repeatUnknown(inTime, attempt).catch((error: unknown) => error);
  expect(answer).toBe(outcome);
  expect(made()).toBe(1);
});

it.each([
  ["unknown again", refuse("OUTCOME_UNKNOWN")],
  ["refused because of the first one's places", refuse("CAPACITY_EXHAUSTED")],
  ["not begun", refuse("SERVICE_UNAVAILABLE")],
])("leaves the outcome unknown where the second call is %s", async (_, second) => {
  const { attempt, made } = attempts(unknown, second);
  await expect(repeatUnknown(inTime, attempt)).rejects.toBe(unknown);
  expect(made()).toBe(2);
});

it("repeats nothing that has less than a second left", async () => {
  const { attempt, made } = attempts(unknown, "booked");
  await expect(repeatUnknown({ deadline: Date.now() + 900 }, attempt)).rejects.toBe(unknown);
  expect(made()).toBe(1);
});
