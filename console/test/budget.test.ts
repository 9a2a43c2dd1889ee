import { gzipSync } from "node:zlib";
import { expect, it } from "@jest/globals";
import { bundleConsole } from "../src/bundle.ts";

const kilobytesMax = 60;

it(`is at most ${kilobytesMax} kB of script and style, compressed`, async () => {
  const files = [...(await bundleConsole())].filter(([name]) => /\.(js|css)$/.test(name));
  const bytes = files.reduce((sum, [, each]) => sum + gzipSync(each, { level: 9 }).length, 0);
  expect(files).toHaveLength(2);
  expect(bytes).toBeLessThanOrEqual(kilobytesMax * 1_000);
});
