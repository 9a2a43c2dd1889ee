import { expect, it } from "@jest/globals";
import { capabilitiesOf } from "./capabilities.ts";

it.each([
  [undefined, [], []],
  ["", [], []],
  ["octo/pricing", ["pricing"], ["octo/pricing"]],
  ["pricing", ["pricing"], ["pricing"]],
  ["octo/content, pricing", ["content", "pricing"], ["octo/content", "pricing"]],
  [" Octo/Pricing , octo/cart", ["pricing"], ["Octo/Pricing"]],
  ["pricing, octo/notifications", ["pricing", "notifications"], ["pricing", "octo/notifications"]],
  ["octo/redemption", ["redemption"], ["octo/redemption"]],
  ["octo/pricing,pricing", ["pricing"], ["octo/pricing"]],
  ["xpricing, octo/, octo//pricing", [], []],
])("of %j switches %j on, and answers %j", (header, active, written) => {
  const found = capabilitiesOf(header === undefined ? {} : { "octo-capabilities": header });
  expect([[...found.active], found.written]).toEqual([active, written]);
});
