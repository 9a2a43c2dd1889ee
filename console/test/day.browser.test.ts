/** The tasks of the day sheet of the console, by role and name. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import type { Download, Page } from "playwright-core";
import { looksEveryMs } from "../page/answer-time.ts";
import { rangeOfDay } from "../page/zone.ts";
import {
  expectCount,
  expectGone,
  expectShown,
  logIn,
  openPage,
  troubleFreeBrowser,
} from "./browsing.ts";
import { type World, aWorld, anOption, day } from "./world.ts";

const open = troubleFreeBrowser();

const row = (page: Page, time: string) =>
  page.getByRole("button", { name: new RegExp(`^${time}`) });
const party = (page: Page, name: string) =>
  page.getByRole("table", { name: "Parties" }).getByRole("row").filter({ hasText: name });
const menuOf = async (page: Page, name: string): Promise<void> =>
  party(page, name)
    .getByRole("button", { name: /^Actions for/ })
    .click();
async function fromMenu(page: Page, name: RegExp, item: string): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
const ofDay = (page: Page, item: string) => fromMenu(page, /^Actions for Thursday/, item);
const ofDeparture = (page: Page, item: string) => fromMenu(page, /^Actions for 09:00/, item);
const openDay = async (world: World): Promise<Page> =>
  openPage(open, world, { path: `/day/${day}` });

describe("a day", () => {
  it("shows how full its departures are and who comes on the opened one, and hears what is sold elsewhere", async () => {
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi", adults: 2, children: 1, notes: "Wheelchair" });
    await world.book("14:00", { name: "Bianchi", status: "ON_HOLD" });
    const page = await openDay(world);
    await expectShown(row(page, "14:00").getByText("4 of 24 booked"));
    await expectShown(row(page, "14:00").getByText("1 on hold"));
    await expectShown(row(page, "09:00").getByText("0 of 24 booked"));
    await expectShown(party(page, "Rossi").getByText("2 Adult, 1 Child"));
    await expectShown(party(page, "Rossi").getByText("Wheelchair"));
    await expectShown(party(page, "Rossi").getByText("€115.00"));
    await expectShown(party(page, "Bianchi").getByText("On hold"));
    await expectShown(page.getByText("Boat: 20 free"));
    await expectShown(page.getByRole("region", { name: "Guests" }).getByText("6 % of 72 places"));
    await world.book("09:00", { adults: 3 });
    await expectShown(row(page, "09:00").getByText("3 of 24 booked"));
  });

  it("says why a departure is full of which no place is sold", async () => {
    const world = await aWorld();
    const { slipway, supplierId, option } = world;
    const guide = { supplierId, name: "Guide", quantity: 1, capacityPerResource: 4 };
    const { id: resourceId } = await slipway.resources.create(guide);
    await slipway.options.setResourceRequirement(option.optionId, { resourceId });
    const { id: productId } = await slipway.products.create({ supplierId, name: "Walk" });
    const walk = await anOption(slipway, { productId, resourceId, times: ["09:00"] });
    await world.book("09:00", { adults: 4, option: walk });
    const page = await openDay(world);
    const cruise = page.getByRole("button", { name: /^09:00.*Sunset cruise/ });
    await expectShown(cruise.getByText("Full", { exact: true }));
    await expectShown(cruise.getByText("Guide: full"));
    await expectCount(row(page, "09:00").getByText("Guide: full"), 1);
    await cruise.click();
    await expectShown(page.getByRole("region", { name: /^09:00 Sunset/ }).getByText("Guide: full"));
  });

  it("leads to the seasons where no season has it", async () => {
    const world = await aWorld();
    await withoutSeason(world);
    const page = await openDay(world);
    await expectShown(page.getByText("Nothing departs: no season has it"));
    await page.getByRole("main").getByRole("link", { name: "Seasons" }).click();
    await expectShown(page.getByRole("heading", { name: "Sunset cruise", level: 1 }));
  });

  it("keeps bookings whose departure is in no timetable any more", async () => {
    const world = await aWorld();
    await world.book("14:00");
    await withoutSeason(world);
    const page = await openDay(world);
    await expectShown(row(page, "14:00").getByText("Not in the timetable any more"));
    await expectShown(party(page, "Rossi"));
  });

  it("of 23 or 25 hours shows all departures in the supplier's zone, and none of the next", async () => {
    const world = await aWorld("America/New_York");
    const path = "/day/2028-03-12";
    const page = await openPage(open, world, { path, timezoneId: "Asia/Tokyo" });
    const rows = page
      .getByRole("region", { name: "Departures" })
      .getByRole("button", { name: /^\d\d:\d\d/ });
    const expectAll = async (date: RegExp): Promise<void> => {
      await expectShown(page.getByRole("heading", { name: date, level: 1 }));
      await expectShown(page.getByText("Times in America/New_York"));
      await expectCount(rows, 3);
      for (const time of ["09:00", "14:00", "18:00"]) await expectShown(row(page, time));
    };
    await expectAll(/12 March 2028/);
    await page.goto(`${world.url}/console/day/2028-11-05`);
    await expectAll(/5 November 2028/);
  });
});

async function withoutSeason({ slipway, option: { optionId } }: World): Promise<void> {
  const [period] = await slipway.options.listAvailabilityPeriods(optionId);
  await slipway.options.deactivateAvailabilityPeriod(optionId, period?.id ?? "");
}

/**
 * Runs in the page, which then looks for changes only when the test says so. The test counts looks, because a busy machine
 * keeps to no seconds.
 */
