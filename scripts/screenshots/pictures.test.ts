import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { filesOfRepository, root } from "../words/texts.ts";
import { imagesBytesMax, pictures, withoutPicture } from "./pictures.ts";

const images = join(root, "docs/images");
const files = Object.values(pictures).map(({ file }) => file);

/** The patterns of each screen, by its file. */
const patternsOf = new Map(
  filesOfRepository(/-screen\.tsx$/, "console/page/screens").map((file) => {
    const [, list = ""] = /paths: (\[[^\]]*\])/.exec(readFileSync(join(root, file), "utf8")) ?? [];
    return [file, [...list.matchAll(/"([^"]+)"/g)].map(([, pattern = ""]) => pattern)];
  }),
);

describe("the pictures of README.md", () => {
  it("are of screens, and each screen without one says why", () => {
    const named = [...Object.keys(pictures), ...Object.keys(withoutPicture)];
    const timesNamed = [...patternsOf].map(
      ([file, own]) => [file, named.filter((each) => own.includes(each)).length] as const,
    );
    expect(timesNamed.filter(([, times]) => times !== 1)).toEqual([]);
    const patterns = [...patternsOf.values()].flat();
    expect(named.filter((each) => !patterns.includes(each))).toEqual([]);
  });

  it("are committed, without any other", () => {
    expect(files).toHaveLength(3);
    expect(new Set(readdirSync(images))).toEqual(new Set(files));
  });

  it("are shown with a text for who cannot see them", () => {
    const shown = readFileSync(join(root, "README.md"), "utf8").matchAll(
      /!\[([^\]]{20,})\]\(docs\/images\/([^)]+)\)/g,
    );
    expect(new Set([...shown].map(([, , file]) => file))).toEqual(new Set(files));
  });

  it("are small enough for a page that opens quickly", () => {
    const bytes = files.map((file) => statSync(join(images, file)).size);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(imagesBytesMax);
  });
});
