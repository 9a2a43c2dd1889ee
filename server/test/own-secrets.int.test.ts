import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { withOwnSecrets } from "../src/data/own-secrets.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "slipway-secrets-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

it.each([
  ["auth-pepper", "AUTH_PEPPER"],
  ["secrets-keys", "SECRETS_KEYS"],
] as const)(
  "%s is made once, and not anew beside data that were put back without it",
  async (file, setting) => {
    const secret = async () => (await withOwnSecrets({}, directory))[setting];
    const made = await secret();
    writeFileSync(join(directory, "first-start.json"), JSON.stringify({ done: true }));
    expect(await secret()).toBe(made);
    expect(readFileSync(join(directory, file), "utf8")).toBe(`${made}\n`);
    rmSync(join(directory, file));
    await expect(secret()).rejects.toMatchObject({
      name: "CannotStart",
      message: expect.stringMatching(`file ${file}, which is missing.*${setting}`),
    });
  },
);