const keepLooks = `{
  const { setInterval: every } = globalThis;
  globalThis.looks = [];
  globalThis.setInterval = (act, ms, ...more) =>
    ms === ${looksEveryMs} ? looks.push(act) : every(act, ms, ...more);
}`;

/** A window of its own, with its own log-in. */
async function aWindow(world: World): Promise<Page> {
  const { page } = await open(world.url, { path: "/setup" });
  await page.addInitScript({ content: keepLooks });
  await page.goto(`${world.url}/console/day/${day}`);
  await logIn(page, await world.aUser());
  return page;
}

describe("two windows", () => {
  it("each show by their next look, within six seconds, what the other has changed", async () => {
    expect(looksEveryMs).toBeLessThan(6_000);
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi", adults: 2 });
    const [seller, watcher] = await Promise.all([aWindow(world), aWindow(world)]);
    await expectShown(row(watcher, "18:00").getByText("0 of 24 booked"));
    await party(seller, "Rossi").dragTo(row(seller, "18:00"));
    await seller.getByRole("button", { name: "Move the party" }).click();
    await expectShown(row(seller, "18:00").getByText("2 of 24 booked"));
    await watcher.evaluate("for (const look of looks) look()");
    await expectShown(row(watcher, "18:00").getByText("2 of 24 booked"));
  });
});

