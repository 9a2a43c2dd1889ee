/** The settings of the console, by role and name. */
import { randomUUID } from "node:crypto";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createClient } from "@slipway/client";
import type { Page } from "playwright-core";
import {
  answering,
  expectGone,
  expectShown,
  lookUntil,
  openPage,
  openSession,
  troubleFreeBrowser,
} from "./browsing.ts";
import { aWorld, anOrder, day, password } from "./world.ts";

const open = troubleFreeBrowser();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function choose(page: Page, name: string, item: string): Promise<void> {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** The button of a dialog that asks before something is done. */
const sure = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true });

describe("a key", () => {
  it("is shown once, is not left without a question, and opens the API until it is revoked", async () => {
    const world = await aWorld();
    const page = await openPage(open, world, { path: "/keys" });
    await button(page, "New key").click();
    const form = page.getByRole("dialog", { name: "New key" });
    await form.getByLabel("Name").fill("Website");
    await form.getByRole("button", { name: "Issue the key" }).click();
    const shown = page.getByRole("dialog", { name: "The new key" });
    const apiKey = await shown.getByLabel("Key", { exact: true }).inputValue();
    const answer = answering(page);
    await page.keyboard.press("Escape");
    await expectShown(shown);
    answer.isYes = true;
    await shown.getByText("Close", { exact: true }).click();
    await expectGone(shown);
    const lost = expect.stringContaining("never shown again");
    expect(answer.asked).toEqual([lost, lost]);
    const row = rowOf(page, "Website");
    await expectShown(row.getByText("Seller: bookings"));
    await expectShown(row.getByText("No own prices, times or capacity"));
    const till = createClient({ baseUrl: world.url, apiKey, maxRetries: 0 });
    expect((await till.me.get()).scopes).not.toContain("catalog:write");
    await choose(page, "Website", "Revoke");
    await sure(page, "Revoke").click();
    await expectGone(row);
    await expect(till.me.get()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await page.content()).not.toContain(apiKey);
  });

  it("is issued and revoked by nobody who may only read", async () => {
    const page = await openPage(open, await aWorld(), { path: "/keys", scopes: ["api-keys:read"] });
    await expectShown(page.getByRole("table", { name: "API keys" }));
    expect(await page.getByRole("button", { name: /New key|Actions for/ }).count()).toBe(0);
  });
});

describe("a person", () => {
  it("is invited by a link, changed, and disabled", async () => {
    const world = await aWorld();
    const page = await openPage(open, world, { path: "/people" });
    await button(page, "Invite a person").click();
    const form = page.getByRole("dialog", { name: "Invite a person" });
    const email = `marco-${randomUUID()}@example.com`;
    await form.getByLabel("Name").fill("Marco");
    await form.getByLabel("E-mail").fill(email);
    await form.getByRole("radio", { name: /^Guide/ }).click();
    await form.getByRole("button", { name: "Make the link" }).click();
    const shown = page.getByRole("dialog", { name: "The link for the user" });
    const link = await shown.getByLabel("Link").inputValue();
    const answer = answering(page);
    answer.isYes = true;
    await shown.getByText("Close", { exact: true }).click();
    await expectShown(rowOf(page, "Marco").getByText("Invited"));
    const { page: his } = await open(world.url, { path: link.slice(link.indexOf("/setup")) });
    await his.getByLabel("New password").fill(password);
    await his.keyboard.press("Enter");
    await expectShown(his.locator("#content"));
    await choose(page, "Marco", "Change");
    await page.getByRole("radio", { name: /^Seller/ }).click();
    await button(page, "Save").click();
    await expectShown(rowOf(page, "Marco").getByText("Seller: bookings"));
    await expectShown(rowOf(page, "Marco").getByText("May log in"));
    await choose(page, "Marco", "Disable");
    await sure(page, "Disable").click();
    await expectShown(rowOf(page, "Marco").getByText("Disabled", { exact: true }));
  });
});

it("keeps the last owner, and says why", async () => {
  const world = await aWorld();
  const { page, troubles } = await openSession(open, world, { path: "/people" });
  await choose(page, "Ada", "Disable");
  await sure(page, "Disable").click();
  await expectShown(page.getByText("the last user with all permissions"));
  // Chromium says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("409")]);
});

