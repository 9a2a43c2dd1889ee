import { expect, it } from "@jest/globals";
import type { Booking } from "@slipway/client";
import type { Catalog } from "../../catalog.ts";
import { askingOf, liveOf } from "./live.ts";

const options: unknown = new Map(
  ["asked", "direct"].map((id) => [
    id,
    { option: { metadata: { directBooking: id === "direct" } }, product: { metadata: {} } },
  ]),
);
const opened = (status: Booking["status"], optionId: string) => ({
  booking: { status, optionId },
  catalog: { options } as Pick<Catalog, "options">,
});

const bookings = [
  opened("ON_HOLD", "asked"),
  opened("ON_HOLD", "direct"),
  opened("PENDING", "gone"),
  opened("CONFIRMED", "direct"),
  opened("CANCELLED", "asked"),
  opened("EXPIRED", "direct"),
];

it("counts the live bookings, and those of them that will wait for approval", () => {
  expect(liveOf(bookings)).toEqual(bookings.slice(0, 4));
  expect(askingOf(bookings)).toEqual(bookings.slice(0, 1));
});
