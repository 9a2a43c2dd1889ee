import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "@slipway/dev/testing-chromium";
import { type Client, sharedClient } from "./client.ts";

let gateway: Client;
let browser: Browser;
/** Opened once: drawing a hundred operations takes seconds. */
let wide: Opened;

beforeAll(async () => {
  [gateway, browser] = await Promise.all([sharedClient(), launchChromium()]);
  wide = await openReference();
});

afterAll(async () => {
  await browser?.close();
});

interface Opened {
  readonly page: Page;
  /** Errors in the browser's console, and loads that the page's policy has stopped. */
  readonly troubles: readonly string[];
  /** The hosts that were asked for anything. */
  readonly hosts: ReadonlySet<string>;
}

/** Runs in the page. */
const tellViolations = `addEventListener("securitypolicyviolation", (event) =>
  console.error("policy: " + event.violatedDirective + " " + event.blockedURI));`;

async function openReference(width = 1200): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  page.setDefaultTimeout(50_000);
  const troubles: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("requestfailed", (request) => troubles.push(`${request.url()} failed`));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== "data:") hosts.add(host);
  });
  await page.addInitScript({ content: tellViolations });
  await page.goto(`${gateway.url}/docs`);
  await page.waitForSelector(".opblock-tag-section");
  return { page, troubles, hosts };
}

describe("/docs", () => {
  it("shows every part of the interface without an error, asking nobody but its own gateway", async () => {
    const { page, troubles, hosts } = wide;
    const title = await page.textContent(".info .title");
    expect(title).toContain("Slipway");
    const parts = await page
      .locator(".opblock-tag")
      .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("data-tag")));
    const document = (await (await fetch(`${gateway.url}/api/v1/openapi.json`)).json()) as {
      tags: { name: string }[];
    };
    expect(parts).toEqual(document.tags.map(({ name }) => name));
    expect(troubles).toEqual([]);
    expect([...hosts]).toEqual([new URL(gateway.url).host]);
  });

  it("begins with the selling guide, whose contents lead to its parts", async () => {
    const { page, troubles } = wide;
    expect(await page.textContent("main h1")).toBe("Selling with Slipway");
    const links = page.locator(".contents a");
    const targets = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")));
    expect(targets.length).toBeGreaterThan(8);
    for (const target of targets) expect(await page.locator(target ?? "").count()).toBe(1);
    expect(await page.locator("article").textContent()).not.toContain("# @name");
    expect(troubles).toEqual([]);
  });

  it("groups the operations by what a reader wants", async () => {
    const { page } = wide;
    expect(await page.locator(".group").allTextContents()).toEqual([
      "Start here",
      "Sell",
      "Set up",
      "Connect",
      "Account",
    ]);
  });

  it("finds operations by words of their path, id and summary", async () => {
    const { page } = wide;
    await page.fill(".operation-filter-input", "quote book");
    await page.locator(".opblock-tag[data-tag=me]").waitFor({ state: "detached" });
    const found = page.locator(".opblock-tag");
    expect(
      await found.evaluateAll((all) => all.map((tag) => tag.getAttribute("data-tag"))),
    ).toEqual(["bookings"]);
    await page.fill(".operation-filter-input", "");
    await page.locator(".opblock-tag[data-tag=me]").waitFor();
  });

  it("shows a request in three languages, and folds the errors away", async () => {
    const { page, troubles } = wide;
    await page.click(".opblock-tag[data-tag=bookings]");
    await page.click("#operations-bookings-createBooking .opblock-summary-control");
    const operation = page.locator("#operations-bookings-createBooking");
    const sample = operation.locator(".samples pre");
    expect(await sample.textContent()).toContain("curl -X POST");
    await operation.getByRole("button", { name: "TypeScript" }).click();
    expect(await sample.textContent()).toContain("slipway.bookings.create(");
    await operation.getByRole("button", { name: "Python" }).click();
    expect(await sample.textContent()).toContain("requests.post(");
    const conflict = operation.locator(".errors .response[data-code='409']");
    expect(await conflict.isVisible()).toBe(false);
    await operation.locator(".errors > summary").click();
    expect(await conflict.isVisible()).toBe(true);
    // Written as elements: the page's policy lets no text become HTML.
    expect(await conflict.locator("li code", { hasText: /^CAPACITY_EXHAUSTED$/ }).count()).toBe(1);
    expect(await operation.locator(".response[data-code='201']").isVisible()).toBe(true);
    expect(troubles).toEqual([]);
  });

  it("fits a telephone of 390 pixels, with an operation open", async () => {
    const { page } = await openReference(390);
    await page.click(".opblock-tag[data-tag=bookings]");
    await page.click("#operations-bookings-createBooking .opblock-summary-control");
    await page.locator("#operations-bookings-createBooking .samples").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.close();
  });

  it("tries GET /me out with a key", async () => {
    const { key, tenantId } = await gateway.aKey();
    const { page, troubles } = wide;
    await page.click("button.authorize");
    await page.fill(".auth-container input[aria-label=auth-bearer-value]", key);
    await page.click(".auth-container:has(input[aria-label=auth-bearer-value]) button.authorize");
    await page.click(".modal-ux .close-modal");
    await page.click("#tag-me, .opblock-tag[data-tag=me]");
    await page.click("#operations-me-getMe .opblock-summary-control");
    await page.click("#operations-me-getMe .execute");
    const live = page.locator("#operations-me-getMe .live-responses-table .response");
    await live.waitFor();
    expect(await live.locator(".response-col_status").textContent()).toContain("200");
    expect(await live.locator(".response-col_description").textContent()).toContain(tenantId);
    expect(troubles).toEqual([]);
  });

  it("is allowed nothing that is not its own", async () => {
    const { headers, status } = await fetch(`${gateway.url}/docs`);
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("stands at one address", async () => {
    const { status, headers } = await fetch(`${gateway.url}/docs/`, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([308, "../docs"]);
  });
});
