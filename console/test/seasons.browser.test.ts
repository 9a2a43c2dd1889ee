/** The tasks of the page for seasons, by role and name. */
import { expect, it } from "@jest/globals";
import { answering, expectShown, logIn, troubleFreeBrowser } from "./browsing.ts";
import { aWorld } from "./world.ts";

const open = troubleFreeBrowser();

it("shows what a change of a season would do, with the bookings that it leaves alone, then saves it", async () => {
  const world = await aWorld();
  const { slipway, option } = world;
  const { optionId, adultId } = option;
  const from = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const to = new Date(Date.now() + 12 * 86_400_000).toISOString();
  const entries = await slipway.availability.list({ optionId, from, to });
  const booked = entries.find(({ localStartAt }) => localStartAt.includes("T14:00"));
  await slipway.bookings.create({
    optionId,
    startAt: booked?.startAt ?? "",
    unitItems: [{ unitId: adultId, quantity: 2 }],
    status: "CONFIRMED",
    customer: { name: "Rossi" },
  });
  const { page } = await open(world.url, { path: `/seasons?option=${optionId}` });
  await logIn(page, await world.aUser());
  const periods = page.getByRole("table", { name: "Periods" });
  await periods.getByRole("button", { name: /^Remove: 1 Jan – 31 Dec/ }).click();
  await expectShown(page.getByText(/^109\d departures vanish/));
  const alone = page.getByRole("table", { name: /^Bookings that would have no departure/ });
  await expectShown(alone.getByText("Rossi"));
  const answer = answering(page);
  await page.getByRole("link", { name: "Calendar" }).click();

  await page.getByLabel("First day").fill("2028-01-01");
  await page.getByLabel("Last day").fill("2028-12-31");
  await page.getByLabel("Times").fill("9");
  await expectShown(page.getByText("Times look like 09:00"));
  await page.getByLabel("Times").fill("09:00, 14:00");
  await page.getByRole("button", { name: "Add the period" }).click();
  await expectShown(page.getByText(/^36\d departures vanish/));
  await expectShown(page.getByText(/^73\d departures stay/));
  expect(await alone.count()).toBe(0);
  await page.getByRole("button", { name: "Save the change" }).click();
  await expectShown(periods.getByRole("cell", { name: "Stays", exact: true }));
  await page.getByRole("button", { name: "Save the change", disabled: true }).waitFor();
  const asked = [expect.stringContaining("not saved")];
  expect(answer.asked).toEqual(asked);
  const saved = await slipway.options.listAvailabilityPeriods(optionId);
  expect(saved.map(({ startTimes }) => startTimes)).toEqual([["09:00", "14:00"]]);
  await page.getByRole("link", { name: "Calendar" }).click();
  await page.waitForURL(/calendar/);
  expect(answer.asked).toEqual(asked);
});

