/** The calendar of the console, by role and name. */
import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import {
  expectAccessible,
  expectCount,
  expectShown,
  openPage,
  troubleFreeBrowser,
} from "./browsing.ts";
import { type World, aWorld, anOption, day } from "./world.ts";

const open = troubleFreeBrowser();

async function openCalendar(world: World, query = ""): Promise<Page> {
  const page = await openPage(open, world, { path: `/calendar/${day}${query}` });
  await expectShown(dayLink(page, 1));
  return page;
}

const dayLink = (page: Page, date: number) =>
  page.getByRole("link", { name: new RegExp(`\\b${date} June 2028: 3 departures`) });

const view = (page: Page, name: string) =>
  page.getByRole("group", { name: "View" }).getByRole("button", { name });

describe("the calendar", () => {
  it("shows how much of each day is taken, a week, a week by resource with its peak, and opens a day", async () => {
    const world = await aWorld();
    await world.book("09:00", { adults: 12 });
    const page = await openCalendar(world);
    await expectShown(page.getByRole("heading", { name: "June 2028", level: 1 }));
    await expectShown(page.getByRole("link", { name: /\b1 June 2028: 3 departures, 17 % taken/ }));
    await expectShown(page.getByRole("cell").filter({ hasText: "09:00 12 free" }));
    await view(page, "Week").click();
    await expectShown(page.getByRole("heading", { name: "29 May – 4 June 2028" }));
    await expectShown(page.getByRole("link", { name: /^09:00\s*12 free/ }));
    await expectAccessible(page);
    await view(page, "Resources").click();
    await expectShown(page.getByRole("row", { name: /^Boat .*at most 12 of 24 places taken/ }));
    await expectAccessible(page);
    await view(page, "Month").click();
    await dayLink(page, 2).click();
    await expectShown(page.getByRole("heading", { name: /Friday,? 2 June 2028/, level: 1 }));
  });

  it("moves by keys, and leads from several days to closing them, by drawing and by typing", async () => {
    const page = await openCalendar(await aWorld());
    await dayLink(page, 1).focus();
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate("document.activeElement.dataset.date")).toBe("2028-06-08");
    await page
      .getByRole("cell")
      .filter({ has: dayLink(page, 5) })
      .hover();
    await page.mouse.down();
    await page
      .getByRole("cell")
      .filter({ has: dayLink(page, 7) })
      .hover();
    await page.mouse.up();
    const bar = page.getByRole("status").filter({ hasText: "3 days" });
    const link = bar.getByRole("link", { name: "Close these days…" });
    expect(await link.getAttribute("href")).toMatch(/\/closures\?from=2028-06-05&to=2028-06-07$/);
    await expectShown(page.getByRole("heading", { name: "June 2028" }));
    await bar.getByRole("button", { name: "Choose none" }).click();
    await page.getByRole("button", { name: "Close days…" }).click();
    await page.getByRole("textbox", { name: "First day" }).fill("3 Jun 2028");
    await page.getByRole("textbox", { name: "Last day" }).fill("4 Jun 2028");
    await page.keyboard.press("Enter");
    const typed = page.getByRole("link", { name: "Close these days…" });
    await expectShown(page.locator('a[href$="/closures?from=2028-06-03&to=2028-06-04"]'));
    await expectCount(typed, 1);
  });

  it("says on paper which month it is, across the page, and nothing of days that are being loaded", async () => {
    const page = await openCalendar(await aWorld());
    await page.emulateMedia({ media: "print" });
    await expectShown(page.getByRole("heading", { name: "June 2028" }));
    const printed = await page.evaluate<string>("document.body.innerText");
    expect(printed).toContain("09:00");
    expect(printed).not.toContain("Day sheet");
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const [, width = 0, height = 0] =
      /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.map(Number) ?? [];
    expect(width).toBeGreaterThan(height);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.route("**/api/v1/availability?*", () => undefined);
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await expectShown(page.getByRole("table", { name: "July 2028" }));
    expect(await page.getByText("Nothing departs in these days").count()).toBe(0);
    await expectShown(page.getByRole("link", { name: /1 July 2028$/ }));
  });

  it("says which days are closed, and what was sold in a season that is deleted", async () => {
    const world = await aWorld();
    const { slipway, productId, option } = world;
    await slipway.availabilityBlocks.create({
      productId,
      startAt: "2028-06-03T00:00:00+02:00",
      endAt: "2028-06-04T00:00:00+02:00",
    });
    await world.book("14:00", { name: "Rossi", adults: 2 });
    const page = await openCalendar(world);
    await expectShown(page.getByRole("link", { name: /\b3 June 2028: 3 departures, closed/ }));
    for (const { id } of await slipway.options.listAvailabilityPeriods(option.optionId))
      await slipway.options.deactivateAvailabilityPeriod(option.optionId, id);
    await page.reload();
    await expectShown(page.getByRole("cell").filter({ hasText: /14:00 2.*Not in the timetable/ }));
    await view(page, "Week").click();
    await expectShown(page.getByRole("link", { name: /14:00.*2.*Not in the timetable any more/ }));
  });

  it("asks for what is visible, and for the next month when the pointer comes near its link", async () => {
    const world = await aWorld();
    const page = await openPage(open, world, {
      path: "/calendar/2028-10-15",
      timezoneId: "Europe/Rome",
    });
    // The day on which clocks go back makes the month longer than one request may be.
    await expectShown(page.getByRole("link", { name: /\b29 October 2028: 3 departures/ }));
    await expectShown(page.getByRole("link", { name: /\b31 October 2028: 3 departures/ }));
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/v1/availability")
        asked.push(`${searchParams.get("from")} ${searchParams.get("to")}`);
    });
    const november = ["2028-10-31T23:00:00.000Z 2028-11-30T22:59:59.999Z"];
    const next = page.getByRole("link", { name: "Next", exact: true });
    const reading = page.waitForResponse(/\/api\/v1\/availability\?/);
    await next.hover();
    await (await reading).finished();
    expect(asked).toEqual(november);
    await next.click();
    await expectShown(page.getByRole("link", { name: /\b30 November 2028: 3 departures/ }));
    expect(asked).toEqual(november);
  });

  it("takes more options than one request may name, as the day sheet does", async () => {
    const world = await aWorld();
    const { slipway, productId, resourceId } = world;
    const made = Array.from({ length: 50 }, (_, index) =>
      slipway.products.createOption(productId, { name: `More ${index}`, durationMinutes: 60 }),
    );
    const times = ["10:00", "11:00", "12:00"];
    await Promise.all([...made, anOption(slipway, { productId, resourceId, times, name: "Last" })]);
    const page = await openPage(open, world, { path: `/calendar/${day}` });
    await page.getByRole("link", { name: /\b1 June 2028: 6 departures/ }).click();
    await expectShown(page.getByRole("button", { name: /^12:00/ }));
    await expectShown(page.getByRole("button", { name: /^18:00/ }));
  });
});
