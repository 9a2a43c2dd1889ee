import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readEnvironment } from "./read-environment.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "slipway-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, "secret");
  writeFileSync(file, text);
  return file;
}

describe("a secret in a file", () => {
  it.each([
    ["a pepper", "a pepper"],
    ["a pepper\n", "a pepper"],
    ["a pepper\r\n", "a pepper"],
    [" two\nlines\n\n", " two\nlines\n"],
  ])("is read without the line break at its end: %j", (text, read) => {
    const given = readEnvironment({ AUTH_PEPPER_FILE: fileWith(text), AUTH_PEPPER: "" });
    expect(given["AUTH_PEPPER"]).toBe(read);
  });

  it.each([
    "AUTH_PEPPER",
    "AUTH_PEPPER_NEXT",
    "AUTH_PEPPER_OLD",
    "SECRETS_KEYS",
    "ADDRESS_HASH_KEY",
    "MONGODB_URI",
    "NATS_URL",
    "OPERATOR_NATS_URL",
    "SLIPWAY_KEY",
  ])("may be %s", (name) => {
    expect(readEnvironment({ [`${name}_FILE`]: fileWith("said") })[name]).toBe("said");
  });

  it("is none for a setting that is no secret", () => {
    expect(readEnvironment({ HOST_FILE: fileWith("one") })).not.toHaveProperty("HOST");
  });

  it("is refused in one sentence that shows neither secret nor path", () => {
    const both = { NATS_URL: "nats://one", NATS_URL_FILE: fileWith("nats://two") };
    expect(() => readEnvironment(both)).toThrow(
      "NATS_URL and NATS_URL_FILE are both set; set one of them.",
    );
    expect(() => readEnvironment({ NATS_URL_FILE: join(folder, "none") })).toThrow(
      "NATS_URL_FILE names a file that cannot be read (ENOENT).",
    );
    expect(() => readEnvironment({ NATS_URL_FILE: fileWith("\n") })).toThrow(
      "NATS_URL_FILE names an empty file.",
    );
  });
});
