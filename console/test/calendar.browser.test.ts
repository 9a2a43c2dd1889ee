/** The tasks of the calendar, by role and name. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { expectGone, expectShown, logIn, troubleFreeBrowser } from "./browsing.ts";
import { type World, aWorld, anOption, day } from "./world.ts";

const open = troubleFreeBrowser();
let world: World;

beforeAll(async () => {
  world = await aWorld();
  await world.book("14:00", { adults: 2, children: 1 });
});

async function openCalendar(path: string): Promise<Page> {
  const { page } = await open(world.url, { path: `/calendar${path}`, timezoneId: "Europe/Rome" });
  await logIn(page, await world.aUser());
  return page;
}

const dayLink = (page: Page, name: RegExp) => page.getByRole("link", { name });

describe("the month", () => {
  it("says for each day what departs and what is free, and opens the day by the keyboard", async () => {
    const { id: blockId } = await world.slipway.availabilityBlocks.create({
      productId: world.productId,
      startAt: "2028-06-03T00:00:00+02:00",
      endAt: "2028-06-04T00:00:00+02:00",
    });
    const page = await openCalendar(`/${day}`);
    const table = page.getByRole("table", { name: "June 2028" });
    await expectShown(dayLink(page, /1 June 2028: 3 departures, free$/));
    const first = table.getByRole("cell").filter({ has: dayLink(page, /, 1 June 2028/) });
    expect(await first.getByRole("listitem").allTextContents()).toEqual([
      expect.stringContaining("09:00 0/24"),
      expect.stringContaining("14:00 3/24"),
      expect.stringContaining("18:00 0/24"),
    ]);
    await expectShown(dayLink(page, /3 June 2028: 3 departures, blocked$/));
    expect(await dayLink(page, / June 2028: 3 departures/).count()).toBe(30);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    // Into the month before, of which only the days are known yet.
    await expectShown(page.getByRole("heading", { name: "May 2028" }));
    await expectShown(dayLink(page, /26 May 2028: 3 departures/));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/day\/2028-05-26/);
    await expectShown(page.getByRole("heading", { name: /26 May 2028/ }));
    await world.slipway.availabilityBlocks.delete(blockId);
    // Made in another window.
    await page.goto(`${world.url}/console/calendar/2028-08-01`);
    await expectShown(dayLink(page, /31 August 2028: 3 departures/));
    const { optionId, adultId } = world.option;
    await world.slipway.bookings.create({
      optionId,
      startAt: "2028-08-20T07:00:00Z",
      unitItems: [{ unitId: adultId, quantity: 2 }],
    });
    await expectShown(page.getByRole("listitem").filter({ hasText: "09:00 2/24" }));
    const chart = page.getByRole("region", { name: "Bookings by source and day" });
    await chart.getByText("As a table").click();
    await expectShown(chart.getByRole("row", { name: /20 August 2028 Own 1$/ }));
    const { supplierId } = await world.slipway.products.get(world.productId);
    const other = await world.slipway.products.create({ supplierId, name: "Lace tour" });
    const counted = page.waitForResponse(`**/booking-counts?*productId=${other.id}*`);
    await page.goto(`${world.url}/console/calendar/2028-08-01?product=${other.id}`);
    expect(await (await counted).json()).toEqual([]);
    await expectGone(chart);
  });

  it("shows what was sold in a season that is deleted, and so does the week, and the list of what waits", async () => {
    const { slipway, productId, resourceId } = world;
    const times = ["11:00"];
    const late = await anOption(slipway, { productId, resourceId, times, name: "Late boat" });
    const { optionId, adultId } = late;
    await slipway.bookings.create({
      optionId,
      startAt: "2028-09-05T09:00:00Z",
      unitItems: [{ unitId: adultId, quantity: 2 }],
      customer: { name: "Aldo Late" },
    });
    for (const { id } of await slipway.options.listAvailabilityPeriods(optionId))
      await slipway.options.deactivateAvailabilityPeriod(optionId, id);
    const page = await openCalendar("/2028-09-05");
    const item = page.getByRole("listitem").filter({ hasText: "Not in the timetable any more" });
    await expectShown(item.filter({ hasText: /11:00 2 / }));
    await page.goto(`${world.url}/console/calendar/2028-09-05?view=week`);
    await page.getByText("As a table").click();
    await expectShown(page.getByRole("row", { name: /11:00 .*Late boat: Not in the timetable/ }));
    await page.goto(`${world.url}/console/holds`);
    const list = page.getByRole("table", { name: "Not in the timetable any more" });
    await expectShown(list.getByRole("link", { name: /Aldo Late/ }));
  });

  it("says that the chart of bookings has not come, and draws it when asked again", async () => {
    const { page, troubles } = await open(world.url, { path: `/calendar/${day}` });
    await page.route("**/api/v1/booking-counts?*", (route) =>
      route.fulfill({ status: 500, contentType: "text/plain", body: "" }),
    );
    await logIn(page, await world.aUser());
    const chart = page.getByRole("region", { name: "Bookings by source and day" });
    await expectShown(chart.getByRole("alert").getByText("That did not work"));
    await expectShown(dayLink(page, /1 June 2028: 3 departures, free$/));
    await page.unroute("**/api/v1/booking-counts?*");
    await chart.getByRole("button", { name: "Try again" }).click();
    await expectShown(chart.getByText("As a table"));
    expect(await chart.getByRole("alert").count()).toBe(0);
    // The browser says so of the answer.
    expect(troubles.splice(0)).toContainEqual(expect.stringContaining("500"));
  });

  it("asks for what is visible, and for the next month when the pointer rests on its link", async () => {
    const page = await openCalendar("/2028-10-15");
    const asked: string[] = [];
    await expectShown(dayLink(page, /31 October 2028: 3 departures/));
    // The day on which clocks go back makes it longer than one request may be.
    await expectShown(dayLink(page, /29 October 2028: 3 departures/));
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/v1/availability")
        asked.push(`${searchParams.get("from")} ${searchParams.get("to")}`);
    });
    const november = ["2028-10-31T23:00:00.000Z 2028-11-30T22:59:59.999Z"];
    const next = page.getByRole("link", { name: "Next" });
    const reading = page.waitForResponse(/\/api\/v1\/availability\?/);
    await next.hover();
    await (await reading).finished();
    expect(asked).toEqual(november);
    await next.click();
    await expectShown(dayLink(page, /30 November 2028: 3 departures/));
    expect(asked).toEqual(november);
    await page.keyboard.press("t");
    const today = new Date().toLocaleDateString("en-GB", { month: "long", year: "numeric" });
    await expectShown(page.getByRole("heading", { name: today }));
  });
});

it("shows a week by resource, with the most that is taken of it", async () => {
  const page = await openCalendar(`/${day}?view=week`);
  await expectShown(page.getByRole("heading", { name: "29 May – 4 June 2028" }));
  const boat = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Boat" }) });
  await expectShown(boat.getByText("3 departures, at most 3 of 24 places taken"));
  expect(await boat.getByText("3 departures, at most 0 of 24 places taken").count()).toBe(6);
  await page.getByText("As a table").click();
  const rows = page.getByRole("table", { name: "29 May – 4 June 2028" }).getByRole("row");
  const booked = rows.filter({ hasText: "1 Jun 2028, 14:00" });
  await expectShown(booked.filter({ hasText: "21" }));
  expect(await rows.count()).toBe(1 + 3 * 7);
  await page.getByLabel("View").selectOption("Month");
  await expectShown(page.getByRole("table", { name: "June 2028" }));
});

it("draws the days of a resource at one height, whether or not anything departs", async () => {
  const own = await aWorld();
  const { slipway, supplierId, productId } = own;
  const raft = { supplierId, name: "Raft", quantity: 1, capacityPerResource: 4 };
  const { id: resourceId } = await slipway.resources.create(raft);
  const { id } = await slipway.products.createOption(productId, {
    name: "Raft",
    durationMinutes: 60,
  });
  await slipway.options.setResourceRequirement(id, { resourceId });
  await slipway.options.createAvailabilityPeriod(id, {
    startMonthDay: "01-01",
    endMonthDay: "12-31",
    weekdays: [4],
    startTimes: ["10:00", "10:30"],
  });
  const { page } = await open(own.url, { path: `/calendar/${day}?view=week` });
  await logIn(page, await own.aUser());
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Raft" }) });
  await expectShown(row.getByText("2 departures, at most 0 of 4 places taken"));
  const heights = await row
    .locator("svg")
    .evaluateAll((drawings) => drawings.map((each) => each.getAttribute("height")));
  expect(heights).toHaveLength(7);
  expect(new Set(heights).size).toBe(1);
});

it("says on paper which month it is, across the page", async () => {
  const page = await openCalendar(`/${day}`);
  await expectShown(dayLink(page, /1 June 2028: 3 departures/));
  await page.emulateMedia({ media: "print" });
  await expectShown(page.getByRole("heading", { name: "June 2028" }));
  const printed = await page.evaluate<string>("document.body.innerText");
  expect(printed).toContain("09:00");
  expect(printed).not.toContain("Log out");
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const [, width = 0, height = 0] =
    /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.map(Number) ?? [];
  expect(width).toBeGreaterThan(height);
});

it("takes more options than one request may name, as the day sheet does", async () => {
  const { slipway, productId, resourceId } = world;
  const made = Array.from({ length: 50 }, (_, index) =>
    slipway.products.createOption(productId, { name: `More ${index}`, durationMinutes: 60 }),
  );
  const times = ["10:00", "11:00", "12:00"];
  await Promise.all([...made, anOption(slipway, { productId, resourceId, times, name: "Last" })]);
  const page = await openCalendar(`/${day}`);
  // Without a sum: they share a boat.
  await expectShown(page.getByText("6 departures", { exact: true }).first());
  await dayLink(page, /, 1 June 2028: 6 departures/).click();
  await expectShown(page.getByRole("link", { name: /^12:00 Sunset cruise, Last/ }));
  await expectShown(page.getByRole("link", { name: /^18:00 Sunset cruise, Shared boat/ }));
});
