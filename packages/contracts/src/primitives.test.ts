import { describe, expect, it } from "@jest/globals";
import {
  amountsById,
  freeJson,
  instantInput,
  limit,
  localDate,
  monthDay,
  recurrence,
  reference,
  storedJson,
  text,
  textOf,
  locale,
  timezone,
} from "./primitives.ts";

describe("instants", () => {
  it.each([
    ["2027-07-01T08:00:00.000Z", "2027-07-01T08:00:00.000Z"],
    ["2027-07-01T10:00+02:00", "2027-07-01T08:00:00.000Z"],
    ["2027-07-01T08:00:00z", "2027-07-01T08:00:00.000Z"],
    ["2027-07-01T08:00:00.123456789Z", "2027-07-01T08:00:00.123Z"],
    ["2027-07-01T08:00:00.1239999999999999Z", "2027-07-01T08:00:00.123Z"],
    ["2028-02-29T23:30:00-01:00", "2028-03-01T00:30:00.000Z"],
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
  ])("reads %s as %s", (sent, expected) => {
    expect(instantInput.parse(sent)).toBe(expected);
    expect(instantInput.parse(expected)).toBe(expected);
  });

  it.each([
    "2027-07-01",
    "2027-07-01T08:00:00",
    "2027-07-01T08:00:60Z",
    "2027-02-29T08:00:00Z",
    "2027-02-30T08:00:00Z",
    "2027-13-01T08:00:00Z",
    "2027-07-01T24:00:00Z",
    "2027-07-01 08:00:00Z",
    "10000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-10:00",
    "0000-01-01T00:00:00+10:00",
    "2027-07-01T08:00:00+24:00",
    "",
    "tomorrow",
  ])("refuses %s", (sent) => {
    expect(instantInput.safeParse(sent).success).toBe(false);
  });
});

describe("days, zones and numbers", () => {
  it.each(["01-01", "02-29", "12-31"])("takes %s for a day of the year", (value) => {
    expect(monthDay.parse(value)).toBe(value);
  });
  it.each(["02-30", "13-01", "2-3", "00-10", "1-01", "04-31", ""])(
    "refuses the day %s",
    (value) => {
      expect(monthDay.safeParse(value).success).toBe(false);
    },
  );
  it.each(["Europe/Rome", "Asia/Calcutta", "Etc/GMT+5", "UTC"])("knows the zone %s", (zone) => {
    expect(timezone.parse(zone)).toBe(zone);
  });
  it.each([
    ["europe/rome", "Europe/Rome"],
    ["AMERICA/NEW_YORK", "America/New_York"],
    ["utc", "UTC"],
    ["US/Pacific", "America/Los_Angeles"],
    ["America/Argentina/Buenos_Aires", "America/Buenos_Aires"],
  ])("keeps the zone %s by its resolved name %s", (zone, name) => {
    expect(timezone.parse(zone)).toBe(name);
  });
  it.each([
    ["it-IT", "it-IT"],
    ["it_IT", "it-IT"],
    ["EN", "en"],
    ["zh_hans_cn", "zh-Hans-CN"],
    ["iw", "he"],
  ])("keeps the language %s in its form %s", (tag, form) => {
    expect(locale.parse(tag)).toBe(form);
  });
  it.each(["Italian (Italy)", "it IT", "i", "it_IT.UTF-8", "it-", "12"])(
    "refuses the language %p",
    (tag) => {
      expect(locale.safeParse(tag).success).toBe(false);
    },
  );
  it.each(["CEST", "Mars/Olympus", "", "Europe/Rome ", "+02:00", "Europe Rome"])(
    "refuses the zone %p",
    (zone) => {
      expect(timezone.safeParse(zone).success).toBe(false);
    },
  );
  it.each([
    ["1", 1],
    ["100", 100],
    [50, 50],
  ])("reads the limit %p", (value, expected) => {
    expect(limit.parse(value)).toBe(expected);
  });
  it.each(["0", "101", "abc", "1.5", "-1", "", 0, 101, 1.5, " 5", "1e2"])(
    "refuses the limit %p",
    (value) => {
      expect(limit.safeParse(value).success).toBe(false);
    },
  );
  it("refuses a date that no calendar has", () => {
    expect(localDate.safeParse("2027-02-29").success).toBe(false);
    expect(localDate.parse("2028-02-29")).toBe("2028-02-29");
  });
});

