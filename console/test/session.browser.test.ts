/** Logging in and out, and a session that ends under an open page. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "@slipway/dev/testing-chromium";
import {
  expectAccessible,
  expectGone,
  expectShown,
  logIn,
  openConsole,
  type Opened,
} from "./browsing.ts";
import { type World, aWorld, day, password } from "./world.ts";

let world: World;
let browser: Browser;
let opened: Opened;

beforeAll(async () => {
  [world, browser] = await Promise.all([aWorld(), launchChromium()]);
});
afterEach(() => opened?.context.close());
afterAll(() => browser?.close());

async function openAs(scopes?: string[]): Promise<Opened & { email: string }> {
  const email = await world.aUser(scopes);
  const session = await world.sessionOf(email);
  opened = await openConsole(browser, world.url, { path: `/day/${day}`, session });
  await opened.page.locator("#content").waitFor();
  return { ...opened, email };
}

/** With the cookie that the server itself sets. */
async function openByForm(): Promise<Opened> {
  opened = await openConsole(browser, world.url, { path: `/day/${day}` });
  await logIn(opened.page, await world.aUser());
  return opened;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

const theDay = (page: Page) => page.getByRole("region", { name: "Departures" });

describe("the log-in", () => {
  it("says in words that the password is wrong, then lets in", async () => {
    const email = await world.aUser();
    opened = await openConsole(browser, world.url);
    const { page } = opened;
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("a wrong password");
    await page.keyboard.press("Enter");
    await expectShown(page.getByText("The e-mail or the password is wrong."));
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("link", { name: "Day sheet" }));
    expect(opened.troubles).toEqual([]);
  });

  it("says why a log-in by an identity provider has failed", async () => {
    opened = await openConsole(browser, world.url);
    const { page } = opened;
    for (const [reason, sentence] of [
      ["provider", "The log-in did not work."],
      ["away", "The log-in service does not answer."],
      ["unknown", "There is no such log-in any more."],
      ["often", "Too many log-ins have come from your network."],
    ] as const) {
      await page.goto(`${world.url}/console?failed=${reason}`);
      await expectShown(page.getByRole("alert").getByText(sentence));
    }
    await expectAccessible(page);
  });

  it("has fields and buttons on a telephone that a finger hits", async () => {
    opened = await openConsole(browser, world.url, { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    for (const field of [
      page.getByLabel("E-mail"),
      page.getByLabel("Password", { exact: true }),
      page.getByRole("button", { name: "Show the password" }),
      page.getByRole("button", { name: "Log in" }),
    ]) {
      const { height = 0, width = 0 } = (await field.boundingBox()) ?? {};
      expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole("button", { name: "Show the password" }).click();
    await expectShown(page.locator("input[type=text][name=password]"));
  });

  it("keeps no token where a script could read it, and ends by the button, for the server too", async () => {
    const { page, context } = await openByForm();
    expect(await page.evaluate("document.cookie")).toBe("");
    await expectShown(theDay(page));
    const kept = await page.evaluate<object>("({ ...localStorage, ...sessionStorage })");
    const [session] = await context.cookies();
    expect(session?.name).toBe("slipway-session");
    expect(Object.values(kept)).not.toContain(session?.value);
    await logOut(page);
    await expectShown(page.getByRole("heading", { name: "Log in" }));
    expect(await page.evaluate("fetch('/api/v1/me').then(({ status }) => status)")).toBe(401);
    // A page that the browser has kept and shows again, as after "back".
    const anew = page.waitForEvent("domcontentloaded");
    await page.evaluate(
      "void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    );
    await anew;
    await expectShown(page.getByRole("heading", { name: "Log in" }));
  });
});

it("leaves the other windows of its user too, with what they keep of an order", async () => {
  const { page, context } = await openAs();
  await expectShown(theDay(page));
  const other = await context.newPage();
  await other.goto(`${world.url}/console/day/${day}`);
  await expectShown(theDay(other));
  const kept = "Object.keys(sessionStorage)";
  await other.evaluate("sessionStorage.setItem('slipway-basket-contact-1', '{}')");
  expect(await other.evaluate(kept)).toContain("slipway-basket-contact-1");
  await logOut(page);
  await expectShown(other.getByRole("heading", { name: "Log in" }));
  expect(await other.evaluate(kept)).toEqual([]);
});

describe("a user whose password was made for them", () => {
  it("chooses another one before anything else, and is in", async () => {
    const email = await world.aUser(["*"], { mustChangePassword: true });
    opened = await openConsole(browser, world.url, { path: `/day/${day}` });
    const { page } = opened;
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("heading", { name: "Choose your own password" }));
    expect(await page.getByRole("link").count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel("Current password").fill(password);
    await page.getByLabel("New password").fill("qwertyqwerty");
    await page.keyboard.press("Enter");
    await expectShown(page.getByText("must not be one of the most common passwords"));
    await page.getByLabel("New password").fill("sei remi e una bricola");
    await page.keyboard.press("Enter");
    await expectShown(theDay(page));
  });
});

describe("a user whose tenant asks for a second factor", () => {
  // A tenant of its own: the others' users would need one, too.
  it("adds one before anything else, logs in with a code from then on, and replaces it by one", async () => {
    const own = await aWorld();
    const email = await own.aUser();
    await requireSecondFactor(own, email);
    opened = await openConsole(browser, own.url, { path: `/day/${day}` });
    const { page } = opened;
    await logInOnly(page, email);
    await expectShown(page.getByRole("heading", { name: "Second factor" }));
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("img", { name: /Picture for the app/ }));
    const secret = (await page.locator("code").textContent()) ?? "";
    await page.getByLabel("Code of the app").fill(new TOTP({ secret }).generate());
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("heading", { name: "Recovery codes" }));
    await expectAccessible(page);
    const shown = page
      .getByRole("list", { name: "Recovery codes of the second factor" })
      .getByRole("listitem");
    const codes = await shown.allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Go on" }).click();
    await expectShown(theDay(page));
    await logOut(page);
    await logInOnly(page, email);
    await page.getByLabel("Code").fill("000000");
    await page.keyboard.press("Enter");
    await expectShown(page.getByText("The e-mail, the password or the code is wrong."));
    await page.getByLabel("Code").fill(codes[0] ?? "");
    await page.keyboard.press("Enter");
    await expectShown(theDay(page));
    await page.goto(`${own.url}/console/account`);
    await page
      .getByRole("button", { name: /^(Set up or replace it|Set up a second factor)$/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Second factor" });
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Add a second factor" }).click();
    await dialog.getByLabel("Code").fill(codes[1] ?? "");
    await dialog.getByRole("button", { name: "Add a second factor" }).click();
    await expectShown(page.getByRole("img", { name: /Picture for the app/ }));
  });
});

async function logInOnly(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

async function requireSecondFactor({ url, sessionOf }: World, email: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/me/second-factor-rule`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${await sessionOf(email)}`,
      "content-type": "application/json",
    },
    body: '{"required":true}',
  });
  expect(answer.status).toBe(200);
}

/** A session in place of another user's, as a link of an invitation begins one. */
async function logInInstead(page: Page, email: string): Promise<void> {
  await page.goto(`${world.url}/console`);
  const body = JSON.stringify(JSON.stringify({ email, password }));
  const headers = `{ "content-type": "application/json" }`;
  const asked = `fetch("/api/v1/sessions", { method: "POST", headers: ${headers}, body: ${body} })`;
  expect(await page.evaluate(`${asked}.then(({ status }) => status)`)).toBe(201);
  await page.goto(`${world.url}/console`);
}

describe("a log-in in another window", () => {
  it("of another user lets this page ask for nothing until its own user is back", async () => {
    const { page, context, email } = await openAs();
    await expectShown(theDay(page));
    await page.getByRole("link", { name: "Day after" }).click();
    await expectShown(page.getByRole("heading", { name: /2 June 2028/ }));
    const other = await context.newPage();
    const otherUser = await world.aUser();
    await logInInstead(other, otherUser);
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await expectShown(dialog);
    expect(await dialog.getByLabel("E-mail").inputValue()).toBe(email);
    const asked: string[] = [];
    page.on("request", (request) => {
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.evaluate("history.back()");
    await expectShown(page.getByRole("heading", { name: /1 June 2028/, includeHidden: true }));
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expectGone(dialog);
    await expectShown(theDay(page));
    expect(asked[0]).toBe("POST /api/v1/sessions");
    await expectShown(other.getByRole("dialog", { name: "Your session has ended" }));
    await logInInstead(await context.newPage(), otherUser);
    await expectGone(other.getByRole("dialog", { name: "Your session has ended" }));
    await expectShown(dialog);
  });
});

describe("the menu", () => {
  it("has what the user's scopes let see, and an address says which scope is missing", async () => {
    const { page } = await openAs(["catalog:read"]);
    expect(await page.getByRole("link", { name: "Day sheet" }).count()).toBe(0);
    await expectShown(
      page.getByText("You lack: bookings:read, suppliers:read, availability:read."),
    );
  });
});

describe("the language", () => {
  it("is the browser's, and another one by choice, which stays", async () => {
    opened = await openConsole(browser, world.url, { locale: "it-IT" });
    const { page } = opened;
    await expectShown(page.getByRole("heading", { name: "Accedi" }));
    await page.getByLabel("E-mail").fill(await world.aUser());
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Account di/ }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await expectShown(page.getByRole("link", { name: "Day sheet" }));
    expect(await page.evaluate("document.documentElement.lang")).toBe("en");
    await page.reload();
    await expectShown(page.getByRole("link", { name: "Day sheet" }));
    expect(opened.troubles).toEqual([]);
  });

  it("may be one that no table of languages has", async () => {
    // The locale of Chromium on a system that names none.
    opened = await openConsole(browser, world.url, { path: `/day/${day}`, locale: "en-US@posix" });
    await logIn(opened.page, await world.aUser());
    await expectShown(theDay(opened.page));
    expect(opened.troubles).toEqual([]);
  });
});

describe("keys", () => {
  it("find, and go to today, but not while one types", async () => {
    const { page } = await openAs();
    const search = page.getByRole("textbox", { name: "Search" });
    await expectShown(theDay(page));
    await page.keyboard.press("/");
    await expectShown(search);
    await page.keyboard.type("t");
    expect([await search.inputValue(), page.url()]).toEqual(["t", expect.stringContaining(day)]);
    await page.keyboard.press("Escape");
    await expectGone(search);
    const switchKeys = async (): Promise<void> => {
      await page.getByRole("button", { name: /^Account of/ }).click();
      await page.getByRole("menuitemcheckbox", { name: "Keyboard shortcuts" }).click();
      await page.keyboard.press("Escape");
      await expectGone(page.getByRole("menu"));
    };
    await switchKeys();
    await page.keyboard.press("t");
    expect(page.url()).toContain(day);
    await switchKeys();
    await page.keyboard.press("t");
    await page.waitForURL(/\/day$/);
  });
});

describe("an address", () => {
  it("that is none of the console says so and leads to the start, and one of the console before this one still leads", async () => {
    const { page } = await openAs();
    await page.goto(`${world.url}/console/nowhere`);
    await expectShown(page.getByRole("heading", { name: "There is no such page", level: 1 }));
    await expectAccessible(page);
    await page.getByRole("link", { name: "To the start page" }).click();
    await expectShown(theDay(page));
    expect(opened.troubles).toEqual([]);
    for (const [old, now, title] of [
      ["/access/channels", "/channels", "Channels"],
      ["/seasons", "/products", "Products"],
    ] as const) {
      await page.goto(`${world.url}/console${old}`);
      await page.waitForURL(`**${now}`);
      await expectShown(page.getByRole("heading", { name: title, level: 1 }));
    }
  });
});

describe("a link of an invitation", () => {
  it("that was used says so, on a page that keeps to the rules of axe", async () => {
    opened = await openConsole(browser, world.url, { path: "/setup#used" });
    const { page } = opened;
    await expectShown(page.getByRole("heading", { name: "Set your password" }));
    await expectAccessible(page);
    await page.getByLabel("New password").fill(password);
    await page.keyboard.press("Enter");
    await expectShown(page.getByText("This link is not good any more"));
  });
});

it("refuses as CSRF_REJECTED what a page of another origin sends with the cookie", async () => {
  const { context } = await openByForm();
  const target = `${world.url}/api/v1/suppliers`;
  // Another port of this host: the browser sends the cookie along, because a site has no port.
  const other = createServer((_, response) =>
    response.setHeader("Content-Type", "text/html").end(
      `<form method="post" enctype="text/plain" action="${target}">
        <input name='{"name":"Foreign","timezone":"UTC","x":"' value='"}'><button>Win</button></form>`,
    ),
  );
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const foreign = await context.newPage();
  await foreign.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  await foreign.evaluate(
    `fetch("${target}", { method: "POST", mode: "no-cors", credentials: "include",
      body: '{"name":"Foreign","timezone":"UTC"}' }).catch(() => undefined)`,
  );
  // The browser shows no script that answer. That to a form it shows as a page.
  const posted = foreign.waitForResponse(target);
  await foreign.getByRole("button", { name: "Win" }).click();
  const answer = await posted;
  expect((await answer.request().allHeaders())["cookie"]).toContain("slipway-session=");
  expect(await answer.json()).toMatchObject({ status: 403, code: "CSRF_REJECTED" });
  const suppliers = await world.slipway.suppliers.list();
  expect(suppliers.map(({ name }) => name)).toEqual(["Laguna Tours"]);
  other.close();
  other.closeAllConnections();
});
