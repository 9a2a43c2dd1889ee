import { describe, expect, it } from "@jest/globals";
import { addressPattern, mentions, withoutPerson, withoutPersons } from "./customers.ts";

const address = "ada@example.com";

describe("free JSON mentions an e-mail address", () => {
  it.each<[unknown, boolean]>([
    [{ emailAddress: "ada@example.com" }, true],
    [{ email: "Ada@Example.COM" }, true],
    [{ emailAddress: " ada@example.com " }, true],
    [{ contact: { email: "ada@example.com" } }, true],
    [{ emails: ["ben@example.com", "ada@example.com"] }, true],
    [{ name: "Ada <ada@example.com>" }, true],
    [{ url: "mailto:ada@example.com?subject=boat" }, true],
    [{ text: "Write to ada@example.com." }, true],
    [{ "ada@example.com": "owner" }, true],
    ["ada@example.com", true],
    [{ emailAddress: "ada@example.com.au" }, false],
    [{ emailAddress: "ada@example.community" }, false],
    [{ emailAddress: "lada@example.com" }, false],
    [{ emailAddress: "dr.ada@example.com" }, false],
    [{ emailAddress: "ada@example.com-mail.it" }, false],
    [{ count: 7, none: null }, false],
    [null, false],
  ])("%j: %s", (value, isMentioned) => {
    expect(mentions(value, address)).toBe(isMentioned);
    // The database must find at least as much.
    const isFound = new RegExp(addressPattern(address), "i").test(JSON.stringify(value));
    expect(isFound || !isMentioned).toBe(true);
  });

  it.each([
    "müller@example.de",
    "o'brien+a@example.com",
    'a"b@example.com',
    "weiss.ss@example.com",
  ])("is found in every form: %s", (each) => {
    const forms = [each, each.toUpperCase(), each.normalize("NFD")];
    const pattern = new RegExp(addressPattern(each), "i");
    for (const form of forms)
      expect([mentions({ form }, each), pattern.test(JSON.stringify({ form }))]).toEqual([
        true,
        true,
      ]);
    expect(pattern.test("ada@example.it")).toBe(false);
  });
});

describe("a record", () => {
  const erasedAt = "2027-01-01T00:00:00.000Z";
  const booking = {
    id: "bkg_1",
    externalId: "V-1",
    resellerReference: "ada@example.com/7",
    customer: { contact: { email: address } },
    notes: "Ada",
    participants: null,
    cancellationReason: "Ada is ill",
    tickets: [{ code: "C", contact: { name: "Ada" } }],
    erasedAt: null,
  };
  const impersonal = {
    ...booking,
    resellerReference: null,
    customer: null,
    notes: null,
    cancellationReason: null,
    tickets: [{ code: "C", contact: null }],
  };

  it("is shown without persons, and with its names that have no address", () => {
    expect(withoutPersons(booking)).toEqual(impersonal);
  });

  it("is without the person whose booking it is, and without a mention in another's", () => {
    expect(withoutPerson(booking, address, erasedAt)).toEqual({ ...impersonal, erasedAt });
    const other = { ...booking, customer: { email: "ben@example.com" } };
    expect(withoutPerson(other, address, erasedAt)).toEqual({ ...other, resellerReference: null });
    const none = { ...other, resellerReference: "7" };
    expect(withoutPerson(none, address, erasedAt)).toBe(none);
  });

  it("loses members whose own names have an address, at any depth", () => {
    const metadata = { floor: 2, contacts: { [address]: "owner", "ben@example.com": "guest" } };
    const record = { metadata };
    expect(withoutPersons(record)["metadata"]).toEqual({ floor: 2, contacts: {} });
    const left = withoutPerson(record, address, erasedAt);
    expect(left).toEqual({ metadata: { floor: 2, contacts: { "ben@example.com": "guest" } } });
    expect(withoutPerson(left, address, erasedAt)).toBe(left);
  });

  it("of a channel's event has neither reason nor members that nobody knows", () => {
    const payload = { externalId: "V-1", reason: "Ada is ill", buyer: "Ada", optionId: "opt" };
    const event = { id: "cev_1", externalEventId: "ada@example.com-1", payload };
    const left = {
      id: "cev_1",
      externalEventId: null,
      payload: { externalId: "V-1", optionId: "opt" },
    };
    expect(withoutPersons(event)).toEqual(left);
    expect(withoutPerson(event, address, erasedAt)).toEqual(left);
  });
});
