import { expect, it } from "@jest/globals";
import type { Slipway } from "@slipway/client";
import type { Booking } from "../chaos/booking.ts";
import { auditFindings, everyEntry } from "../chaos/audited.ts";

const held = { id: "bkg_1", status: "ON_HOLD", updatedAt: "2027-07-01T08:00:00.000Z" };
const confirmed = { ...held, status: "CONFIRMED", updatedAt: "2027-07-01T08:00:01.000Z" };
const cancelled = { ...held, status: "CANCELLED", updatedAt: "2027-07-01T08:00:02.000Z" };

interface Step {
  verb: string;
  before: object | null;
  after: typeof held;
  of?: string;
}

const create: Step = { verb: "create", before: null, after: held };
const confirm: Step = { verb: "confirm", before: held, after: confirmed };
const cancel: Step = { verb: "cancel", before: confirmed, after: cancelled };

/** The findings in a log of these steps, read through the API, about one booking as it is now. */
async function found(steps: Step[], booking: object): Promise<string[]> {
  const entries = steps.map(({ verb, before, after, of = "bkg_1" }, index) => ({
    id: `aud_${index}`,
    entityId: of,
    action: `booking.${verb}`,
    before,
    after,
    timestamp: after.updatedAt,
  }));
  const auditLogs = { list: () => Promise.resolve(entries.toReversed()) };
  const api = { auditLogs } as unknown as Slipway;
  return auditFindings([booking as Booking], await everyEntry(api));
}

it("finds nothing wrong with a log that has each step once", async () => {
  expect(await found([create, confirm, cancel], cancelled)).toEqual([]);
  expect(await found([create], { ...held, status: "EXPIRED" })).toEqual([]);
});

it.each<[string, Step[], object]>([
  ["nothing of a booking", [], held],
  ["its first step not", [confirm], confirmed],
  ["a step in between not", [create, cancel], cancelled],
  ["its last step not", [create, confirm], cancelled],
  ["a step twice", [create, confirm, confirm], confirmed],
  ["a step that was refused", [create, confirm], held],
  ["of a booking that is none", [create, { ...create, of: "bkg_2" }], held],
])("finds that it has %s", async (_what, steps, booking) => {
  expect(await found(steps, booking)).toEqual([expect.stringContaining("audit")]);
});
