import { expect, it } from "@jest/globals";
import { releaseBefore } from "../chaos/release.ts";

const releases = { "0.1.0": "aaa", "0.10.0": "ccc", "0.9.1": "bbb" };

it.each([
  [{ from: "abc", version: "0.1.0", releases }, "abc"],
  [{ from: undefined, version: "0.10.0", releases }, "bbb"],
  [{ from: undefined, version: "0.11.0", releases }, "ccc"],
  [{ from: undefined, version: "0.1.0", releases }, undefined],
])("begins %j with %s", (known, ref) => {
  expect(releaseBefore(known)?.ref).toBe(ref);
});
