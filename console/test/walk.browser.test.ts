/**
 * Rules that every screen keeps: no error, no break of the policy, no rule of axe broken, any width, the keyboard
 * alone.
 */
import { readFileSync } from "node:fs";
import { globSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser } from "playwright-core";
import { launchChromium } from "@slipway/dev/testing-chromium";
import {
  type Opened,
  expectAccessible,
  expectFits,
  expectKeyboard,
  logIn,
  openConsole,
} from "./browsing.ts";
import { visits } from "./visits.ts";
import { type World, aWorld } from "./world.ts";

let world: World;
let browser: Browser;
let opened: Opened;

beforeAll(async () => {
  [world, browser] = await Promise.all([aWorld(), launchChromium()]);
  await world.book("09:00", { name: "Bianchi", adults: 2, children: 1 });
  await world.book("14:00", { name: "Rossi", status: "ON_HOLD", notes: "Wheelchair" });
  const block = { startAt: "2028-07-01T00:00Z", endAt: "2028-07-02T00:00Z", note: "Regatta" };
  await world.slipway.availabilityBlocks.create({ productId: world.productId, ...block });
  opened = await openConsole(browser, world.url);
});
afterAll(() => browser?.close());

async function expectAll({ page, troubles }: Opened): Promise<void> {
  await expectAccessible(page);
  await expectFits(page);
  await expectKeyboard(page);
  expect(troubles).toEqual([]);
}

it("keeps the log-in page to it", async () => {
  await opened.page.getByRole("heading", { name: "Log in" }).waitFor();
  await expectAll(opened);
  await logIn(opened.page, await world.aUser());
});

describe.each(visits)("$screen", ({ path, isReady }) => {
  it("is kept to it", async () => {
    await opened.page.goto(`${world.url}/console${await path(world)}`);
    await isReady(opened.page);
    await expectAll(opened);
  });
});

it("visits every screen", () => {
  const sources = globSync("../page/screens/**/*-screen.tsx", { cwd: import.meta.dirname });
  const patterns = sources.map((file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
    return [...(/paths: (\[[^\]]*\])/.exec(text)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(
      ([, pattern]) => pattern,
    );
  });
  expect(patterns.length).toBeGreaterThan(0);
  const visited = new Set(visits.map(({ screen }) => screen));
  expect(patterns.filter((own) => !own.some((each) => visited.has(each ?? "")))).toEqual([]);
});