describe("a webhook", () => {
  let receiver: Server;
  let status = 204;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    receiver.close();
    receiver.closeAllConnections();
  });

  it("is added, answers a test, and gets again what it has refused", async () => {
    const world = await aWorld();
    const page = await openPage(open, world, { path: "/webhooks" });
    await button(page, "New webhook").click();
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/till`;
    await page.getByLabel("Address").fill(url);
    await button(page, "Add").click();
    await expectShown(page.getByRole("heading", { name: url }));
    await button(page, "Send a test").click();
    await expectShown(page.getByText(/^Test: answered 204, after \d+ ms$/));
    await choose(page, url, "Show the secret");
    await sure(page, "Show the secret").click();
    const secret = await page.getByLabel("Secret", { exact: true }).inputValue();
    const [{ id } = { id: "" }] = await world.slipway.webhooks.listSubscriptions();
    expect((await world.slipway.webhooks.getSecret(id)).secret).toBe(secret);
    await page.getByRole("dialog").getByText("Close", { exact: true }).click();
    await expectGone(page.getByRole("dialog"));
    status = 500;
    await world.book("09:00");
    const row = rowOf(page, "CREATED");
    await lookUntil(button(page, "Look again: Deliveries"), row.getByText(/answered 500/));
    await expectShown(row.getByText("Waits"));
    status = 204;
    await page.getByRole("button", { name: /^Send again: CREATED/ }).click();
    await lookUntil(
      button(page, "Look again: Deliveries"),
      row.getByText(/attempts: answered 204/),
    );
    await page.getByRole("link", { name: "Back to the list" }).click();
    await expectShown(rowOf(page, url).getByText("Works"));
    await expectShown(rowOf(page, url).getByText(/of the last \d+ arrived/));
  });
});

describe("a channel", () => {
  it("is connected, says why its event has failed, and gets a key", async () => {
    const world = await aWorld();
    const full = await world.book("09:00", { adults: 24 });
    const page = await openPage(open, world, { path: "/channels" });
    await button(page, "New channel").click();
    await page.getByLabel("Name").fill("Lagoon Tickets");
    await page.getByLabel("Code").fill("lagoon");
    await button(page, "Connect").click();
    await expectShown(page.getByRole("heading", { name: "Lagoon Tickets" }));
    const [{ id } = { id: "" }] = await world.slipway.channels.list();
    await world.slipway.channels.createEvent(id, {
      externalEventId: "LT-1",
      type: "BOOKING_CREATE",
      payload: {
        externalId: "LT-58112",
        optionId: world.option.optionId,
        startAt: full.startAt,
        unitItems: [{ unitId: world.option.adultId, quantity: 1 }],
      },
    });
    const row = rowOf(page, "LT-1");
    const again = button(page, "Look again: Failed events");
    await lookUntil(again, row.getByText("There are not enough places left"));
    await row.getByText("Show").click();
    await expectShown(row.getByText('"externalId": "LT-58112"'));
    await world.slipway.bookings.cancel(full.id);
    await row.getByRole("button", { name: "Try again: LT-1" }).click();
    await lookUntil(again, page.getByText("No event has failed."));
    await button(page, "New key").click();
    await page.getByRole("combobox", { name: "Supplier" }).click();
    await page.getByRole("option", { name: "Laguna Tours" }).click();
    await button(page, "Issue the key").click();
    const key = await page.getByLabel("Key", { exact: true }).inputValue();
    const sells = await fetch(`${world.url}/octo/supplier`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(sells.status).toBe(200);
    const answer = answering(page);
    answer.isYes = true;
    await page.getByRole("dialog").getByText("Close", { exact: true }).click();
    await expectGone(page.getByRole("dialog"));
    expect(answer.asked).toEqual([expect.stringContaining("never shown again")]);
    // The channel itself has a menu of the same name.
    const actions = page.getByRole("table").getByRole("button", { name: /^Actions for Lagoon/ });
    await actions.click();
    await page.getByRole("menuitem", { name: "Revoke", exact: true }).click();
    await sure(page, "Revoke").click();
    await expectGone(actions);
  });
});

describe("a calendar feed", () => {
  it("is made, gets another address, and is deleted", async () => {
    const world = await aWorld();
    const page = await openPage(open, world, { path: "/feeds" });
    await button(page, "New feed").click();
    await page.getByLabel("Name", { exact: true }).fill("Boat");
    await page.getByRole("combobox", { name: "Departures of" }).click();
    await page.getByRole("option", { name: "Sunset cruise" }).click();
    await button(page, "Make the feed").click();
    const address = page.getByLabel("Address", { exact: true });
    const first = await address.inputValue();
    const read = (url: string) => fetch(`${world.url}${new URL(url).pathname}`);
    expect((await read(first)).status).toBe(200);
    const answer = answering(page);
    answer.isYes = true;
    await page.getByRole("dialog").getByText("Close", { exact: true }).click();
    await expectShown(rowOf(page, "Boat").getByText("Product: Sunset cruise"));
    await choose(page, "Boat", "New address");
    await sure(page, "New address").click();
    await expectShown(address);
    expect((await read(first)).status).toBe(404);
    expect((await read(await address.inputValue())).status).toBe(200);
    await page.getByRole("dialog").getByText("Close", { exact: true }).click();
    await choose(page, "Boat", "Delete");
    await sure(page, "Delete").click();
    await expectShown(page.getByText("No calendar feed yet"));
  });
});

describe("the company", () => {
  it("erases a customer by the e-mail address", async () => {
    const world = await aWorld();
    const { id } = await world.book("09:00", { name: "Rossi" });
    const page = await openPage(open, world, { path: "/company" });
    await expectShown(page.getByRole("heading", { name: "Company", level: 1 }));
    await page.getByRole("textbox", { name: "E-mail address" }).fill("rossi@example.com");
    await button(page, "Erase…").click();
    await sure(page, "Erase for good").click();
    await expectShown(page.getByText("Erased in 1 booking."));
    expect((await world.slipway.bookings.get(id)).customer).toBeNull();
  });
});

describe("the change log", () => {
  it("says who has changed what, by kind and by record, and names records by what they are of, not by ids", async () => {
    const world = await aWorld();
    await world.slipway.resources.update(world.resourceId, { capacityPerResource: 20 });
    const { optionId } = world.option;
    const startAt = `${day}T16:00:00Z`;
    await world.slipway.departures.callOff({ optionId, startAt, reason: "Storm" });
    await anOrder(world);
    const page = await openPage(open, world, { path: "/changes" });
    const log = page.getByRole("list", { name: "Change log" });
    const calledOff = log.getByText(
      /Departure called off Sunset cruise, Shared boat · Thu,? 1 Jun 2028, 18:00/,
    );
    await lookUntil(button(page, "Look again"), calledOff);
    await expectShown(log.getByText("Season made Sunset cruise, Shared boat"));
    await lookUntil(button(page, "Look again"), log.getByText(/Order made \w{8}/));
    expect(await log.textContent()).not.toMatch(/(opt|prd|per)_/);
    await page.getByRole("combobox", { name: "Kind" }).click();
    await page.getByRole("option", { name: "Resource", exact: true }).click();
    const show = page.getByRole("button", { name: /fields?: resource.update Boat$/ });
    await lookUntil(button(page, "Look again"), show);
    await show.click();
    await expectShown(page.getByRole("row", { name: "capacityPerResource 24 20" }));
    await page.getByRole("button", { name: "All changes of Boat" }).first().click();
    expect(new URL(page.url()).searchParams.get("id")).toBe(world.resourceId);
    await page.goto(`${world.url}/console/changes?kind=session`);
    await lookUntil(button(page, "Look again"), page.getByText("Log-in made").first());
    expect(await log.textContent()).not.toMatch(/(ses|usr)_/);
    await page.goto(`${world.url}/console/changes?day=2020-01-01`);
    await expectShown(page.getByText("Nothing was changed then."));
  });
});

describe("the account", () => {
  it("has look, language, password, log-ins and a second factor, beside links to the other settings", async () => {
    const world = await aWorld();
    const page = await openPage(open, world, { path: "/account" });
    const settings = page.getByRole("navigation", { name: "Settings" });
    for (const name of [
      "Webhooks",
      "Channels",
      "API keys",
      "People",
      "Calendar feeds",
      "Company",
      "Change log",
    ]) {
      await settings.getByRole("link", { name }).click();
      await expectShown(page.getByRole("heading", { name, level: 1 }));
    }
    await page.goto(`${world.url}/console/account`);
    await expectShown(page.getByRole("table", { name: "Log-ins" }).getByText("This browser"));
    await page.getByRole("combobox", { name: "Look" }).click();
    await page.getByRole("option", { name: "Dark" }).click();
    expect(await page.evaluate("document.documentElement.dataset.mantineColorScheme")).toBe("dark");
    await page.getByRole("combobox", { name: "Look" }).click();
    await page.getByRole("option", { name: "As the system" }).click();
    await button(page, "Set up a second factor").click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(password);
    await button(page, "Add a second factor").click();
    await expectShown(page.getByRole("img", { name: /^Picture for the app/ }));
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Language" }).click();
    await page.getByRole("option", { name: "Italiano" }).click();
    await expectShown(page.getByRole("heading", { name: "Aspetto e lingua" }));
  });
});
