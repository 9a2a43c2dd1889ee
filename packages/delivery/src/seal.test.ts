import { describe, expect, it } from "@jest/globals";
import { deliveryConfigOf } from "./delivery-config.ts";
import { createSealer } from "./seal.ts";

const key = (name: string, fill: string) => ({ name, bytes: Buffer.alloc(32, fill) });
const first = createSealer([key("first", "a")]);
const both = createSealer([key("second", "b"), key("first", "a")]);

describe("a sealed text", () => {
  it("is opened as it was, and differs each time it is sealed", () => {
    const text = "a secret of mine, with ünïcode";
    const sealed = first.seal(text, "ten_1|whs_1");
    expect(sealed).not.toContain("secret");
    expect(sealed).not.toBe(first.seal(text, "ten_1|whs_1"));
    expect(first.open(sealed, "ten_1|whs_1")).toBe(text);
  });

  it("does not open where it does not belong, nor once it was changed", () => {
    const sealed = first.seal("secret", "ten_1|whs_1");
    expect(() => first.open(sealed, "ten_1|whs_2")).toThrow("authenticate");
    // Not the last digit: a part of it stands for nothing.
    const changed = sealed.slice(0, -2) + (sealed.at(-2) === "A" ? "B" : "A") + sealed.slice(-1);
    expect(() => first.open(changed, "ten_1|whs_1")).toThrow(/authenticate/);
  });

  it("is opened by a key that another has followed, which seals", () => {
    const sealed = first.seal("secret", "x");
    expect(both.open(sealed, "x")).toBe("secret");
    expect(both.keyName).toBe("second");
    expect(both.seal("secret", "x")).toMatch(/^second\./);
    const only = createSealer([key("second", "b")]);
    expect(() => only.open(sealed, "x")).toThrow("the key first is not among SECRETS_KEYS");
  });
});

describe("the settings", () => {
  const keys = `k1:${Buffer.alloc(32).toString("base64")}`;
  it.each([
    [{}, "SECRETS_KEYS must be"],
    [{ SECRETS_KEYS: "k1:c2hvcnQ=" }, "SECRETS_KEYS must be"],
    [{ SECRETS_KEYS: `${keys},${keys}` }, "SECRETS_KEYS must be"],
    [{ SECRETS_KEYS: keys, WEBHOOK_ALLOW_CIDRS: "10.0.0.0" }, "WEBHOOK_ALLOW_CIDRS must be"],
    [{ SECRETS_KEYS: keys, WEBHOOK_SCHEDULE_SECONDS: "0,soon" }, "WEBHOOK_SCHEDULE_SECONDS must"],
    [{ SECRETS_KEYS: keys, WEBHOOK_DISABLE_FAILURES: "-1" }, "WEBHOOK_DISABLE_FAILURES must be"],
  ])("%j are refused by name", (given, sentence) => {
    expect(() => deliveryConfigOf(given)).toThrow(sentence);
  });

  it("have the documented schedule unless a setting says otherwise", () => {
    expect(deliveryConfigOf({ SECRETS_KEYS: keys })).toMatchObject({
      scheduleSeconds: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
      disableFailures: 10,
      disableHours: 72,
    });
  });
});
