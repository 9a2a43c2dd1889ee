import { describe, expect, it } from "@jest/globals";
import {
  type OptionList,
  changedAt,
  decideClosing,
  decideDefault,
  decideListing,
  decideRemoval,
  flaggedAfter,
  removedAfter,
  reopened,
} from "./option-list.ts";

const since = new Date(0);
const markOf = (optionId: string, attempt = "1") => ({ optionId, attempt, since });

function aList(overrides: Partial<OptionList> = {}): OptionList {
  return { options: ["a", "b"], defaultOptionId: "a", closing: [], dropped: [], ...overrides };
}

const next = (change: Partial<OptionList>) => ({ ok: true, next: change });
const refused = (refusal: string) => ({ ok: false, refusal });

describe("when an option has changed", () => {
  const at = (ms: number) => new Date(ms);
  const option = { _id: "a", updatedAt: at(5) };

  it("is the later of its own change and the last move of the default", () => {
    expect(changedAt(option, {})).toEqual(at(5));
    expect(changedAt(option, { flagged: [{ optionId: "b", at: at(9) }] })).toEqual(at(5));
    expect(changedAt(option, { flagged: [{ optionId: "a", at: at(9) }] })).toEqual(at(9));
    expect(changedAt(option, { flagged: [{ optionId: "a", at: at(4) }] })).toEqual(at(5));
  });

  it("is kept once for each option, until that is deleted", () => {
    const flagged = [
      { optionId: "a", at: at(1) },
      { optionId: "b", at: at(1) },
    ];
    const after = flaggedAfter({ flagged }, [{ optionId: "a", at: at(2) }]);
    expect(after).toEqual([flagged[1], { optionId: "a", at: at(2) }]);
    const list = aList({ flagged, closing: [markOf("b")] });
    expect(decideRemoval(list, markOf("b"))).toMatchObject({ next: { flagged: [flagged[0]] } });
  });
});

describe("when a list has lost an option", () => {
  it("is before none of the option's changes and of earlier losses", () => {
    const at = (ms: number) => new Date(ms);
    const option = { _id: "a", updatedAt: at(5) };
    expect(removedAfter({}, option, at(7))).toEqual(at(7));
    expect(removedAfter({}, option, at(4))).toEqual(at(5));
    expect(removedAfter({ flagged: [{ optionId: "a", at: at(9) }] }, option, at(7))).toEqual(at(9));
    expect(removedAfter({ removedAt: at(8) }, option, at(7))).toEqual(at(8));
  });
});

describe("a new option", () => {
  it("is the default of a product without options, whatever is asked", () => {
    const list = aList({ options: [], defaultOptionId: null });
    expect(decideListing(list, "c", false)).toEqual(next({ options: ["c"], defaultOptionId: "c" }));
  });

  it("leaves the default where it is, or takes it when asked", () => {
    const options = ["a", "b", "c"];
    expect(decideListing(aList(), "c", false)).toEqual(next({ options, defaultOptionId: "a" }));
    expect(decideListing(aList(), "c", true)).toEqual(next({ options, defaultOptionId: "c" }));
  });

  it("is not listed once its making was given up", () => {
    const list = aList({ dropped: ["c"] });
    expect(decideListing(list, "c", true)).toEqual(refused("SERVICE_UNAVAILABLE"));
  });
});

describe("the default", () => {
  it.each([
    ["moves to another option", aList(), "b", true, next({ defaultOptionId: "b" })],
    ["stays where it is", aList(), "a", true, next({})],
    ["is not taken from an option that has none", aList(), "b", false, next({})],
    ["is not taken away", aList(), "a", false, refused("DEFAULT_OPTION_REQUIRED")],
    ["does not move to an option that is not there", aList(), "x", true, refused("NOT_FOUND")],
    [
      "does not move to an option that is being deleted",
      aList({ closing: [markOf("b")] }),
      "b",
      true,
      refused("ARCHIVED"),
    ],
  ])("%s", (_fact, list, id, isDefault, decision) => {
    expect(decideDefault(list, id, isDefault)).toEqual(decision);
  });
});

describe("a deletion", () => {
  it.each([
    ["an option that is not the default", aList(), "b", next({ closing: [markOf("b")] })],
    [
      "the default when it is the only option",
      aList({ options: ["a"] }),
      "a",
      next({ closing: [markOf("a")] }),
    ],
  ])("closes %s", (_fact, list, id, decision) => {
    expect(decideClosing(list, markOf(id))).toEqual(decision);
  });

  it("shares a mark that stands", () => {
    expect(decideClosing(aList({ closing: [markOf("b", "0")] }), markOf("b"))).toEqual(next({}));
  });

  it("takes the option out under its mark", () => {
    const list = aList({ closing: [markOf("b"), markOf("a", "2")] });
    expect(decideRemoval(list, markOf("b"))).toEqual(
      next({ options: ["a"], defaultOptionId: "a", closing: [markOf("a", "2")] }),
    );
    const only = aList({ options: ["a"], closing: [markOf("a")] });
    expect(decideRemoval(only, markOf("a"))).toEqual(
      next({ options: [], defaultOptionId: null, closing: [] }),
    );
  });

  it.each([
    ["whose mark was taken away", aList(), "b", "VERSION_CONFLICT"],
    ["whose mark is another's", aList({ closing: [markOf("b", "0")] }), "b", "VERSION_CONFLICT"],
    ["that is gone", aList(), "x", "NOT_FOUND"],
    [
      "that others need as the default",
      aList({ closing: [markOf("a")] }),
      "a",
      "DEFAULT_OPTION_REQUIRED",
    ],
  ])("does not take out an option %s", (_fact, list, id, refusal) => {
    expect(decideRemoval(list, markOf(id))).toEqual(refused(refusal));
  });

  it("opens the option again by taking only its own mark", () => {
    const list = aList({ closing: [markOf("b"), markOf("a", "2")] });
    expect(reopened(list, "1")).toEqual({ closing: [markOf("a", "2")] });
    expect(reopened(list, "9")).toEqual({ closing: list.closing });
  });
});
