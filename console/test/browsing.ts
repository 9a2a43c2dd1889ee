/** Pages of the console in a real browser, with what every one of them must keep to. */
import { afterAll, afterEach, beforeAll, expect } from "@jest/globals";
import { launchChromium } from "@slipway/dev/testing-chromium";
import { waitMsMax } from "@slipway/dev/testing-until";
import axe from "axe-core";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from "playwright-core";
import { type World, password } from "./world.ts";

export interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors in the browser's console, and loads that the page's policy has stopped. */
  readonly troubles: string[];
}

const wide = { width: 1280, height: 900 };

export type PageOptions = BrowserContextOptions & {
  readonly path?: string;
  /** The token of a session that the browser begins with. */
  readonly session?: string;
};

/** Runs in each page. */
const reportViolations = `addEventListener("securitypolicyviolation", (event) =>
  console.error("policy: " + event.violatedDirective + " " + event.blockedURI));`;

/** A page in a context of its own that shows /console; close the context when done. */
export async function openConsole(
  browser: Browser,
  url: string,
  { path, session, ...options }: PageOptions = {},
): Promise<Opened> {
  return openIn(await contextOf(browser, options), url, { path, session });
}

function contextOf(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  // A drawer that fades in has less contrast meanwhile.
  const quiet = { reducedMotion: "reduce", locale: "en-GB" } as const;
  return browser.newContext({ viewport: wide, ...quiet, ...options });
}

async function openIn(
  context: BrowserContext,
  url: string,
  { path = "", session }: { path?: string | undefined; session?: string | undefined },
): Promise<Opened> {
  const cookie = { name: "slipway-session", url, httpOnly: true, sameSite: "Strict" } as const;
  if (session !== undefined) await context.addCookies([{ ...cookie, value: session }]);
  const page = await context.newPage();
  page.setDefaultTimeout(waitMsMax);
  const troubles: string[] = [];
  page.on("console", (message) => {
    const { url: where } = message.location();
    // Chromium says so of every refusal; nobody is logged in at first.
    const isLogIn =
      /\/api\/v1\/(me|sessions|events)$/.test(where) && message.text().includes("401");
    // On a busy machine a page needs more than the few seconds after which Chromium says so.
    const isLate = message.text().includes("was preloaded using link preload but not used within");
    if (["error", "warning"].includes(message.type()) && !isLogIn && !isLate)
      troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  await page.addInitScript({ content: reportViolations });
  await page.goto(`${url}/console${path}`);
  return { context, page, troubles };
}

/**
 * A browser for the tests of a file. Behind each test its pages are closed, and nothing may have gone wrong on them. The
 * first page of each test is in a context that keeps the console's files from test to test, and nothing else. Further
 * pages have contexts of their own, and so has every page where `isApart`: behind a service worker or without a connection.
 */
export function troubleFreeBrowser({ isApart = false } = {}): (
  url: string,
  options?: PageOptions,
) => Promise<Opened> {
  let browser: Browser;
  let kept: Promise<BrowserContext> | undefined;
  let isTaken = isApart;
  const opened: (Opened & { readonly isKept: boolean; readonly url: string })[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) {
      await (each.isKept ? emptied(each.context, each.url) : each.context.close());
      expectNoTrouble(each);
    }
    isTaken = isApart;
  });
  afterAll(() => browser?.close());
  return async (url, { path, session, ...options } = {}) => {
    const isKept = !isTaken && Object.keys(options).length === 0;
    if (isKept) isTaken = true;
    const context = await (isKept ? (kept ??= contextOf(browser)) : contextOf(browser, options));
    const now = { ...(await openIn(context, url, { path, session })), isKept, url };
    opened.push(now);
    return now;
  };
}

/** Closes all pages, and takes out all that they have stored. Files stay in the browser's cache. */
async function emptied(context: BrowserContext, origin: string): Promise<void> {
  const used = context.pages();
  const blank = await context.newPage();
  for (const page of used) await page.close();
  await context.clearCookies();
  const devTools = await context.newCDPSession(blank);
  await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await blank.close();
}

/** Logs in on the page that asks for it. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await contentOf(page).waitFor();
}

const contentOf = (page: Page): Locator => page.getByRole("main").and(page.locator("#content"));

type Options = PageOptions & { readonly scopes?: string[] };

/** A page that begins with a session of a user of the world; `logIn` makes one by the form. */
export async function openSession(
  open: ReturnType<typeof troubleFreeBrowser>,
  world: World,
  { scopes, ...options }: Options = {},
): Promise<Opened> {
  const session = await world.sessionOf(await world.aUser(scopes));
  const opened = await open(world.url, { ...options, session });
  await contentOf(opened.page).waitFor();
  return opened;
}