it("sets prices beside the seasons, and keeps those that another user has set meanwhile", async () => {
  const world = await aWorld();
  const { slipway, option } = world;
  const { optionId, adultId, childId } = option;
  const { page, troubles } = await open(world.url, { path: `/seasons?option=${optionId}` });
  await logIn(page, await world.aUser());
  const prices = page.getByRole("table", { name: "Prices" });
  const dialog = page.getByRole("dialog");
  await expectShown(prices.getByRole("cell", { name: "€45.00" }));
  await page.getByRole("button", { name: "New price" }).click();
  expect(await dialog.getByLabel("Times").inputValue()).toBe("09:00, 14:00, 18:00");
  await dialog.getByLabel("First day").fill("2028-07-01");
  await dialog.getByLabel("Last day").fill("2028-08-31");
  await dialog.getByLabel("Times").fill("noon");
  await dialog.getByLabel("Adult, EUR").fill("52.5");
  const answer = answering(page);
  await page.keyboard.press("Escape");
  expect(answer.asked).toEqual([expect.stringContaining("not saved")]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(dialog.getByText("Some fields are not right"));
  await dialog.getByLabel("Times").fill("14:00");
  const always = await slipway.options.listPricingPeriods(optionId);
  const bare = always.map(({ weekdays, startTimes, startMonthDay, endMonthDay }) => ({
    weekdays,
    startTimes,
    startMonthDay,
    endMonthDay,
    retailPrices: { [adultId]: 4700, [childId]: 2500 },
  }));
  await slipway.options.setPricingPeriods(optionId, { pricingPer: "UNIT", periods: bare });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(prices.getByRole("cell", { name: "€52.50" }));
  await expectShown(prices.getByRole("cell", { name: "€47.00" }));

  await page.getByRole("button", { name: "Change: 1 Jul – 31 Aug" }).click();
  expect(await dialog.getByLabel("Adult, EUR").inputValue()).toBe("52.5");
  await dialog.getByLabel("Child, EUR").fill("0.29");
  await dialog.getByRole("checkbox", { name: "Mon" }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(prices.getByRole("cell", { name: "€0.29" }));
  const [, summer] = await slipway.options.listPricingPeriods(optionId);
  expect(summer).toMatchObject({
    startMonthDay: "07-01",
    endMonthDay: "08-31",
    weekdays: [0, 2, 3, 4, 5, 6],
    startTimes: ["14:00"],
    retailPrices: { [adultId]: 5250, [childId]: 29 },
  });
  await page.getByRole("button", { name: "Remove: 1 Jul – 31 Aug" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await prices.getByRole("cell", { name: "€52.50" }).waitFor({ state: "detached" });
  expect(await slipway.options.listPricingPeriods(optionId)).toHaveLength(1);
  // The browser says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("400")]);
});

it("says which price counts on a day and why, where one types it or points at the strip", async () => {
  const world = await aWorld();
  const { slipway, option } = world;
  const { optionId, adultId, childId } = option;
  const everyDay = [0, 1, 2, 3, 4, 5, 6];
  const [always] = await slipway.options.listPricingPeriods(optionId);
  const period = (startMonthDay: string, endMonthDay: string, adult: number) => ({
    startMonthDay,
    endMonthDay,
    weekdays: everyDay,
    startTimes: ["14:00"],
    retailPrices: { [adultId]: adult, [childId]: 2500 },
  });
  const summer = period("06-01", "08-31", 6000);
  const year = { ...period("01-01", "12-31", 4500), startTimes: always?.startTimes ?? [] };
  const periods = [year, summer, { ...summer, weekdays: [4], retailPrices: { [adultId]: 7000 } }];
  await slipway.options.setPricingPeriods(optionId, { pricingPer: "UNIT", periods });
  const { page } = await open(world.url, { path: `/seasons?option=${optionId}` });
  await logIn(page, await world.aUser());
  const day = page.getByLabel("The price that counts on");
  const said = page.getByRole("listitem").filter({ hasText: /^\d\d:00/ });
  const saysAll = (...texts: string[]) =>
    Promise.all(texts.map((text) => expectShown(said.filter({ hasText: text }))));
  await day.fill("2028-06-01");
  await saysAll(
    "09:00: €45.00 / €25.00, 1 Jan – 31 Dec",
    "14:00: €70.00 / €25.00, 1 Jun – 31 Aug: it has the fewest weekdays",
  );
  await day.fill("2028-06-02");
  await saysAll("14:00: €60.00 / €25.00, 1 Jun – 31 Aug: its time is the shortest");
  const strip = page.getByRole("table", { name: "Prices" }).locator("svg").first();
  const { width = 0 } = (await strip.boundingBox()) ?? {};
  await strip.hover({ position: { x: (width * 14.5) / 366, y: 6 } });
  expect(await day.inputValue()).toBe("2028-01-15");
  await saysAll("14:00: €45.00 / €25.00, 1 Jan – 31 Dec");
});

it("marks February 29 and the days when clocks change, and names them", async () => {
  const world = await aWorld("America/New_York");
  const { page } = await open(world.url, { path: `/seasons?option=${world.option.optionId}` });
  await logIn(page, await world.aUser());
  const named = page.getByText("Dashed: 29 February, and clock changes");
  for (const month of ["Mar", "Nov"]) await expectShown(named.filter({ hasText: month }));
  for (const name of ["Periods", "Prices"]) {
    const marks = page.getByRole("table", { name }).locator("path.mark").first();
    // The mark of February 29 is the first; from some days on a year has three changes.
    expect(await marks.getAttribute("d")).toMatch(/^M59\.5 0V12(?:M\d+\.5 0V12){2,3}$/);
  }
});
