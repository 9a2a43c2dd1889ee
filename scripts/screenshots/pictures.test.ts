import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { root } from "../words/texts.ts";
import { imagesBytesMax, pictures, withoutPicture } from "./pictures.ts";

const images = join(root, "docs/images");
const files = Object.values(pictures).map(({ file }) => file);

const table = readFileSync(join(root, "console/app/pages.ts"), "utf8");
const paths = [...table.matchAll(/\bpath: "([^"]+)"/g)].map(([, path]) => path);

describe("the pictures of README.md", () => {
  it("are of pages, and each page without one says why", () => {
    const named = [...Object.keys(pictures), ...Object.keys(withoutPicture)];
    expect(named).toHaveLength(paths.length);
    expect(new Set(named)).toEqual(new Set(paths));
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
