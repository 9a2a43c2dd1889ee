/** Whatever the database fails with, a client's answer says whether something may have been done. */
import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "../../src/testing-file.ts";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import type { Ferry } from "../../src/testing-ferry.ts";
import { codeOf } from "../../src/testing-request.ts";
import { type Rehearsed, patiently, rehearse } from "./rehearsed.ts";

let ferry: Ferry;
const rehearsed = forThisFile(() => rehearse(import.meta.url));
beforeAll(async () => {
  ferry = await rehearsed.aFerry(200);
});

const codes = [
  6, 7, 13, 50, 89, 91, 112, 133, 134, 189, 262, 391, 462, 9001, 10_058, 10_107, 11_600, 11_602,
  13_436, 16_500,
];
const writeConcernCodes = [64, 91, 100, 189, 11_602];
const said = ["done", "SERVICE_UNAVAILABLE", "OUTCOME_UNKNOWN"];
const write = {
  commands: ["update", "findAndModify"],
  database: "-bookings",
  collection: "bookings",
  where: (document: object) => JSON.stringify(document).includes("CANCELLED"),
  times: 1,
} as const;

/** Cancels a booking whose write meets a fault; returns the outcome and the booking's status after it. */
async function cancelled(fault: Parameters<Rehearsed["set"]["inject"]>[0]) {
  const key = { idempotencyKey: `errors-${Math.random()}` };
  const { id } = await patiently(() => rehearsed.book(ferry, key));
  const injected = rehearsed.set.inject(fault);
  const answered = await codeOf(call(rehearsed.as(), bookings.cancelBooking, { id }));
  injected.remove();
  return { answered, status: (await rehearsed.get(id)).status };
}

it.each(codes)("answers %i before a write with 503 or 504, and 503 truly", async (error) => {
  const { answered, status } = await cancelled({ ...write, when: "before", effect: { error } });
  expect(said).toContain(answered);
  expect({ answered, status }).not.toEqual({
    answered: "SERVICE_UNAVAILABLE",
    status: "CANCELLED",
  });
});

it.each(codes)("answers %i after a write with 504, or finds it done", async (error) => {
  const { answered } = await cancelled({ ...write, when: "after", effect: { error } });
  expect(["done", "OUTCOME_UNKNOWN"]).toContain(answered);
});

it.each(writeConcernCodes)(
  "answers a write-concern error %i with 504, or finds it done",
  async (code) => {
    const effect = { writeConcernError: code };
    const { answered } = await cancelled({ ...write, when: "after", effect });
    expect(["done", "OUTCOME_UNKNOWN"]).toContain(answered);
  },
);
