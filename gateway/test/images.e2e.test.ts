import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Browser } from "playwright-core";
import { checkedImage } from "../src/image/image.ts";
import { launchChromium } from "@slipway/dev/testing-chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Runs in the page: a picture with enough in it for every kind of table and chunk. */
const draw = (type: string): string => `
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [643, 481];
  const context = canvas.getContext("2d");
  for (let step = 0; step < 500; step++) {
    context.fillStyle = "hsl(" + step * 7 + " 80% 50% / 0.5)";
    context.fillRect((step * 37) % 643, (step * 53) % 481, 90, 60);
  }
  canvas.toDataURL("${type}", 0.8).split(",")[1];`;

const fault = expect.objectContaining({ fault: expect.any(String) });

// A JPEG may lack its end marker: viewers show it. A WebP's size may be one off, and a PNG is whole or none.
it.each([
  ["image/jpeg", 3, { end: expect.any(Number) }],
  ["image/png", 1, fault],
  ["image/webp", 3, fault],
] as const)(
  "a real image is taken whole, as a browser writes it: %s",
  async (type, cut, afterCut) => {
    const page = await browser.newPage();
    const bytes = Buffer.from(await page.evaluate<string>(draw(type)), "base64");
    expect(bytes.length).toBeGreaterThan(5_000);
    expect(checkedImage(type, bytes)).toEqual({ end: bytes.length });
    expect(checkedImage(type, bytes.subarray(0, -cut))).toEqual(afterCut);
    await page.close();
  },
);
