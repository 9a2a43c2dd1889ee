import { describe, expect, it } from "@jest/globals";
import { aBooking } from "../../test/builders.ts";
import { erasedFields, isOfCustomer } from "./personal-data.ts";

const address = "ada@example.com";

describe("a booking's customer", () => {
  it.each([
    [{ emailAddress: "ada@example.com" }, true],
    [{ email: "Ada@Example.COM" }, true],
    [{ emailAddress: " ada@example.com " }, true],
    [{ emailAddress: "ada@example.com.au" }, false],
    [{ name: "ada@example.com" }, false],
    [{ emailAddress: ["ada@example.com"] }, false],
    [null, false],
  ])("%j has the address: %s", (customer, isTheirs) => {
    const text = customer === null ? null : JSON.stringify(customer);
    expect(isOfCustomer({ customer: text }, address)).toBe(isTheirs);
  });

  it("has the address in the other normal form, and in capitals", () => {
    const customer = JSON.stringify({ email: "JOSE\u0301@example.com" });
    expect(isOfCustomer({ customer }, "jos\u00e9@example.com")).toBe(true);
    expect(isOfCustomer({ customer }, "jose@example.com")).toBe(false);
  });
});

describe("an erased booking", () => {
  it("keeps its tickets without the travellers, and nothing that names a person", () => {
    const ticket = { uuid: "u", unitId: "adult", code: "C", resellerReference: "R" };
    const booking = aBooking({
      customer: '{"name":"Ilaria"}',
      searchText: "ilaria",
      notes: "Ilaria likes the bow",
      participants: '{"names":["Ilaria"]}',
      tickets: [{ ...ticket, contact: '{"firstName":"Ilaria"}' }],
    });
    const at = new Date(1);
    const left = { ...booking, ...erasedFields(booking, at) };
    expect(JSON.stringify(left).toLowerCase()).not.toContain("ilaria");
    expect(left).toMatchObject({ tickets: [{ ...ticket, contact: null }], erasedAt: at });
    expect(erasedFields({ tickets: [] }, at)).not.toHaveProperty("tickets");
  });
});
