/** The tasks of the page for blocks, by role and name. */
import { expect, it } from "@jest/globals";
import { expectGone, expectShown, logIn, troubleFreeBrowser } from "./browsing.ts";
import { aWorld, day } from "./world.ts";

const open = troubleFreeBrowser();

it("shows what a block covers before it is made, and removes it from the day sheet's hint", async () => {
  const world = await aWorld();
  await world.book("14:00", { name: "Rossi", adults: 2 });
  await world.book("18:00", { name: "Bianchi" });
  const { page } = await open(world.url, {
    path: `/calendar/${day}`,
    timezoneId: "Europe/Rome",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await logIn(page, await world.aUser());
  await page.getByRole("link", { name: "Block this day" }).click();

  const staying = page.getByRole("table", { name: "Bookings that stay" });
  await expectShown(page.getByText("3 departures are covered."));
  expect(await staying.getByRole("rowheader").allTextContents()).toEqual(["Rossi", "Bianchi"]);
  await page.getByLabel("Until").fill(`${day}T09:00`);
  await expectShown(page.getByText("0 departures are covered."));
  await expectShown(page.getByText("Nobody has booked one of them."));
  await page.getByLabel("Until").fill(`${day}T18:00`);
  await expectShown(page.getByText("2 departures are covered."));
  await page.getByRole("button", { name: "Copy e-mails" }).click();
  await expectShown(page.getByText("1 address copied."));
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("rossi@example.com");
  await page.getByLabel("Note").fill("The engine is overhauled");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  const blocks = page.getByRole("table", { name: "Present and coming blocks" });
  await expectShown(blocks.getByText("The engine is overhauled"));
  await expectShown(page.getByText("Done. It is blocked."));
  expect([
    await page.getByLabel("Until").inputValue(),
    await page.getByLabel("Note").inputValue(),
  ]).toEqual(["", ""]);
  await expect(world.book("09:00")).rejects.toMatchObject({ code: "DEPARTURE_BLOCKED" });
  await world.book("18:00");

  await page.goto(`${world.url}/console/day/${day}`);
  await page.getByRole("link", { name: /^09:00/ }).click();
  await page.getByRole("button", { name: "Remove the block" }).click();
  const hint = page.getByRole("dialog").getByText(/covers all departures of the product from/);
  expect(await hint.textContent()).toMatch(/00:00 until .*18:00.* The engine is overhauled/);
  await page.getByRole("link", { name: "All blocks" }).click();
  await blocks.getByRole("button", { name: /^Remove the block/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the block" }).click();
  await expectGone(blocks);
  await world.book("09:00");
});
