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
