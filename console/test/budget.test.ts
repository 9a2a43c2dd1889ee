import { gzipSync } from "node:zlib";
import { expect, it } from "@jest/globals";
import { consoleFiles } from "../src/console-files.ts";

const kilobytesMax = 62;

it(`loads at most ${kilobytesMax} kB of script and style, compressed, in any language`, async () => {
  const files = [...(await consoleFiles())].filter(([name]) => /\.(js|css)$/.test(name));
  const sizes = new Map(
    files.map(([name, bytes]) => [
      name.replace(/\.[^.]+(?=\.)/, ""),
      gzipSync(bytes, { level: 9 }).length,
    ]),
  );
  // Nothing else is loaded: a viewer has the application and one language.
  expect([...sizes.keys()].toSorted()).toEqual(["app.css", "app.js", "en.js", "it.js"]);
  const { "app.css": style = 0, "app.js": script = 0, ...texts } = Object.fromEntries(sizes);
  const bytes = style + script + Math.max(...Object.values(texts));
  expect(bytes).toBeLessThanOrEqual(kilobytesMax * 1_000);
});
