import { describe, expect, it } from "@jest/globals";
import { copyingAfter } from "./supplier.ts";

describe("what a changed supplier copies to its products", () => {
  const by = { actorType: "USER", actorId: "usr_1", source: "api/v1" } as const;
  const mark = { attempt: "2", since: new Date(2), by };
  const earlier = { ...mark, attempt: "1", since: new Date(1), fields: ["email"] as const };

  it("is its changed contacts, language and zone", () => {
    const changed = { name: "n", timezone: "Europe/Rome", email: null };
    expect(copyingAfter({ copying: null }, changed, mark)).toEqual({
      ...mark,
      fields: ["timezone", "email"],
    });
  });

  it("keeps what an earlier change has not copied yet", () => {
    expect(copyingAfter({ copying: earlier }, { locale: "de-DE" }, mark)).toEqual({
      ...mark,
      fields: ["email", "locale"],
    });
  });

  it("is nothing new when only the name changes", () => {
    expect(copyingAfter({ copying: null }, { name: "n" }, mark)).toBeNull();
    expect(copyingAfter({ copying: earlier }, { name: "n" }, mark)).toBe(earlier);
  });
});
