/** An answer that nothing was to be done for any more is as true as the first one. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "../../src/testing-file.ts";
import { call } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { codeOf } from "../../src/testing-request.ts";
import { applied, patiently, rehearse } from "./rehearsed.ts";

const rehearsed = forThisFile(() => rehearse(import.meta.url, { replicas: 2 }));

const stored = { database: "-bookings", collection: "bookings" } as const;

it("answers a repeated key only with a booking that stays", async () => {
  const { set, as } = rehearsed;
  const ferry = await rehearsed.aFerry(5);
  const idempotencyKey = "repeated";
  const isolation = await set.isolate("-bookings");
  const isInserted = applied(set, { ...stored, commands: ["insert"] });
  const first = codeOf(rehearsed.book(ferry, { idempotencyKey }));
  await isInserted;
  const repeat = rehearsed.book(ferry, { idempotencyKey }, as({ replica: 1, withinMs: 2_000 }));
  const answered = await repeat.catch(() => undefined);
  await isolation.rollBack();
  await first;
  const found = answered && (await codeOf(rehearsed.get(answered.id)));
  expect({ answered: answered?.id, found }).toEqual({
    answered: answered?.id,
    found: answered && "done",
  });
});

it("says of no booking that it is cancelled already, unless it stays so", async () => {
  const { set, as } = rehearsed;
  const { id } = await rehearsed.book(await rehearsed.aFerry(5));
  const isolation = await set.isolate("-bookings");
  const commands = ["update", "findAndModify"];
  const isCancelled = applied(set, { ...stored, commands, text: "CANCELLED" });
  const first = codeOf(call(as(), bookings.cancelBooking, { id }));
  await isCancelled;
  const repeat = call(as({ replica: 1, withinMs: 2_000 }), bookings.cancelBooking, { id });
  const answered = await codeOf(repeat);
  await isolation.rollBack();
  await first;
  const { status } = await rehearsed.get(id);
  expect({ answered, status }).not.toEqual({ answered: "INVALID_STATE", status: "CONFIRMED" });
});

it("books on no claim that is undone where bookings and places fail over apart", async () => {
  const { set, as } = rehearsed;
  const ferry = await rehearsed.aFerry(2);
  const bought = [await rehearsed.book(ferry)];
  const isolation = await set.isolate("-resources-capacity");
  // The reply to the claim's write is lost; what the ledger shows then is what will be undone.
  set.inject({
    commands: ["update", "findAndModify"],
    database: "-resources-capacity",
    collection: "ledgers",
    when: "after",
    effect: "drop",
    times: 1,
  });
  const second = rehearsed.book(ferry, {}, as({ withinMs: 4_000 })).catch(() => undefined);
  const answered = await second;
  if (answered) bought.push(answered);
  await isolation.rollBack();
  for (let buyer = 0; buyer < 2; buyer++) {
    const idempotencyKey = `later-${buyer}`;
    const later = await patiently(() => rehearsed.book(ferry, { idempotencyKey })).catch(
      () => undefined,
    );
    if (later) bought.push(later);
  }
  const statuses = await Promise.all(
    bought.map(async ({ id }) => (await rehearsed.get(id)).status),
  );
  expect(statuses).toEqual(["CONFIRMED", "CONFIRMED"]);
});