describe("text", () => {
  it.each(["a", "\u{1F6A4}", "\0", "x".repeat(1000)])("takes %j", (value) => {
    expect(text.parse(value)).toBe(value);
  });
  it.each(["", "x".repeat(1001), "\ud83d", "\udea4\ud83d"])("refuses %j", (value) => {
    expect(text.safeParse(value).success).toBe(false);
  });
});

describe("amounts by id", () => {
  it("lose no key, not even one that means something to JavaScript", () => {
    const parsed = amountsById.parse(JSON.parse('{"a":1,"__proto__":2,"constructor":3}'));
    expect(Object.values(parsed)).toEqual([1, 2, 3]);
  });
  it.each([[[]], ["text"], [{ a: -1 }], [{ a: 1.5 }], [{ a: "1" }], [{ ["x".repeat(1001)]: 1 }]])(
    "refuse %p",
    (value) => {
      expect(amountsById.safeParse(value).success).toBe(false);
    },
  );
});

describe("free JSON", () => {
  it("takes any object up to 64 KiB serialised, counted in bytes", () => {
    const overhead = '{"text":""}'.length;
    expect(freeJson.safeParse({ text: "x".repeat(65_536 - overhead) }).success).toBe(true);
    expect(freeJson.safeParse({ text: "x".repeat(65_537 - overhead) }).success).toBe(false);
    expect(freeJson.safeParse({ text: "é".repeat(33_000) }).success).toBe(false);
  });
  it("keeps every key, also those that mean something to JavaScript", () => {
    const sent = '{"__proto__":{"a":1},"constructor":{"$b":2},"":"c.d"}';
    const kept = storedJson.parse(freeJson.parse(JSON.parse(sent)));
    expect(JSON.stringify(kept)).toBe(sent);
  });
  it.each([[[]], ["text"], [5], [null]])("refuses %p", (value) => {
    expect(freeJson.safeParse(value).success).toBe(false);
  });
});

describe("texts", () => {
  it("are measured in code points", () => {
    expect(text.safeParse("\u{1f6a2}".repeat(1000)).success).toBe(true);
    expect(text.safeParse("\u{1f6a2}".repeat(1001)).success).toBe(false);
    expect(textOf({ min: 2, max: 3 }).safeParse("\u{1f6a2}").success).toBe(false);
  });

  it.each(["\ud800", "a\udc00b", "\udc00\ud800"])("are no half of a surrogate pair: %j", (half) => {
    expect(text.safeParse(half).success).toBe(false);
    expect(reference.safeParse(half).success).toBe(false);
    expect(freeJson.safeParse({ a: [half] }).success).toBe(false);
    expect(freeJson.safeParse({ [half]: 1 }).success).toBe(false);
    expect(freeJson.safeParse({ a: `\\${half}` }).success).toBe(false);
  });

  it.each(["\u{1f6a2}", "\\ud800", "\\\\udfff", "\\ud83d\\udea2"])(
    "are whole in free JSON: %j",
    (whole) => {
      expect(freeJson.parse({ a: whole, [whole]: [whole] })).toEqual({
        a: whole,
        [whole]: [whole],
      });
    },
  );
});

describe("a list that is a set", () => {
  it("is sorted, and measured without its duplicates", () => {
    const { weekdays, startTimes } = recurrence;
    expect(weekdays.parse([...Array<number>(200).fill(5), 1])).toEqual([1, 5]);
    expect(startTimes.parse(["10:00", ...Array<string>(400).fill("09:00")])).toEqual([
      "09:00",
      "10:00",
    ]);
    expect(weekdays.safeParse([]).success).toBe(false);
    expect(weekdays.safeParse([7]).success).toBe(false);
    const times = Array.from({ length: 289 }, (_, at) => minuteOfDay(at));
    expect(startTimes.safeParse(times).success).toBe(false);
    expect(startTimes.safeParse(times.slice(1)).success).toBe(true);
  });
});

function minuteOfDay(at: number): string {
  return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
}
