/** The insights of the console, by role and name. */
import { expect, it } from "@jest/globals";
import {
  expectAccessible,
  expectCount,
  expectShown,
  openPage,
  troubleFreeBrowser,
} from "./browsing.ts";
import { type World, aWorld, day } from "./world.ts";

const open = troubleFreeBrowser();

/** A week of June with three parties on its first day, of two products, and one on its third. */
async function aSoldWeek(): Promise<World> {
  const world = await aWorld();
  await world.book("09:00", { name: "Rossi", adults: 2, children: 1 });
  await world.book("14:00", { name: "Bianchi", adults: 4 });
  await world.book("18:00", { name: "Conti", adults: 1, status: "ON_HOLD" });
  const cancelled = await world.book("18:00", { name: "Serra", adults: 9 });
  await world.slipway.bookings.cancel(cancelled.id);
  return world;
}

const week = `/insights?from=${day}&to=2028-06-07`;

it("sum guests, value and occupancy of a range, with a table for each chart and each day's value under the pointer", async () => {
  const world = await aSoldWeek();
  const page = await openPage(open, world, { path: week });
  await expectShown(page.getByRole("heading", { name: "Insights", level: 1 }));
  const figure = (name: string) => page.getByRole("region", { name, exact: true });
  await expectShown(figure("Guests").getByText("8", { exact: true }));
  await expectShown(figure("Bookings").getByText("3", { exact: true }));
  await expectShown(figure("Booked value").getByText("€340.00"));
  // 8 of 3 departures of 24 places on each of 7 days.
  await expectShown(figure("Occupancy").getByText("8 of 504 places"));
  const values = page.getByRole("table", { name: "Occupancy by day" });
  await expectShown(values.getByRole("row", { name: /1 Jun 2028 8 \/ 72 11 %/ }));
  await expectShown(
    page.getByRole("table", { name: "Sources" }).getByRole("row", { name: /Own 3 8 €340.00/ }),
  );
  const chart = page.getByRole("region", { name: "Guests by product and day" });
  const surface = chart.locator(".recharts-surface").first();
  await surface.waitFor();
  await surface.scrollIntoViewIfNeeded();
  const { x, y } = (await surface.boundingBox()) ?? { x: 0, y: 0 };
  // Beside the axis stands the first day.
  await page.mouse.move(x + 80, y + 90);
  await page.mouse.move(x + 95, y + 100, { steps: 4 });
  const tip = chart.locator(".recharts-tooltip-wrapper");
  await expectShown(tip.getByText("Sunset cruise"));
  await expectShown(tip.getByText("8", { exact: true }));
  await page.getByRole("button", { name: "As a table: Guests by product and day" }).click();
  const guests = page.getByRole("table", { name: "Guests by product and day" });
  await expectCount(guests.getByRole("row"), 8);
  await expectShown(guests.getByRole("row", { name: /2 Jun 2028 0/ }));
  await expectAccessible(page);
});

it("are of the days that one chooses or types, and of one product", async () => {
  const world = await aSoldWeek();
  await world.slipway.products.create({ supplierId: world.supplierId, name: "Kayak tour" });
  const page = await openPage(open, world, { path: week });
  await expectShown(page.getByRole("region", { name: "Guests", exact: true }));
  await page.getByRole("combobox", { name: "Range" }).click();
  await page.getByRole("option", { name: "Last four weeks" }).click();
  await expectShown(page.getByRole("heading", { name: "Nobody travels in these days yet." }));
  const last = page.getByRole("textbox", { name: "Last day" });
  await last.fill("2 Jun 2020");
  await last.press("Enter");
  await expectShown(page.getByRole("alert").getByText(/at most 400 days/));
  await page.goto(`${world.url}/console${week}`);
  await page.getByRole("combobox", { name: "Product" }).click();
  await page.getByRole("option", { name: "Kayak tour" }).click();
  await expectShown(page.getByRole("heading", { name: "Nobody travels in these days yet." }));
  expect(new URL(page.url()).searchParams.get("from")).toBe(day);
});
