import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Charge, chargeLinesOf, totalWith } from "./charges.ts";

const charge = (given: Partial<Charge>): Charge => ({
  name: "VAT",
  kind: "TAX",
  basis: "PERCENT",
  amount: 2_200,
  included: false,
  ...given,
});

it.each<[string, Partial<Charge>, number, number, number]>([
  ["a percentage is added", {}, 1_000, 220, 1_220],
  ["a percentage is included", { included: true }, 1_220, 220, 1_220],
  ["a half is rounded up", { amount: 50 }, 100, 1, 101],
  ["less than a half is rounded down", { amount: 49 }, 100, 0, 100],
  ["each of three items costs", { basis: "UNIT", amount: 150 }, 1_000, 450, 1_450],
  ["a booking costs once", { basis: "BOOKING", amount: 150 }, 1_000, 150, 1_150],
  [
    "an included amount is no more than all",
    { basis: "UNIT", amount: 400, included: true },
    1_000,
    1_000,
    1_000,
  ],
])("%s", (_, given, subtotal, amount, total) => {
  const lines = chargeLinesOf([charge(given)], subtotal, 3);
  expect(lines).toMatchObject([{ amount, quantity: given.basis === "UNIT" ? 3 : 1, unitId: null }]);
  expect(totalWith(subtotal, lines)).toBe(total);
});

const anyCharge = fc.record({
  name: fc.constant("Any"),
  kind: fc.constantFrom("TAX", "FEE"),
  basis: fc.constantFrom("PERCENT", "UNIT", "BOOKING"),
  amount: fc.nat(10_000),
  included: fc.boolean(),
});

it("adds up to the total, keeps what is included within its base, and rounds exactly", () => {
  fc.assert(
    fc.property(
      fc.array(anyCharge, { maxLength: 20 }),
      fc.oneof(fc.nat(5_000), fc.nat(2 ** 45)),
      fc.integer({ min: 1, max: 100_000 }),
      (charges, subtotal, quantity) => {
        const lines = chargeLinesOf(charges, subtotal, quantity);
        const added = lines.filter(({ included }) => !included);
        expect(totalWith(subtotal, lines)).toBe(
          added.reduce((sum, { amount }) => sum + amount, subtotal),
        );
        for (const [index, { amount, included }] of lines.entries()) {
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
          expect(included && amount > subtotal).toBe(false);
          const { basis, amount: rate } = charges[index] ?? charge({});
          if (basis !== "PERCENT") continue;
          // Half up: 2 x exact - whole < 2 x rounded <= 2 x exact + whole.
          const whole = BigInt(included ? 10_000 + rate : 10_000);
          const twice = 2n * (BigInt(amount) * whole - BigInt(subtotal) * BigInt(rate));
          expect(twice > -whole && twice <= whole).toBe(true);
        }
      },
    ),
  );
});

it("has no total beyond the safe integers", () => {
  const lines = chargeLinesOf(
    [charge({ basis: "BOOKING", amount: 1 })],
    Number.MAX_SAFE_INTEGER,
    1,
  );
  expect(totalWith(Number.MAX_SAFE_INTEGER, lines)).toBeUndefined();
});
