import { describe, expect, it } from "@jest/globals";
import { aLedger, aResource, day } from "../../test/made-ledgers.ts";
import { isClosable } from "./closing.ts";

const dayMs = 86_400_000;
const keepDays = 60;
/** The first instant at which the day has ended long enough ago. */
const due = day.to + keepDays * dayMs + 1;

/** A sold ledger, with all steps in their records. */
function aSoldLedger(until: number | null = null) {
  const made = aLedger(aResource());
  made.claim("a", 3, { until });
  made.ledger.log.clear();
  return made;
}

describe("a ledger may be closed", () => {
  it.each([
    ["once its day ended so long ago", {}, due, true],
    ["not a moment before", {}, due - 1, false],
    ["by its own time, where the clock is slow", { at: due }, 0, true],
    ["not while its log has steps that no record has", { log: new Map([[1, []]]) }, due, false],
    ["not twice", { isClosed: true }, due, false],
  ])("%s", (_, changes, clock, isClosed) => {
    expect(isClosable({ ...aSoldLedger().ledger, ...changes }, { keepDays, clock })).toBe(isClosed);
  });

  it("not while a hold of a backdated booking lasts", () => {
    const until = due / 1_000 + 60;
    const { ledger } = aSoldLedger(until);
    expect(isClosable(ledger, { keepDays, clock: until * 1_000 - 1 })).toBe(false);
    expect(isClosable(ledger, { keepDays, clock: until * 1_000 })).toBe(true);
  });
});

describe("a closed ledger", () => {
  it("takes no new claim, answers a repeat, and lets a claim end without a count", () => {
    const made = aSoldLedger();
    Object.assign(made.ledger, { isClosed: true, usages: {}, resources: new Set() });
    expect(made.claim("b", 1)).toBe("ARCHIVED");
    expect(made.claim("a", 3)).toBe("known");
    expect(made.confirm("a")).toBe("known");
    expect(made.claim("c", 1, { optionId: "walk" })).toBe("unneeded");
    expect(made.free()).toMatchObject({ vacancies: 0 });
    expect(made.release("a")).toBe("write");
    expect(made.claims.get("a")).toMatchObject({ state: "RELEASED", step: 2 });
    expect(made.ledger.usages).toEqual({});
  });
});
