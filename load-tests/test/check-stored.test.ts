import { describe, expect, it } from "@jest/globals";
import { createClient } from "@slipway/client";
import type { Booking } from "../chaos/booking.ts";
import { answeredFindings, creationFindings } from "../chaos/check-stored.ts";
import { type Kept, newJournal } from "../chaos/journal.ts";

const booking: Booking = {
  id: "bkg_1",
  optionId: "opt_1",
  status: "CONFIRMED",
  startAt: "2031-07-01T08:00:00.000Z",
  expiresAt: null,
  idempotencyKey: "key-1",
  notes: "mark-1",
  updatedAt: "2031-06-01T08:00:00.000Z",
  unitItems: [{ unitId: "unt_1", quantity: 1 }],
  resourceUsageSnapshot: null,
};

function checked() {
  return {
    api: createClient({ baseUrl: "http://127.0.0.1:9", fetch: () => Promise.reject(new Error()) }),
    stage: { supplierId: "sup_1", lines: [], resold: [], resourceIds: [] },
    journal: newJournal(),
    round: 1,
    day: "2031-07-01",
    now: () => 0,
  };
}

describe("a creation", () => {
  const reply = (status: number, replayed = false) => ({
    status,
    replayed,
    hasRetryAfter: false,
    body: {},
  });
  const found = (replies: readonly ReturnType<typeof reply>[], stored: readonly Booking[]) => {
    const round = checked();
    round.journal.creations.push({ mark: "mark-1", key: "key-1", replies: [...replies] });
    return creationFindings(round, stored);
  };

  it("was not made by what a 503 has answered", () => {
    expect(found([reply(503)], [])).toEqual([]);
    expect(found([reply(503)], [booking])).toHaveLength(1);
    expect(found([reply(503), reply(201)], [booking])).toEqual([]);
    expect(found([reply(503), reply(201, true)], [booking])).toHaveLength(1);
  });

  it("may have been made by what was answered in doubt, and is no replay of itself", () => {
    expect(found([reply(504), reply(503)], [booking])).toEqual([]);
    expect(found([reply(504), reply(201, true)], [booking])).toEqual([]);
    expect(found([reply(201, true)], [booking])).toHaveLength(1);
  });

  it("was made once", () => {
    expect(found([reply(201)], [booking, { ...booking, id: "bkg_2" }])).not.toEqual([]);
  });
});

describe("a booking that was answered", () => {
  const cancelled: Booking = { ...booking, status: "CANCELLED" };
  const isCancelled = ({ status }: Booking): boolean => status === "CANCELLED";
  const found = (kept: Partial<Kept>, stored: readonly Booking[]) => {
    const round = checked();
    const known = { id: "bkg_1", round: 1, acked: booking, maybe: [], late: [], isBusy: false };
    round.journal.bookings.set("bkg_1", { ...known, ...kept });
    return answeredFindings(round, stored);
  };

  it("is there as it was answered", () => {
    expect(found({}, [booking])).toEqual([]);
    expect(found({}, [])).toHaveLength(1);
    expect(found({}, [cancelled])).toHaveLength(1);
  });

  it("may be what a request has made that was answered in doubt, or not at all", () => {
    expect(found({ maybe: [isCancelled] }, [cancelled])).toEqual([]);
    expect(found({ late: [isCancelled] }, [cancelled])).toEqual([]);
    expect(found({ late: [isCancelled] }, [])).toHaveLength(1);
  });
});
