import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import ICAL from "ical.js";
import { type Calendar, type CalendarEvent, calendarText } from "./calendar-text.ts";

const event: CalendarEvent = {
  uid: "dep_opt_1_20270601T070000Z@slipway",
  startAt: Date.parse("2027-06-01T07:00:00.000Z"),
  endAt: Date.parse("2027-06-01T08:30:00.000Z"),
  changedAt: Date.parse("2027-05-30T10:11:12.345Z"),
  status: "CONFIRMED",
  summary: "Sunset Cruise 12/24",
  description: "Sunset\n2 Adult, 1 Child",
};

function written(given: Partial<CalendarEvent> = {}, calendar: Partial<Calendar> = {}): string {
  return calendarText({
    name: "Staff",
    remark: null,
    events: [{ ...event, ...given }],
    now: event.changedAt,
    ...calendar,
  });
}

/** The event as another program reads it. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
}

describe("a calendar", () => {
  it("is written line by line", () => {
    expect(written().split("\r\n")).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Slipway//Calendar feed//EN",
      "NAME:Staff",
      "X-WR-CALNAME:Staff",
      "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
      "X-PUBLISHED-TTL:PT15M",
      "BEGIN:VEVENT",
      "UID:dep_opt_1_20270601T070000Z@slipway",
      "DTSTAMP:20270530T101112Z",
      "LAST-MODIFIED:20270530T101112Z",
      "SEQUENCE:467670144",
      "DTSTART:20270601T070000Z",
      "DTEND:20270601T083000Z",
      "STATUS:CONFIRMED",
      "SUMMARY:Sunset Cruise 12/24",
      String.raw`DESCRIPTION:Sunset\n2 Adult\, 1 Child`,
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
  });

  it("has a later sequence at the next look after two changes within a second", () => {
    const sequenceAt = (changedAt: number, now: number) =>
      read(written({ changedAt }, { now })).sequence;
    const [first, second] = [event.changedAt, event.changedAt + 400];
    const between = sequenceAt(first, first + 1);
    const settled = sequenceAt(second, second + 15 * 60_000);
    expect(settled).toBe(between + 1);
    expect(sequenceAt(second, second + 60 * 60_000)).toBe(settled);
    expect(sequenceAt(second + 1_000, second + 1_000)).toBe(settled + 1);
  });

  it("without a duration has no end, and an event without parties no description", () => {
    const text = written({ endAt: null, description: "" });
    expect(text).not.toContain("DTEND");
    expect(text).not.toContain("DESCRIPTION");
  });

  it("that does not show all says so", () => {
    expect(written({}, { remark: "Shows 2, not 3" })).toContain(
      String.raw`DESCRIPTION:Shows 2\, not 3`,
    );
  });

  it("breaks a line after 75 octets, not within a character", () => {
    const [first = "", second = ""] = written({ summary: "日没".repeat(20) })
      .split("\r\n")
      .filter((line) => line.startsWith("SUMMARY") || line.startsWith(" "));
    expect(first).toBe(`SUMMARY:${"日没".repeat(11)}`);
    expect(Buffer.byteLength(first)).toBe(74);
    expect(second).toBe(` ${"日没".repeat(9)}`);
  });
});

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(",", ";", ":", "\\", "\n", "\r\n", '"', "\t", " ", "\u0007", "\u0085"),
    fc.constantFrom("n", "ü", "日", "👩‍🚀", "🛥️", "\u2028", "e\u0301", "\uFEFF"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
  ),
  maxLength: 120,
});

/** The text as a calendar may have it: one kind of break, blanks for other ones, and no other control character. */
function inCalendar(given: string): string {
  return given
    .replaceAll(/[\u0080-\u009F\u2028\u2029]/g, " ")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "");
}

it("another parser reads every text as it was written, from lines of at most 75 octets", () => {
  fc.assert(
    fc.property(text, text, text, (summary, description, name) => {
      const calendar = written({ summary, description }, { name });
      const lines = calendar.split("\r\n");
      expect(lines.at(-1)).toBe("");
      for (const line of lines) {
        expect(line).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
        expect(line.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      }
      const found = read(calendar);
      expect(found.summary).toBe(inCalendar(summary));
      expect(found.description ?? "").toBe(inCalendar(description));
    }),
    { numRuns: 500 },
  );
});

it("another parser reads times in UTC, sequence and status", () => {
  const found = read(written());
  expect(found.startDate.toJSDate().getTime()).toBe(event.startAt);
  expect(found.endDate.toJSDate().getTime()).toBe(event.endAt);
  expect(found.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
  expect([found.uid, found.sequence]).toEqual([event.uid, 467_670_144]);
  const property = (name: string) => found.component.getFirstPropertyValue(name);
  expect(property("status")).toBe("CONFIRMED");
  expect(String(property("last-modified"))).toBe("2027-05-30T10:11:12Z");
});
