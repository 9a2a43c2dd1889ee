import { describe, expect, it } from "@jest/globals";
import { auditActions, eventTypeOf, readEvent } from "./events.ts";
import { type StoredEvent, entityTypes } from "./stored-event.ts";

const stored: StoredEvent = {
  id: "aud_1",
  tenantId: "ten_1",
  at: "2027-07-01T08:00:00.123Z",
  actorType: "API_KEY",
  actorId: "key_1",
  source: "api/v1",
  entityType: "booking",
  entityId: "bkg_1",
  action: "booking.confirm",
  before: '{"id":"bkg_1","status":"ON_HOLD"}',
  after: '{"id":"bkg_1","status":"CONFIRMED"}',
};

describe("the types of events", () => {
  const pairs = Object.entries(auditActions);

  it.each(pairs)("%s is %s in the audit log: the same entity", (type, action) => {
    const [entity] = type.split(".");
    expect(action.split(".")[0]).toBe(entity);
    expect(entityTypes).toContain(entity);
  });

  it("have each an action of their own", () => {
    expect(new Set(Object.values(auditActions)).size).toBe(pairs.length);
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
    expect(eventTypeOf({ action: "booking.redeem" })).toBeUndefined();
    expect(readEvent({ ...stored, action: "booking.redeem" }, ["booking.updated"])).toBeUndefined();
  });

  it("is not parsed before its records are read", () => {
    const event = readEvent({ ...stored, after: "no JSON" }, ["booking.confirmed"]);
    expect(event?.entityId).toBe("bkg_1");
    expect(() => event?.after).toThrow(SyntaxError);
  });
});
