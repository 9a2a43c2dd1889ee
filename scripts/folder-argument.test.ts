import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

const root = join(import.meta.dirname, "..");
const run = (script: string, ...words: string[]) =>
  spawnSync(process.execPath, [join(root, "scripts", script), ...words], {
    cwd: root,
    encoding: "utf8",
  });

it.each(["pack.ts", "pack-client.ts"])(
  "%s --help says how it is used, and makes nothing",
  (name) => {
    const { status, stdout } = run(name, "--help");
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^npm run pack/),
    });
    expect(existsSync(join(root, "--help"))).toBe(false);
  },
);

it.each([["--foldr"], ["one", "two"]])("pack.ts refuses %s", (...words) => {
  const { status, stderr } = run("pack.ts", ...words);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining(`${words.join(" ")} is no folder. npm run pack`),
  });
});