/** The same, for a test on whose page nothing may go wrong. */
export async function openPage(...given: Parameters<typeof openSession>): Promise<Page> {
  return (await openSession(...given)).page;
}

function expectNoTrouble({ troubles }: Opened): void {
  expect(troubles).toEqual([]);
}

/** Waits until it can be seen. */
export async function expectShown(locator: Locator): Promise<void> {
  await locator.first().waitFor();
  expect(await locator.first().isVisible()).toBe(true);
}

/** Waits until there are so many: a list changes a moment after the message about the change. */
export async function expectCount(locator: Locator, count: number): Promise<void> {
  if (count > 0) await locator.nth(count - 1).waitFor({ state: "attached" });
  await locator.nth(count).waitFor({ state: "detached" });
  expect(await locator.count()).toBe(count);
}

/** Presses the button, which reads again what the page shows, until the page shows this. */
export async function lookUntil(button: Locator, shown: Locator): Promise<void> {
  await button.waitFor();
  while ((await shown.count()) === 0) {
    await button.click();
    await shown
      .first()
      .waitFor({ timeout: 300 })
      .catch(() => undefined);
  }
}

/** Answers what the browser asks about leaving: no, until `isYes`. */
export function answering(page: Page): { readonly asked: string[]; isYes: boolean } {
  const answer = { asked: [] as string[], isYes: false };
  page.on("dialog", (dialog) => {
    // Where the window itself is left, the question is the browser's own.
    answer.asked.push(dialog.type() === "beforeunload" ? "leave the window" : dialog.message());
    void (answer.isYes ? dialog.accept() : dialog.dismiss());
  });
  return answer;
}

/** Waits until it is gone. */
export async function expectGone(locator: Locator): Promise<void> {
  await locator.waitFor({ state: "detached" });
  expect(await locator.count()).toBe(0);
}

/** No rule of axe is broken in light, nor in dark one of those that depend on colours. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  for (const [colorScheme, rules] of Object.entries(rulesIn)) {
    await page.emulateMedia({ colorScheme: colorScheme as keyof typeof rulesIn });
    const found: unknown = await page.evaluate(
      `axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations.map(({ id, nodes }) =>
        id + ": " + nodes.map(({ html, failureSummary }) => html + " " + failureSummary).join("; ")))`,
    );
    expect([colorScheme, found]).toEqual([colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: null });
}

const rulesIn = {
  light: {},
  dark: { runOnly: ["color-contrast", "link-in-text-block"] },
} as const;

/** Nothing is wider than the page: on a small telephone, at a zoom of 200 %, and with text of twice the size. */
export async function expectFits(page: Page): Promise<void> {
  const widthOver = (): Promise<unknown> =>
    page.evaluate("document.documentElement.scrollWidth - innerWidth");
  for (const width of [360, wide.width / 2]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await widthOver()]).toEqual([width, 0]);
  }
  await page.setViewportSize(wide);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  expect(["text of twice the size", await widthOver()]).toEqual(["text of twice the size", 0]);
  await page.evaluate("document.documentElement.style.fontSize = ''");
}

/** Elements that a user can use. Arrow keys lead to those that Tab leaves out, such as the days of a month. */
const usable = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter((each) => !each.disabled && each.tabIndex >= 0 && each.checkVisibility() && !each.closest("[inert]"))`;

/** The Tab key reaches everything that can be used, in the order of the page, and leaves it again. */
export async function expectKeyboard(page: Page): Promise<void> {
  // While one walks, the page may still get what it has loaded, and lose what has the focus: one walks again.
  for (;;) {
    await page.evaluate(`globalThis.before = ${usable}`);
    const missed = await missedByTab(page);
    const isSame = await page.evaluate<boolean>(
      `((now) => now.length === before.length && now.every((each) => before.includes(each)))(${usable})`,
    );
    if (!isSame) continue;
    return expect(missed).toEqual([]);
  }
}

async function missedByTab(page: Page): Promise<unknown> {
  const count = await page.evaluate<number>("before.length");
  await page.evaluate("document.activeElement?.blur(); getSelection()?.removeAllRanges()");
  await page.evaluate("document.body.tabIndex = -1; document.body.focus()");
  await page.evaluate("document.body.removeAttribute('tabindex')");
  await page.evaluate("globalThis.reached = new Set()");
  // A field for a day or a time has a stop for each of its parts.
  for (let times = 0; times < count * 4; times++) {
    await page.keyboard.press("Tab");
    const hasLeft = await page.evaluate(
      "reached.add(document.activeElement); document.activeElement === document.body && reached.size > 1",
    );
    if (hasLeft) break;
  }
  return page.evaluate(
    `before.filter((each) => !reached.has(each)).map((each) => each.outerHTML.slice(0, 120))`,
  );
}
