import { expect, it } from "@jest/globals";
import type { Request } from "@slipway/broker";
import { aBooking } from "../../test/builders.ts";
import type { Booking } from "../record/booking.ts";
import type { DepartureDeps } from "./deps.ts";
import { readLive } from "./list-live.ts";

const live = aBooking({ _id: "bkg_live" });
const departure = { optionId: live.optionId, startAt: live.startAt.toISOString() };

/** A list whose pages have two bookings, because they are big. */
function depsWith(bookings: readonly Booking[]): DepartureDeps {
  const listOf = (_tenant: string, { ids }: { ids: readonly string[] }) => {
    const found = ids.flatMap((id) => bookings.find(({ _id }) => _id === id) ?? []);
    const items = found.slice(0, 2).map((booking) => ({ booking }));
    return Promise.resolve({ items, more: found.length > 2 });
  };
  return { clock: () => 0, lists: { listOf } } as unknown as DepartureDeps;
}

it.each([
  ["of which the first pages have ended", [0, 1, 2, 3, 4]],
  ["of which some are gone", [0, 3]],
  ["that alone is left", []],
])("finds the live booking among those %s", async (_name, ended) => {
  const id = (at: number): string => `bkg_${at}`;
  const bookings = ended.map((at) => aBooking({ _id: id(at), status: "CANCELLED" }));
  const ids = [...[0, 1, 2, 3, 4].map(id), live._id];
  const request = { caller: { tenantId: live.tenantId } } as Request;
  expect(await readLive(depsWith([...bookings, live]), request, departure, ids)).toEqual([live]);
});
