/** The tasks of connections and access, by role and name. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createClient } from "@slipway/client";
import type { Page } from "playwright-core";
import {
  type Opened,
  answering,
  expectGone,
  expectShown,
  logIn,
  lookUntil,
  troubleFreeBrowser,
} from "./browsing.ts";
import { type World, aWorld, password } from "./world.ts";

const open = troubleFreeBrowser();

async function openAccess(world: World, name: string, scopes?: string[]): Promise<Opened> {
  const opened = await open(world.url, { path: `/access/${name}` });
  await logIn(opened.page, await world.aUser(scopes));
  return opened;
}

/** Chromium says in its console that the server has refused something, as the test wants. */
const expectRefusals = ({ troubles }: Opened, status: number): void => {
  const others = troubles.splice(0).filter((text) => !text.includes(`status of ${status}`));
  expect(others).toEqual([]);
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

describe("a key", () => {
  it("is shown once, is not left without a question, and opens the API until it is revoked", async () => {
    const world = await aWorld();
    const { page } = await openAccess(world, "keys");
    await button(page, "New key").click();
    const form = page.getByRole("dialog", { name: "New key" });
    await form.getByLabel("Name").fill("Website");
    await form.getByRole("button", { name: "Issue the key" }).click();
    const shown = page.getByRole("dialog", { name: "The new key" });
    const apiKey = await shown.getByLabel("Key", { exact: true }).inputValue();
    const answer = answering(page);
    // Chromium lets Escape close a dialog now and then without asking the page: it opens again, and each asks once.
    const escapes = 6;
    for (let times = 0; times < escapes; times++) {
      const asked = page.waitForEvent("dialog");
      await page.keyboard.press("Escape");
      await asked;
    }
    const leaving = page.waitForEvent("dialog", (dialog) => dialog.type() === "beforeunload");
    await page.evaluate("history.back()");
    await leaving;
    answer.isYes = true;
    await shown.getByRole("button", { name: "Close", exact: true }).click();
    await expectGone(shown);
    const lost = expect.stringContaining("never shown again");
    expect(answer.asked).toEqual([...Array(escapes).fill(lost), "leave the window", lost]);
    const row = rowOf(page, "Website");
    await expectShown(row.getByText("Bookings: read and change"));
    await expectShown(row.getByText("Never"));
    const till = createClient({ baseUrl: world.url, apiKey, maxRetries: 0 });
    expect((await till.me.get()).scopes).not.toContain("catalog:write");
    await row.getByRole("button", { name: "Revoke: Website" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await expectGone(row);
    await expect(till.me.get()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await page.reload();
    expect(await page.content()).not.toContain(apiKey);
  });

  it("is issued and revoked by nobody who may only read", async () => {
    const { page } = await openAccess(await aWorld(), "keys", ["api-keys:read"]);
    await expectShown(page.getByRole("table", { name: "Keys" }));
    expect(await page.getByRole("button", { name: /New key|Revoke/ }).count()).toBe(0);
  });
});

describe("a user", () => {
  it("is invited by a link, sets a password, may do what the role says, and is disabled", async () => {
    const world = await aWorld();
    const { page } = await openAccess(world, "users");
    await button(page, "Invite a user").click();
    const form = page.getByRole("dialog", { name: "Invite a user" });
    const email = `marco-${randomUUID()}@example.com`;
    await form.getByLabel("Name").fill("Marco");
    await form.getByLabel("E-mail").fill(email);
    await form.getByLabel("Role").selectOption({ label: "Guide: sees the day and who comes" });
    await form.getByRole("button", { name: "Make the link" }).click();
    const shown = page.getByRole("dialog", { name: "The link for the user" });
    const link = await shown.getByLabel("Link").inputValue();
    const answer = answering(page);
    answer.isYes = true;
    await shown.getByRole("button", { name: "Close", exact: true }).click();
    await expectGone(shown);
    expect(answer.asked).toEqual([expect.stringContaining("never shown again")]);
    await expectShown(rowOf(page, "Marco").getByText(/^Invited, with a link that is good until/));

    const guide = await open(world.url, { path: link.slice(link.indexOf("/setup")) });
    const { page: his } = guide;
    const leaving = answering(his);
    await his.getByLabel("New password").fill(password);
    await his.keyboard.press("Enter");
    await expectShown(his.getByRole("button", { name: "Log out" }));
    expect(leaving.asked).toEqual([]);
    await his.getByRole("link", { name: "Access" }).click();
    await his.getByRole("link", { name: "Your log-ins" }).click();
    await expectShown(his.getByRole("table", { name: "Log-ins" }).getByText("this one"));
    // Here stand the links of the group, as the owner's page has them.
    await expectShown(page.getByRole("link", { name: "Keys" }));
    expect(await his.getByRole("link", { name: "Keys" }).count()).toBe(0);
    const typed = his.getByLabel("Password until now");
    await typed.fill("half of i");
    await his.getByRole("link", { name: "Day", exact: true }).click();
    expect(await typed.inputValue()).toBe("half of i");
    leaving.isYes = true;

    await page.reload();
    await rowOf(page, "Marco").getByRole("button", { name: "Disable: Marco" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable", exact: true }).click();
    await expectShown(rowOf(page, "Marco").getByText("Disabled", { exact: true }));
    await his.getByRole("link", { name: "Day", exact: true }).click();
    await expectShown(his.getByRole("dialog", { name: "Your session has ended" }));
    expect(leaving.asked).toEqual(Array(2).fill(expect.stringContaining("not saved")));
    expectRefusals(guide, 401);
  });

  it("who is the last owner is not disabled", async () => {
    const opened = await openAccess(await aWorld(), "users");
    const { page } = opened;
    await page.getByRole("button", { name: "Disable: Ada" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable", exact: true }).click();
    await expectShown(page.getByText("the last user with all permissions"));
    expectRefusals(opened, 409);
    await page.goto(`${new URL(page.url()).origin}/console/setup#used`);
    await page.getByLabel("New password").fill(password);
    await page.keyboard.press("Enter");
    await expectShown(page.getByText("This link is not good any more"));
    expectRefusals(opened, 401);
  });
});

describe("a receiver", () => {
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
    const { page } = await openAccess(world, "receivers", ["bookings:read", "bookings:write"]);
    await button(page, "New receiver").click();
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/till`;
    await page.getByLabel("Address").fill(url);
    await button(page, "Add").click();
    await expectShown(page.getByText("Active. Failures in a row: 0."));
    await button(page, "Send a test").click();
    await expectShown(page.getByText(/^answered 204, after \d+ ms$/));

    await page.getByRole("button", { name: "Show the secret" }).click();
    const asked = page.getByRole("dialog", { name: /^Show the secret/ });
    await asked.getByRole("button", { name: "Show the secret" }).click();
    const secret = await page.getByLabel("Secret", { exact: true }).inputValue();
    const [{ id } = { id: "" }] = await world.slipway.webhooks.listSubscriptions();
    expect((await world.slipway.webhooks.getSecret(id)).secret).toBe(secret);
    await button(page, "Close").click();
    expect(await page.content()).not.toContain(secret);

    status = 500;
    await world.book("09:00");
    const row = rowOf(page, "CREATED");
    await lookUntil(button(page, "Look again"), row.getByText(/attempts?: answered 500/));
    await expectShown(row.getByText("Waits"));
    status = 204;
    await page.getByRole("button", { name: "Send again: CREATED" }).click();
    await lookUntil(button(page, "Look again"), row.getByText(/attempts: answered 204/));
    await expectShown(row.getByText("Arrived"));
    await page.getByRole("link", { name: "Receivers" }).click();
    await expectShown(page.getByRole("table", { name: "Receivers" }).getByText(url));
    expect(await rowOf(page, url).getByText("None").count()).toBe(1);
  });
});

describe("a channel", () => {
  it("is connected, says why its event has failed, and takes it once there is room", async () => {
    const world = await aWorld();
    const full = await world.book("09:00", { adults: 24 });
    const { page } = await openAccess(world, "channels");
    await button(page, "New channel").click();
    await page.getByLabel("Name").fill("Lagoon Tickets");
    await page.getByLabel("Code").fill("lagoon");
    await button(page, "Connect").click();
    await expectShown(page.getByText("Active. Code: lagoon. Address: None."));
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
    await lookUntil(button(page, "Look again"), row.getByText("There are not enough places left"));
    await row.getByText("Show").click();
    await expectShown(row.getByText('"externalId": "LT-58112"'));
    await world.slipway.bookings.cancel(full.id);
    await row.getByRole("button", { name: "Try again: LT-1" }).click();
    await lookUntil(button(page, "Look again"), page.getByText("No event has failed."));
    // An event that is being tried again has not failed, and has not sold yet.
    let sold = await world.slipway.bookings.list({ externalId: "LT-58112" });
    while (sold.length === 0) {
      await pause(100);
      sold = await world.slipway.bookings.list({ externalId: "LT-58112" });
    }
    expect(sold.map(({ source }) => source)).toEqual(["lagoon"]);
    await button(page, "New key").click();
    await page.getByLabel("Supplier").selectOption({ label: "Laguna Tours" });
    await button(page, "Issue the key").click();
    const key = await page.getByLabel("Key", { exact: true }).inputValue();
    const answer = answering(page);
    answer.isYes = true;
    await button(page, "Close").click();
    await expectGone(page.getByRole("dialog"));
    expect(answer.asked).toEqual([expect.stringContaining("never shown again")]);
    expect(await page.content()).not.toContain(key);
    const sells = await fetch(`${world.url}/octo/supplier`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect([sells.status, ((await sells.json()) as { name: string }).name]).toEqual([
      200,
      "Laguna Tours",
    ]);
    await page.getByRole("button", { name: "Revoke: Lagoon Tickets" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await rowOf(page, "Sells for a channel").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Channels" }).click();
    await expectShown(rowOf(page, "Lagoon Tickets").getByText("0", { exact: true }));
  });
});

describe("the log of changes", () => {
  it("says who has changed what, by kind, by record and by day", async () => {
    const world = await aWorld();
    const { page } = await openAccess(world, "audit");
    await page.getByLabel("Kind").selectOption({ label: "Resource" });
    await expectShown(rowOf(page, "resource.create").getByText("test", { exact: true }));
    await world.slipway.resources.update(world.resourceId, { capacityPerResource: 20 });
    await page.getByRole("link", { name: world.resourceId }).click();
    const changed = rowOf(page, "resource.update");
    await lookUntil(button(page, "Look again"), changed);
    await changed.getByText(/^\d fields?$/).click();
    await expectShown(changed.getByText(/^capacityPerResource: 24 → 20$/));
    await page.getByLabel("Day").fill("2020-01-01");
    await page.getByLabel("Day").press("Tab");
    await expectShown(page.getByText("Nothing was changed then."));
  });
});
