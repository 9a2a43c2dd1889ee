import { describe, expect, it } from "@jest/globals";
import { createNaming } from "./naming-queue.ts";

describe("claims that wait to be named", () => {
  it("wait no longer once all of them are named", async () => {
    const naming = createNaming();
    const named = naming.expect(["a", "b"]).named;
    expect(naming.note(["a", "c"])).toEqual(["c"]);
    expect(naming.note(["b"])).toEqual([]);
    expect(await named).toEqual(new Set(["a", "b"]));
  });

  it("wait a moment only", async () => {
    const naming = createNaming();
    const named = naming.expect(["a", "b"]).named;
    naming.note(["b"]);
    expect(await named).toEqual(new Set(["b"]));
    expect(naming.note(["a"])).toEqual(["a"]);
  });

  it("wait no longer once somebody is in a hurry for them, and others go on waiting", async () => {
    const naming = createNaming();
    const hurried = naming.expect(["a"]);
    const other = naming.expect(["b"]);
    hurried.hurry();
    expect(await hurried.named).toEqual(new Set());
    expect(naming.note(["a", "b"])).toEqual(["a"]);
    expect(await other.named).toEqual(new Set(["b"]));
  });

  it("are not waited for where there are none", async () => {
    expect(await createNaming().expect([]).named).toEqual(new Set());
  });
});
