import { describe, expect, it } from "@jest/globals";
import { isOver, mustTouch } from "./session.ts";

const createdAt = new Date("2027-07-01T08:00:00.000Z");
const begun = createdAt.getTime();
const minute = 60_000;
const session = {
  id: "ses_1",
  tenantId: "ten_1",
  userId: "usr_1",
  createdAt,
  expiresAt: new Date(begun + 720 * minute),
  seenAt: createdAt,
  epoch: 0,
};

describe("a session", () => {
  it.each([
    ["just begun", 0, 0, false],
    ["unused for less than 30 minutes", 0, 30 * minute - 1, false],
    ["unused for 30 minutes", 0, 30 * minute, true],
    ["used in time", 29 * minute, 59 * minute - 1, false],
    ["used up to its last moment", 719 * minute, 720 * minute - 1, false],
    ["12 hours old, used or not", 719 * minute, 720 * minute, true],
  ])("%s", (_name, seen, now, expected) => {
    expect(isOver({ ...session, seenAt: new Date(begun + seen) }, begun + now)).toBe(expected);
  });

  it("has its use stored once a minute", () => {
    expect(mustTouch(session, begun + minute - 1)).toBe(false);
    expect(mustTouch(session, begun + minute)).toBe(true);
  });
});
