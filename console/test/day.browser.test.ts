/** The tasks of the day sheet, by role and name. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { looksEveryMs } from "../page/answer-time.ts";
import {
  type PageOptions,
  expectGone,
  expectShown,
  logIn,
  troubleFreeBrowser,
} from "./browsing.ts";
import { type World, aWorld, day } from "./world.ts";

const open = troubleFreeBrowser();

async function openDay(world: World, options: PageOptions = {}) {
  const { page } = await open(world.url, { path: `/day/${day}`, ...options });
  await logIn(page, await world.aUser());
  return page;
}

const departures = (page: Page) => page.getByRole("table", { name: "Departures" });
const parties = (page: Page) => page.getByRole("table", { name: "Parties" });
const openDeparture = (page: Page, time: string) =>
  page.getByRole("link", { name: new RegExp(`^${time}`) }).click();

describe("a day", () => {
  it("shows how full its departures are, and who comes on the opened one", async () => {
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi", adults: 2, children: 1, notes: "Wheelchair" });
    await world.book("14:00", { name: "Bianchi", status: "ON_HOLD" });
    const page = await openDay(world);
    const rows = departures(page).getByRole("row");
    await expectShown(rows.filter({ hasText: "14:00" }).getByText("4/24"));
    await expectShown(rows.filter({ hasText: "14:00" }).getByText("1 on hold"));
    await expectShown(rows.filter({ hasText: "09:00" }).getByText("0/24"));
    await openDeparture(page, "14:00");
    const names = await parties(page).getByRole("rowheader").allTextContents();
    expect(names).toEqual(["Bianchi", "Rossi"]);
    const rossi = parties(page).getByRole("row").filter({ hasText: "Rossi" });
    expect(await rossi.textContent()).toContain("2 Adult, 1 Child");
    expect(await rossi.textContent()).toContain("Wheelchair");
    expect(await rossi.textContent()).toContain("€115.00");
    await expectShown(page.getByText("Boat: 20 free"));
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      // The look for changes comes by itself.
      if (!searchParams.has("updatedSince")) asked.push(pathname.replace("/api/v1/", ""));
    });
    await page.getByRole("link", { name: "Day after" }).click();
    await expectShown(departures(page).getByText("0/24"));
    expect(asked.toSorted()).toEqual(["availability", "availability-blocks", "bookings"]);
  });

  it("hears of a booking that is made elsewhere", async () => {
    const world = await aWorld();
    const page = await openDay(world);
    await expectShown(departures(page).getByText("0/24").first());
    await world.book("09:00", { adults: 3 });
    await expectShown(departures(page).getByText("3/24"));
  });

  it("says why it is empty", async () => {
    const world = await aWorld();
    await world.slipway.products.archive(world.productId);
    const page = await openDay(world);
    await expectShown(page.getByText("there is no product, or all are archived"));
  });

  it("leads to the seasons where no season has it", async () => {
    const world = await aWorld();
    const { options } = world.slipway;
    const { optionId } = world.option;
    const [period] = await options.listAvailabilityPeriods(optionId);
    await options.deactivateAvailabilityPeriod(optionId, period?.id ?? "");
    const page = await openDay(world);
    await expectShown(page.getByText("Nothing departs: no season has it"));
    await page.getByRole("main").getByRole("link", { name: "Seasons" }).click();
    await expectShown(page.getByRole("heading", { name: "Seasons" }));
    await expectShown(page.getByText("The option departs on no day."));
  });

  it("keeps bookings whose departure is in no timetable any more", async () => {
    const world = await aWorld();
    await world.book("14:00");
    const { optionId } = world.option;
    const [period] = await world.slipway.options.listAvailabilityPeriods(optionId);
    await world.slipway.options.deactivateAvailabilityPeriod(optionId, period?.id ?? "");
    const page = await openDay(world);
    await expectShown(departures(page).getByText("Not in the timetable any more"));
    await openDeparture(page, "14:00");
    await expectShown(parties(page).getByText("Rossi"));
  });
});

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
const lookOnce = (page: Page) => page.evaluate("looks.at(-1)()");

/** A window of its own, with its own log-in. */
async function aWindow(world: World, path: string): Promise<Page> {
  const { page } = await open(world.url, { path: "/setup" });
  await page.addInitScript({ content: keepLooks });
  await page.goto(`${world.url}/console${path}`);
  await logIn(page, await world.aUser());
  return page;
}

