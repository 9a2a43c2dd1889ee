/** The tasks of connections and access, by role and name. */
import { describe, expect, it } from "@jest/globals";
import { createClient } from "@slipway/client";
import type { Page } from "playwright-core";
import { expectGone, expectShown, logIn, troubleFreeBrowser } from "./browsing.ts";
import { type World, aWorld } from "./world.ts";

const open = troubleFreeBrowser();

async function openAccess(world: World, name: string, scopes?: string[]): Promise<Page> {
  const { page } = await open(world.url, { path: `/access/${name}` });
  await logIn(page, await world.aUser(scopes));
  return page;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

describe("a key", () => {
  it("is shown once, is not left without a question, and opens the API until it is revoked", async () => {
    const world = await aWorld();
    const page = await openAccess(world, "keys");
    await button(page, "New key").click();
    const form = page.getByRole("dialog", { name: "New key" });
    await form.getByLabel("Name").fill("Website");
    await form.getByRole("button", { name: "Issue the key" }).click();
    const shown = page.getByRole("dialog", { name: "The new key" });
    const apiKey = await shown.getByLabel("Key", { exact: true }).inputValue();
    // Chromium closes a dialog at the second Escape without asking.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.goBack();
    await expectShown(shown.getByText("never shown again"));
    await shown.getByRole("button", { name: "Close all the same" }).click();
    await expectGone(shown);
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
    const page = await openAccess(await aWorld(), "keys", ["api-keys:read"]);
    await expectShown(page.getByRole("table", { name: "Keys" }));
    expect(await page.getByRole("button", { name: /New key|Revoke/ }).count()).toBe(0);
  });
});
