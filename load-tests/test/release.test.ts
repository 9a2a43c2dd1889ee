import { expect, it } from "@jest/globals";
import { releaseBefore } from "../chaos/release.ts";

const tags = ["v0.3.0", "v0.2.0"];

it.each([
  [{ from: "abc", tags, pageCommit: "def" }, "abc"],
  [{ from: undefined, tags, pageCommit: "def" }, "v0.3.0"],
  [{ from: undefined, tags: [], pageCommit: "def" }, "def"],
  [{ from: undefined, tags: [], pageCommit: "" }, undefined],
])("begins %j with %s", (known, ref) => {
  expect(releaseBefore(known)?.ref).toBe(ref);
});
