import { expect, it } from "@jest/globals";
import type { Slipway } from "@slipway/client";
import { checkAudited } from "../chaos/audited.ts";

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

/** A log of these steps, and one booking as it is now. */
function anApi(steps: Step[], booking: object): Slipway {
  const entries = steps.map(({ verb, before, after, of = "bkg_1" }, index) => ({
    id: `aud_${index}`,
    entityId: of,
    action: `booking.${verb}`,
    before,
    after,
    timestamp: after.updatedAt,
  }));
  const bookings = { list: () => Promise.resolve([booking]) };
  const auditLogs = { list: () => Promise.resolve(entries.toReversed()) };
  return { bookings, auditLogs } as unknown as Slipway;
}

it("finds nothing wrong with a log that has each step once", async () => {
  expect(await checkAudited(anApi([create, confirm, cancel], cancelled))).toBe(3);
  expect(await checkAudited(anApi([create], { ...held, status: "EXPIRED" }))).toBe(1);
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
  await expect(checkAudited(anApi(steps, booking))).rejects.toThrow(/audit/);
});
