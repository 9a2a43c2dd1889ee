import { describe, expect, it } from "@jest/globals";
import { customerAfter, customerFields } from "./customer-fields.ts";

describe("the fields of a customer", () => {
  it.each([
    ["nobody", null, ["name=", "email=", "phone="]],
    ["a name", { name: "Ada" }, ["name=Ada", "email=", "phone="]],
    [
      "names of their own",
      { firstName: "Ada", lastName: "Byron", emailAddress: "a@x" },
      ["firstName=Ada", "lastName=Byron", "emailAddress=a@x", "phone="],
    ],
    ["what is no text", { name: { first: "Ada" } }, ["name=", "email=", "phone="]],
  ])("of %s", (_name, customer, expected) => {
    expect(customerFields(customer).map(({ key, value }) => `${key}=${value}`)).toEqual(expected);
  });
});

describe("a customer after a change", () => {
  it.each([
    [
      "keeps what the form does not show",
      { vip: true },
      { name: "Ada" },
      { vip: true, name: "Ada" },
    ],
    ["loses what is left empty", { name: "Ada", phone: "1" }, { phone: " " }, { name: "Ada" }],
    ["keeps what was not touched", { name: "Ada", phone: "1" }, {}, { name: "Ada", phone: "1" }],
    ["is none when nothing is left", { name: "Ada" }, { name: "" }, null],
    ["is new", null, { name: "Ada " }, { name: "Ada" }],
  ])("%s", (_name, customer, typed, expected) => {
    expect(customerAfter(customer, typed)).toEqual(expected);
  });
});
