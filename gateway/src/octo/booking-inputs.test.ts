import { expect, it } from "@jest/globals";
import { change } from "./booking-inputs.ts";

it.each([
  [650, true],
  [660, false],
])("takes 200 travellers with notes of %s characters: %s", (length, isTaken) => {
  const unitItems = Array.from({ length: 200 }, () => ({
    contact: { notes: "n".repeat(length - 15) },
  }));
  expect(change.safeParse({ uuid: "one", unitItems }).success).toBe(isTaken);
});
