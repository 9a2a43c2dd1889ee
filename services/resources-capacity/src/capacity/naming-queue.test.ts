import { describe, expect, it } from "@jest/globals";
import { createNaming } from "./naming-queue.ts";

describe("claims that wait to be named", () => {
  it("wait no longer once all of them are named", async () => {
    const naming = createNaming();
    const named = naming.expect(["a", "b"]);
    expect(naming.note(["a", "c"])).toEqual(["c"]);
    expect(naming.note(["b"])).toEqual([]);
    expect(await named).toEqual(new Set(["a", "b"]));
  });

  it("wait a moment only", async () => {
    const naming = createNaming();
    const named = naming.expect(["a", "b"]);
    naming.note(["b"]);
    expect(await named).toEqual(new Set(["b"]));
    expect(naming.note(["a"])).toEqual(["a"]);
  });

  it("do not wait while somebody is in a hurry", async () => {
    const naming = createNaming();
    const named = naming.expect(["a"]);
    const rest = naming.hurry();
    expect(await named).toEqual(new Set());
    expect(await naming.expect(["b"])).toEqual(new Set());
    rest();
    const again = naming.expect(["c"]);
    naming.note(["c"]);
    expect(await again).toEqual(new Set(["c"]));
  });

  it("are not waited for where there are none", async () => {
    expect(await createNaming().expect([])).toEqual(new Set());
  });
});
