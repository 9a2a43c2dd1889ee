import { describe, expect, it } from "@jest/globals";
import { currencyPrecision, isSupportedCurrency } from "./currencies.ts";

describe("currencies", () => {
  it.each([
    ["JPY", 0],
    ["ISK", 0],
    ["EUR", 2],
    ["USD", 2],
    // Intl says 0 for these.
    ["HUF", 2],
    ["LBP", 2],
    ["IDR", 2],
    ["KWD", 3],
    // Intl says 0.
    ["IQD", 3],
  ])("gives %s %i decimals", (code, digits) => {
    expect(isSupportedCurrency(code)).toBe(true);
    expect(currencyPrecision(code)).toBe(digits);
  });

  it.each(["DEM", "HRK", "ZWL", "ANG", "CUC", "SLL", "BGN"])(
    "refuses %s, which is withdrawn",
    (code) => {
      expect(isSupportedCurrency(code)).toBe(false);
    },
  );

  it.each(["XAU", "XDR", "XXX", "XTS", "ABC", "eur", ""])(
    "refuses %p, which is no money",
    (code) => {
      expect(isSupportedCurrency(code)).toBe(false);
      expect(() => currencyPrecision(code)).toThrow("not an active currency");
    },
  );
});
