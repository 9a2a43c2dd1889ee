import { describe, expect, it } from "@jest/globals";
import { crc32 } from "node:zlib";
import { isToken, keyText, parseKey, tokenText } from "./key-format.ts";

const keyId = "0123456789Ab";
const secret = "Z".repeat(43);
const key = keyText(keyId, secret);

describe("key text", () => {
  it("gives back the parts it was made of", () => {
    expect(key).toMatch(/^slw_0123456789Ab_Z{43}[0-9A-Za-z]{6}$/);
    expect(parseKey(key)).toEqual({ keyId, secret });
  });

  it("carries the CRC-32 that zlib computes", () => {
    let value = 0;
    for (const digit of key.slice(-6))
      value =
        value * 62 +
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(digit);
    expect(value).toBe(crc32(key.slice(0, -6)));
  });

  it.each([
    ["a changed letter of the secret", key.replace("ZZ", "ZY")],
    ["a changed letter of the checksum", key.slice(0, -1) + (key.endsWith("0") ? "1" : "0")],
    ["another prefix", key.replace("slw_", "bkg_")],
    ["a missing letter", key.slice(0, -1)],
    ["a trailing line break", `${key}\n`],
    ["nothing", ""],
  ])("refuses %s", (_name, text) => {
    expect(parseKey(text)).toBeNull();
  });
});

describe("a session's token", () => {
  const token = tokenText("session", secret);

  it("is distinguished from a key by its text alone", () => {
    expect(token).toMatch(/^sls_Z{43}[0-9A-Za-z]{6}$/);
    expect([isToken("session", token), parseKey(token)]).toEqual([true, null]);
    expect(isToken("session", key)).toBe(false);
  });

  it.each([
    ["a changed letter", token.replace("ZZ", "ZY")],
    ["a missing letter", token.slice(0, -1)],
    ["a trailing line break", `${token}\n`],
    ["nothing", ""],
  ])("is none with %s", (_name, text) => {
    expect(isToken("session", text)).toBe(false);
  });
});
