import { describe, expect, it } from "@jest/globals";
import { auditActionOf, auditVerbs, readEvent } from "./events.ts";
import type { StoredEvent } from "./stored-event.ts";

const stored: StoredEvent = {
  id: "aud_1",
  type: "booking.confirmed",
  tenantId: "ten_1",
  at: "2027-07-01T08:00:00.123Z",
  entityId: "bkg_1",
  before: '{"id":"bkg_1","status":"ON_HOLD"}',
  after: '{"id":"bkg_1","status":"CONFIRMED"}',
};

describe("the names of events in the audit log", () => {
  it.each([
    ["booking.created", "booking.create"],
    ["booking.detailsUpdated", "booking.update-details"],
    ["option.repriced", "option.set-pricing-periods"],
    ["option.charged", "option.set-charges"],
  ] as const)("%s is %s", (type, action) => {
    expect(auditActionOf(type)).toBe(action);
  });

  it("are as many as the events of a type of record", () => {
    const words = Object.values(auditVerbs);
    expect(new Set(words).size).toBe(words.length);
  });
});

describe("a stored event", () => {
  it("is read as its type, with its records", () => {
    const event = readEvent(stored, ["booking.created", "booking.confirmed"]);
    expect(event?.type).toBe("booking.confirmed");
    expect(event?.before?.status).toBe("ON_HOLD");
    expect(event?.after.status).toBe("CONFIRMED");
  });

  it("is not read as another type", () => {
    expect(readEvent(stored, ["booking.created"])).toBeUndefined();
  });

  it("of a type that this release does not know is of no type", () => {
    expect(readEvent({ ...stored, type: "booking.redeemed" }, ["booking.updated"])).toBeUndefined();
  });

  it("is not parsed before its records are read", () => {
    const event = readEvent({ ...stored, after: "no JSON" }, ["booking.confirmed"]);
    expect(event?.entityId).toBe("bkg_1");
    expect(() => event?.after).toThrow(SyntaxError);
  });
});
