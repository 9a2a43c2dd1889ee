import { describe, expect, it } from "@jest/globals";
import { configOf } from "./config.ts";
import { entryOf, entryRecord, entryShownTo, keptFrom } from "./entry.ts";

const fact = {
  id: "aud_1",
  tenantId: "ten_1",
  at: "2027-07-01T08:00:00.123Z",
  actorType: "SYSTEM",
  actorId: null,
  source: "cli",
  entityType: "tenant",
  entityId: "ten_1",
  action: "tenant.create",
  before: null,
  after: '{"$odd":{"a.b":1},"z":0,"a":1}',
} as const;

describe("an audit entry", () => {
  it("answers the change as it was delivered, free JSON with odd keys and their order included", () => {
    const { before, after, at, ...same } = fact;
    const record = entryRecord(entryOf(fact));
    expect(record).toEqual({ ...same, timestamp: at, before, after: JSON.parse(after) });
    expect(JSON.stringify(record.after)).toBe(after);
  });
});

it("is shown with customers only to callers who may see bookings", () => {
  const record = { id: "bkg_1", customer: { name: "Ada" }, notes: "Ada", status: "CONFIRMED" };
  const entry = entryOf({ ...fact, entityType: "booking", after: JSON.stringify(record) });
  for (const scopes of [["*"], ["audit:read", "bookings:read"]])
    expect(entryShownTo({ scopes })(entry).after).toEqual(record);
  const shown = entryShownTo({ scopes: ["audit:read", "bookings:write"] });
  expect(shown(entry).after).toMatchObject({ customer: null, notes: null, status: "CONFIRMED" });
  // Other records are shown whole.
  expect(shown(entryOf(fact)).after).toEqual(JSON.parse(fact.after));
});

describe("how long entries are kept", () => {
  const now = Date.parse("2027-07-01T00:00:00Z");
  it.each([
    [undefined, "2025-07-01T00:00:00.000Z"],
    ["", "2025-07-01T00:00:00.000Z"],
    ["1", "2027-06-30T00:00:00.000Z"],
    ["0", undefined],
  ])("AUDIT_KEEP_DAYS=%s keeps them from %s", (setting, from) => {
    const { keepDays } = configOf({ AUDIT_KEEP_DAYS: setting });
    expect(keptFrom(keepDays, now)?.toISOString()).toBe(from);
  });

  it.each(["-1", "1.5", "two", "999999"])("takes no AUDIT_KEEP_DAYS=%s", (setting) => {
    expect(() => configOf({ AUDIT_KEEP_DAYS: setting })).toThrow("a whole number of days");
  });
});
