import { describe, expect, it } from "@jest/globals";
import { knownDevice, signDevice } from "./sign-device.ts";

const peppers = { current: "pepper of the tests, of 32 characters or more" };
const now = Date.parse("2027-07-01T08:00:00.000Z");
const yearMs = 365 * 86_400_000;
const ada = "ada@example.com";
const bob = "bob@example.com";
const sign = (email: string, cookie: string | null = null, at = now) =>
  signDevice(peppers, { email, cookie, now: at }).text;
const known = (email: string, cookie: string | null, at = now) =>
  knownDevice(peppers, { email, cookie, now: at });

describe("a device cookie", () => {
  it("makes the device known for its account, in whatever case, and for no other", () => {
    const cookie = sign(ada);
    expect(known(ada, cookie)).toMatch(/^[0-9A-Za-z]{12}$/);
    expect(known("Ada@Example.com", cookie)).toBe(known(ada, cookie));
    expect(known(bob, cookie)).toBeNull();
    expect(known(ada, null)).toBeNull();
  });

  it("reveals no e-mail, and names each device by an id of its own", () => {
    expect(sign(ada)).not.toContain("ada");
    expect(known(ada, sign(ada))).not.toBe(known(ada, sign(ada)));
  });

  it("keeps the device's id and ends a year after the last log-in", () => {
    const first = sign(ada);
    const later = sign(ada, first, now + yearMs / 2);
    expect(known(ada, later)).toBe(known(ada, first));
    expect(later.split("~")).toHaveLength(1);
    expect(known(ada, first, now + yearMs - 1)).not.toBeNull();
    expect(known(ada, first, now + yearMs)).toBeNull();
    expect(known(ada, later, now + yearMs)).not.toBeNull();
    expect(known(ada, sign(ada, first, now + yearMs), now + yearMs)).not.toBe(known(ada, first));
  });

  it("is one for up to five accounts; the one that has not logged in for longest is forgotten", () => {
    const others = ["1", "2", "3", "4"].map((name) => `${name}@example.com`);
    let cookie = sign(ada);
    for (const email of others) cookie = sign(email, cookie);
    expect(known(ada, cookie)).not.toBeNull();
    const sixth = sign(bob, cookie);
    expect(known(ada, sixth)).toBeNull();
    expect(known("1@example.com", sixth)).not.toBeNull();
    expect(sixth.length).toBeLessThan(400);
  });

  it("counts for nothing where anything in it was changed, or signed with another pepper", () => {
    const cookie = sign(ada);
    const [id = "", ends = "", signature = ""] = cookie.split(".");
    const other = signDevice(
      { current: "another pepper of 32 characters or more" },
      {
        email: ada,
        cookie: null,
        now,
      },
    );
    for (const forged of [
      `${"0".repeat(12)}.${ends}.${signature}`,
      `${id}.${Number(ends) + 1}.${signature}`,
      `${id}.${ends}.${"A".repeat(43)}`,
      `${id}.${ends}.`,
      `${id}.${ends}`,
      `${cookie}A`,
      "~~",
      "",
      other.text,
    ])
      expect(known(ada, forged)).toBeNull();
    // A foreign text is not kept, either.
    expect(sign(bob, "x.y.z~~nonsense").split("~")).toHaveLength(1);
  });

  it("stays known while another pepper follows, and after that by one more log-in", () => {
    const old = peppers.current;
    const next = "the next pepper of the tests, of 32 characters";
    const during = { current: next, old };
    const shown = { email: ada, cookie: sign(ada), now };
    const device = known(ada, shown.cookie);
    expect(knownDevice({ current: old, next }, shown)).toBe(device);
    expect(knownDevice(during, shown)).toBe(device);
    expect(knownDevice({ current: next }, shown)).toBeNull();
    const { text } = signDevice(during, shown);
    expect(text.split("~")).toHaveLength(1);
    expect(knownDevice({ current: next }, { ...shown, cookie: text })).toBe(device);
    // Where a node has not been restarted yet.
    expect(knownDevice({ current: old, next }, { ...shown, cookie: text })).toBe(device);
  });

  it("is read however much is put before it, up to the number of accounts", () => {
    const junk = `${"A".repeat(12)}.1800000000.${"A".repeat(43)}`;
    const cookie = sign(ada);
    expect(known(ada, [junk, junk, cookie].join("~"))).toBe(known(ada, cookie));
  });
});