describe("a party", () => {
  it("is moved by the mouse, by the keys of its menu, or by three keys, and keeps its price", async () => {
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi", adults: 2 });
    const page = await openDay(world);
    await party(page, "Rossi").dragTo(row(page, "18:00"));
    const dialog = page.getByRole("dialog", { name: "Move Rossi to 18:00?" });
    await expectShown(dialog.getByText("Keep the old price: €90.00 (as before)"));
    await dialog.getByRole("button", { name: "Move the party" }).click();
    await expectShown(row(page, "18:00").getByText("2 of 24 booked"));
    await expectShown(row(page, "14:00").getByText("0 of 24 booked"));

    await row(page, "18:00").click();
    await party(page, "Rossi")
      .getByRole("button", { name: /^Actions for/ })
      .focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Move to" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: /^14:00/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Move the party" }).click();
    await expectShown(row(page, "14:00").getByText("2 of 24 booked"));

    await row(page, "14:00").click();
    await party(page, "Rossi").getByRole("link", { name: "Rossi", exact: true }).focus();
    await page.keyboard.press("v");
    await expectShown(page.locator(":focus").and(page.getByRole("menuitem", { name: /^18:00/ })));
    await page.keyboard.press("Enter");
    await expectShown(dialog.getByText("Keep the old price: €90.00 (as before)"));
    await page.keyboard.press("Enter");
    await expectShown(row(page, "18:00").getByText("2 of 24 booked"));
  });

  it("is cancelled after a moment in which that can be taken back", async () => {
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi" });
    await world.book("14:00", { name: "Bianchi" });
    const page = await openDay(world);
    await menuOf(page, "Rossi");
    await page.getByRole("menuitem", { name: "Cancel the booking" }).click();
    await expectGone(party(page, "Rossi"));
    await expectShown(row(page, "14:00").getByText("1 of 24 booked"));
    await page.getByRole("button", { name: "Undo" }).click();
    await expectShown(party(page, "Rossi"));
    await menuOf(page, "Bianchi");
    await page.getByRole("menuitem", { name: "Cancel the booking" }).click();
    await expectShown(page.getByText(/^Bianchi, \w+ is cancelled; its places are free\./));
    const live = await world.slipway.bookings.list({ status: "CONFIRMED" });
    expect(live.map(({ customer }) => customer?.["name"])).toEqual(["Rossi"]);
    await expectCount(party(page, "Bianchi"), 0);
  });
});

