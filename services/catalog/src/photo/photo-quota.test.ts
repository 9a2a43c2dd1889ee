import { expect, it } from "@jest/globals";
import { exceededBy } from "./photo-quota.ts";

const limits = { filesMax: 3, bytesMax: 100 };
const usage = { files: 2, bytes: 90, leavingBytes: 0 };
const photo = { bytes: 10, replacedBytes: null };

it.each([
  ["the last photo that fits", {}, {}, null],
  ["a byte too much", {}, { bytes: 11 }, "bytes"],
  ["a photo too many", { files: 3 }, {}, "files"],
  ["a photo too many, too large", { files: 3 }, { bytes: 11 }, "files"],
  ["in place of another", { files: 3 }, { replacedBytes: 5 }, null],
  ["larger than another by too much", {}, { bytes: 20, replacedBytes: 9 }, "bytes"],
  [
    "no larger than another, beyond every quota",
    { files: 9, bytes: 999 },
    { replacedBytes: 10 },
    null,
  ],
  ["larger than another, beyond the quota", { bytes: 999 }, { replacedBytes: 9 }, "bytes"],
  ["while as much is leaving as may", { leavingBytes: 100 }, {}, null],
  ["while more is leaving", { leavingBytes: 101 }, {}, "bytes"],
  [
    "in place of another while more is leaving",
    { leavingBytes: 101 },
    { replacedBytes: 10 },
    "bytes",
  ],
])("%s: %j and %j are refused by %s", (_name, used, upload, expected) => {
  expect(exceededBy({ ...usage, ...used }, { ...photo, ...upload }, limits)).toBe(expected);
});
