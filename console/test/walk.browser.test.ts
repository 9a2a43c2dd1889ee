/** Rules that every page keeps: no error, no break of the policy, no rule of axe broken, any width, the keyboard alone. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "@slipway/dev/testing-chromium";
import {
  expectAccessible,
  expectFits,
  expectKeyboard,
  logIn,
  openConsole,
  type Opened,
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
  await expectOnePrimary(page);
  expect(troubles).toEqual([]);
}

/** One button at most has the filled colour: what the page is for. */
async function expectOnePrimary(page: Page): Promise<void> {
  const shown = await page.evaluate<string[]>(`(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = "var(--mantine-primary-color-filled)";
    const { backgroundColor: primary } = getComputedStyle(probe);
    probe.remove();
    return [...document.querySelectorAll(".mantine-Button-root, .mantine-ActionIcon-root")]
      .filter((each) => each.checkVisibility() && getComputedStyle(each).backgroundColor === primary)
      .map((each) => each.textContent);
  })()`);
  expect(shown).toEqual(shown.slice(0, 1));
}

it.each([
  ["the log-in", "", "Log in"],
  ["the first password", "/setup#token", "Set your password"],
])("keeps the page of %s to the rules", async (_, path, title) => {
  await opened.page.goto(`${world.url}/console${path}`);
  await opened.page.getByRole("heading", { name: title }).waitFor();
  await expectAll(opened);
});

describe("the page", () => {
  beforeAll(async () => {
    await opened.page.goto(`${world.url}/console`);
    await logIn(opened.page, await world.aUser());
  });

  it.each(visits)("$page keeps to the rules", async ({ path, isReady }) => {
    await opened.page.goto(`${world.url}/console${await path(world)}`);
    await isReady(opened.page);
    await expectAll(opened);
  });
});

it("visits every page", () => {
  const table = readFileSync(`${import.meta.dirname}/../app/pages.ts`, "utf8");
  const paths = [...table.matchAll(/\bpath: "([^"]+)"/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(new Set(visits.map(({ page }) => page))).toEqual(new Set(paths));
});