describe("a departure", () => {
  it("is closed with a reason, and opened again", async () => {
    const world = await aWorld();
    await world.book("09:00");
    const page = await openDay(world);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: /^Close Sunset cruise/ });
    await expectShown(dialog.getByText("1 booking stays."));
    await dialog.getByLabel("Why").fill("Bora");
    await dialog.getByRole("button", { name: "Close it" }).click();
    await expectShown(row(page, "09:00").getByText("Closed"));
    const [block] = await world.slipway.availabilityBlocks.list(rangeOfDay(day, "Europe/Rome"));
    expect(block?.note).toBe("Bora");
    await page.getByRole("button", { name: "Open again" }).click();
    await page.getByRole("button", { name: "Open it" }).click();
    await expectGone(row(page, "09:00").getByText("Closed"));
  });

  it("is called off with a reason, its bookings one by one but for a party that has come, and sold again", async () => {
    const world = await aWorld();
    await world.book("09:00", { name: "Rossi" });
    await world.book("09:00", { name: "Bianchi", status: "ON_HOLD" });
    const come = await world.book("09:00", { name: "Verdi" });
    await world.slipway.bookings.redeem(come.id);
    const page = await openDay(world);
    await ofDeparture(page, "Call off…");
    const dialog = page.getByRole("dialog", { name: /Sunset cruise/ });
    await expectShown(dialog.getByText("but for parties that have come"));
    await dialog.getByLabel("Why").fill("Storm");
    await dialog.getByRole("button", { name: "Call off and cancel 2 bookings" }).click();
    await expectShown(dialog.getByText("Done for 2 of 2 parties."));
    await expectCount(dialog.getByRole("table").getByText("Cancelled"), 2);
    await expectShown(dialog.getByLabel("Message"));
    expect(await dialog.getByLabel("Message").inputValue()).toContain("Storm");
    await expectCount(dialog.getByText("Verdi"), 0);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expectShown(row(page, "09:00").getByText("Called off"));
    const left = await world.slipway.bookings.list({ status: "CONFIRMED" });
    expect(left.map(({ id }) => id)).toEqual([come.id]);
    const cancelled = await world.slipway.bookings.list({ status: "CANCELLED" });
    expect(cancelled.map(({ cancellationReason }) => cancellationReason)).toEqual([
      "Storm",
      "Storm",
    ]);
    await ofDeparture(page, "Sell again");
    await page.getByRole("dialog").getByRole("button", { name: "Sell again" }).click();
    await expectGone(row(page, "09:00").getByText("Called off"));
  });

  it("is called off with all others of its day, and the guests of all are told", async () => {
    const world = await aWorld();
    await world.book("09:00", { name: "Rossi" });
    await world.book("14:00", { name: "Bianchi" });
    const page = await openDay(world);
    await ofDay(page, "Call off the day…");
    const dialog = page.getByRole("dialog", { name: /^Call off all departures of/ });
    await expectShown(dialog.getByRole("table").getByText("Bianchi"));
    await dialog.getByLabel("Why").fill("Storm");
    await dialog
      .getByRole("button", { name: /^Call off \d departures and cancel 2 bookings$/ })
      .click();
    await expectShown(dialog.getByText("Done for 2 of 2 parties."));
    await expectCount(dialog.getByRole("table").getByText("Cancelled"), 2);
    expect(await dialog.getByLabel("Message").inputValue()).toContain("Storm");
    await dialog.getByRole("button", { name: "Done" }).click();
    for (const time of ["09:00", "14:00"])
      await expectShown(row(page, time).getByText("Called off"));
    const cancelled = await world.slipway.bookings.list({ status: "CANCELLED" });
    expect(cancelled.map(({ refund }) => refund?.percent)).toEqual([100, 100]);
  });

  it("of a longer closure says what else opens with it", async () => {
    const world = await aWorld();
    await world.slipway.availabilityBlocks.create({
      productId: world.productId,
      startAt: `${day}T00:00:00+02:00`,
      endAt: `${day}T15:00:00+02:00`,
      note: "The engine is overhauled",
    });
    const page = await openDay(world);
    await row(page, "09:00").click();
    await page.getByRole("button", { name: "Open again" }).click();
    const dialog = page.getByRole("dialog");
    await expectShown(dialog.getByText(/covers all departures of the product from.*15:00/));
    await expectShown(dialog.getByText("The engine is overhauled"));
  });

  it("gives the e-mail addresses of its guests", async () => {
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi" });
    await world.book("14:00", { name: "Bianchi" });
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await openPage(open, world, { path: `/day/${day}`, permissions });
    await page.getByRole("button", { name: "Message guests" }).click();
    await page.getByRole("button", { name: "Copy the addresses" }).click();
    await expectShown(page.getByText("2 addresses copied."));
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      "bianchi@example.com, rossi@example.com",
    );
  });

  it("has a page of its own on paper or in a file, with prices only where that is chosen and no formula", async () => {
    const world = await aWorld();
    const booked = [
      await world.book("09:00", { name: "=1+2", adults: 2, notes: "Wheelchair" }),
      await world.book("14:00", { name: "Bianchi" }),
      await world.book("14:00", { name: "Verdi", status: "ON_HOLD" }),
    ];
    const page = await openDay(world);
    await ofDay(page, "Print or save as CSV");
    const save = async (): Promise<Download> => {
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save as CSV", exact: true }).click();
      return saving;
    };
    const lines = readFileSync(await (await save()).path(), "utf8");
    expect(lines).toContain(`"${day}","09:00","Europe/Rome","Sunset cruise, Shared boat"`);
    expect(lines).toContain(`"'=1+2"`);
    await page.emulateMedia({ media: "print" });
    const printed = await page.evaluate<string>("document.body.innerText");
    for (const { reference } of booked) expect(printed.split(reference)).toHaveLength(2);
    expect(printed).toContain("Signature");
    // Chromium writes each page of a PDF as an object in plain text.
    const pdf = (await page.pdf()).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2);

    await page.emulateMedia({ media: null });
    await page.getByRole("checkbox", { name: /^14:00/ }).uncheck();
    await page.emulateMedia({ media: "print" });
    const paper = page.locator(".print-only");
    expect(await paper.isVisible()).toBe(true);
    expect(await page.locator("#content").isVisible()).toBe(false);
    const sheets = await paper.textContent();
    expect(sheets).toContain("Wheelchair");
    expect(sheets).not.toMatch(/Bianchi|€/);
    await page.emulateMedia({ media: null });
    await page.getByRole("checkbox", { name: "With prices" }).check();
    const file = await save();
    expect(file.suggestedFilename()).toBe(`${day}.csv`);
    expect(readFileSync(await file.path(), "utf8")).toContain('"90.00","EUR"');
  });
});
