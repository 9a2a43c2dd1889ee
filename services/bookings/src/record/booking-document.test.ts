import { expect, it } from "@jest/globals";
import { aBooking, startAt } from "../../test/builders.ts";
import { changedFields, fieldsOf } from "./booking-document.ts";
import type { Booking } from "./booking.ts";

const ticket = { uuid: "a", code: "b" } as Booking["tickets"][number];

it("stores every field of a booking as a field of its own", () => {
  const booking = aBooking({ endAt: new Date(startAt + 7_200_000), notes: "Two steps" });
  expect(fieldsOf(booking)).toEqual(booking);
});

it("sets the fields of a change and no others", () => {
  const set = { notes: "late", endAt: null };
  expect(changedFields(aBooking(), set)).toEqual(set);
});

it("stores no tickets that do not fit the units", () => {
  expect(() => fieldsOf(aBooking({ tickets: [ticket] }))).toThrow(
    "a ticket for each unit of the lines",
  );
  expect(() => changedFields(aBooking(), { tickets: [ticket] })).toThrow(
    "a ticket for each unit of the lines",
  );
});
