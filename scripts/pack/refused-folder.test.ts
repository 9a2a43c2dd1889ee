import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { refusalOf } from "./refused-folder.ts";

let all: string;
let kept: { root: string; home: string };

beforeAll(() => {
  all = realpathSync(mkdtempSync(join(tmpdir(), "slipway-pack-")));
  kept = { root: join(all, "work/slipway"), home: join(all, "home/ada") };
  for (const folder of [kept.root, kept.home]) mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(all, { recursive: true, force: true }));

function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(all, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

describe("a folder to pack into", () => {
  it("is neither the repository nor what the repository lies in", () => {
    for (const folder of [kept.root, dirname(kept.root), all, "/"])
      expect(refusalOf(folder, kept)).toMatch(/: the repository lies in it\.$/);
  });

  it("is neither the home directory nor what that lies in", () => {
    for (const folder of [kept.home, dirname(kept.home)])
      expect(refusalOf(folder, kept)).toMatch(/: the home directory lies in it\.$/);
  });

  it("is not a link to one of those", () => {
    const link = join(all, "link");
    symlinkSync(kept.root, link);
    expect(refusalOf(link, kept)).toMatch(/the repository lies in it/);
  });

  it("holds nothing of anybody else's", () => {
    const notOurs = [
      folderWith("letters", { "letter.txt": "Dear" }),
      folderWith("sources", { "package.json": '{ "name": "slipway" }' }),
      folderWith("theirs", { "main.js": "", "package.json": '{ "name": "theirs" }' }),
      folderWith("broken", { "main.js": "", "package.json": "{" }),
    ];
    for (const folder of notOurs)
      expect(refusalOf(folder, kept)).toMatch(/it holds what npm run pack has not made/);
    expect(refusalOf(join(all, "letters", "letter.txt"), kept)).toMatch(/it is a file/);
  });

  it("may be new, empty, or one that was packed before", () => {
    const packed = { "main.js": "", "package.json": '{ "name": "slipway" }' };
    const fine = [join(all, "a/new/one"), folderWith("empty", {}), folderWith("packed", packed)];
    for (const folder of fine) expect(refusalOf(folder, kept)).toBeUndefined();
  });
});

describe("npm run pack", () => {
  it("leaves a folder that it refuses as it is, and says so in one line", () => {
    const folder = folderWith("precious", { "letter.txt": "Dear" });
    const program = join(import.meta.dirname, "..", "pack.ts");
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", program, folder],
      { encoding: "utf8" },
    );
    expect({ status, lines: stderr.trim().split("\n") }).toEqual({
      status: 1,
      lines: [expect.stringContaining(`Nothing was packed into ${folder}`)],
    });
    expect(existsSync(join(folder, "letter.txt"))).toBe(true);
  });
});