describe("two windows", () => {
  it("each show by their next look, within six seconds, what the other has sold or cancelled", async () => {
    expect(looksEveryMs).toBeLessThan(6_000);
    const world = await aWorld();
    const { supplierId, option } = world;
    const sale = `/new?supplier=${supplierId}&option=${option.optionId}&start=${day}T07:00:00.000Z`;
    const [seller, watcher] = await Promise.all([
      aWindow(world, sale),
      aWindow(world, `/day/${day}`),
    ]);
    await expectShown(departures(watcher).getByText("0/24"));
    await seller.getByLabel("Name").fill("Rossi");
    await seller.getByRole("button", { name: "Book", exact: true }).click();
    await expectShown(seller.getByRole("heading", { name: /^Booked/ }));
    expect(await departures(watcher).getByText("1/24").count()).toBe(0);
    await lookOnce(watcher);
    await expectShown(departures(watcher).getByText("1/24"));

    await seller.getByRole("link", { name: "To the day" }).click();
    await expectShown(departures(seller).getByText("1/24"));
    await openDeparture(watcher, "09:00");
    await parties(watcher).getByRole("link", { name: "Rossi" }).click();
    await watcher.getByRole("button", { name: /^Cancel the booking/ }).click();
    const dialog = watcher.getByRole("dialog", { name: /^Cancel this booking/ });
    await dialog.getByRole("button", { name: "Cancel the booking" }).click();
    await expectShown(watcher.getByText("The booking now is: Cancelled."));
    expect(await departures(seller).getByText("1/24").count()).toBe(1);
    await lookOnce(seller);
    await expectGone(departures(seller).getByText("1/24"));
    await expectShown(seller.getByText("Nobody has booked"));
  });
});

describe("the opened departure", () => {
  it("is blocked and let go again, and says what stays", async () => {
    const world = await aWorld();
    await world.book("14:00");
    const page = await openDay(world);
    await openDeparture(page, "14:00");
    await page.getByRole("button", { name: "Block this departure" }).click();
    const dialog = page.getByRole("dialog", { name: /Block Sunset cruise/ });
    await expectShown(dialog.getByText("1 booking stays."));
    await dialog.getByRole("button", { name: "Block this departure" }).click();
    await expectShown(departures(page).getByText("Blocked"));
    await expect(world.book("14:00")).rejects.toMatchObject({ code: "DEPARTURE_BLOCKED" });
    await world.book("09:00");
    await page.getByRole("button", { name: "Remove the block" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove the block" }).click();
    await expectGone(departures(page).getByText("Blocked"));
    await world.book("14:00");
  });

  it("gives the e-mail addresses of its customers", async () => {
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi" });
    await world.book("14:00", { name: "Bianchi" });
    const page = await openDay(world, { permissions: ["clipboard-read", "clipboard-write"] });
    await openDeparture(page, "14:00");
    await page.getByRole("button", { name: "Copy e-mails" }).click();
    await expectShown(page.getByText("2 addresses copied."));
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      "bianchi@example.com, rossi@example.com",
    );
  });
});

describe("what leaves the screen", () => {
  it("has every booking once on paper, a page for each departure, and no money unless chosen", async () => {
    const world = await aWorld();
    const booked = [
      await world.book("09:00", { name: "Rossi" }),
      await world.book("14:00", { name: "Bianchi" }),
      await world.book("14:00", { name: "Verdi", status: "ON_HOLD" }),
    ];
    const page = await openDay(world);
    await openDeparture(page, "14:00");
    await page.emulateMedia({ media: "print" });
    const printed = (): Promise<string> => page.evaluate("document.body.innerText");
    for (const { reference } of booked) expect((await printed()).split(reference)).toHaveLength(2);
    expect(await printed()).not.toContain("€");
    expect(await printed()).toContain("Signature");
    expect(pagesOf(await page.pdf())).toBe(2);
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel("With prices").check();
    await page.getByLabel("Print Sunset cruise, Shared boat").first().uncheck();
    await page.emulateMedia({ media: "print" });
    expect(await printed()).toContain("€45.00");
    expect(await printed()).not.toContain("Rossi");
    expect(pagesOf(await page.pdf())).toBe(1);
  });

  it("has a row for each booking as CSV, in which no name is a formula", async () => {
    const world = await aWorld();
    await world.book("09:00", { name: "=1+2" });
    const page = await openDay(world);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${day}.csv`);
    const lines = readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"${day}","09:00","Europe/Rome","Sunset cruise, Shared boat"`);
    expect(lines[1]).toContain(`"'=1+2"`);
  });
});

/** Chromium writes each page of a PDF as an object in plain text. */
function pagesOf(pdf: Buffer): number {
  return (pdf.toString("latin1").match(/\/Type \/Page\b/g) ?? []).length;
}

describe("a supplier in another zone", () => {
  it("names the zone of its times, and not where clocks agree", async () => {
    const world = await aWorld("America/New_York");
    const abroad = await openDay(world, { timezoneId: "Europe/Rome" });
    await openDeparture(abroad, "09:00");
    await expectShown(abroad.getByRole("heading", { name: /09:00 America\/New_York/ }));
    const there = await openDay(world, { timezoneId: "America/Toronto" });
    await openDeparture(there, "09:00");
    await expectShown(there.getByRole("heading", { name: /^09:00 Sunset/ }));
  });

  it.each([
    ["of 23 hours", "2028-03-12"],
    ["of 25 hours", "2028-11-05"],
  ])("shows all departures of a day %s, and none of the next", async (_, date) => {
    const world = await aWorld("America/New_York");
    const page = await openDay(world, { path: `/day/${date}`, timezoneId: "Asia/Tokyo" });
    const links = departures(page).getByRole("link");
    await expectShown(links.first());
    expect((await links.allTextContents()).map((text) => text.slice(0, 5))).toEqual([
      "09:00",
      "14:00",
      "18:00",
    ]);
  });
});
