/** Closures: several products and days at once, and what becomes of the guests. */
import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import {
  expectAccessible,
  expectShown,
  openPage,
  openSession,
  troubleFreeBrowser,
} from "./browsing.ts";
import { aWorld, anOption, day } from "./world.ts";

const open = troubleFreeBrowser();

/** With a second product that uses the same boat. */
async function twoProducts() {
  const world = await aWorld();
  const { slipway, supplierId, resourceId } = world;
  const { id: productId } = await slipway.products.create({ supplierId, name: "Harbour tour" });
  await anOption(slipway, { productId, resourceId, times: ["11:00"], name: "Shared" });
  return world;
}

const path = `/closures?from=${day}&to=${day}`;

async function choose(page: Page, ...names: string[]): Promise<void> {
  const what = page.getByRole("combobox", { name: "What is closed" });
  await what.click();
  for (const name of names) await page.getByRole("option", { name, exact: true }).click();
  await page.keyboard.press("Escape");
}

const submit = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

it("closes all products of a resource, tells the guests, and opens them again", async () => {
  const world = await twoProducts();
  await world.book("14:00", { name: "Rossi", adults: 2 });
  await world.book("09:00", { name: "Bianchi" });
  const page = await openPage(open, world, { path });
  await choose(page, "Boat");
  await expectShown(page.getByText("Closed with its resource: Harbour tour, Sunset cruise."));
  await page.getByLabel("Reason").fill("Storm");
  await expectShown(page.getByRole("region", { name: "Guests" }).getByText("3", { exact: true }));
  await expectShown(page.getByRole("table", { name: /affected/ }).getByText("Rossi"));
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Close and tell the guests" }).check();
  expect(await page.getByLabel("Message").inputValue()).toContain("Storm");
  expect(await page.getByLabel("2 e-mail addresses").inputValue()).toBe(
    "bianchi@example.com, rossi@example.com",
  );
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await submit(page, /^Close$/).click();
  await expectShown(page.getByText("Closed: nobody can book it any more."));
  await page.getByRole("button", { name: "Done" }).click();
  const list = page.getByRole("table", { name: "Present and coming closures" });
  await expectShown(list.getByRole("row", { name: /Harbour tour.*Storm/ }));
  await page.getByRole("button", { name: /^Actions for Harbour tour/ }).click();
  await page.getByRole("menuitem", { name: "Open again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open again" }).click();
  await list.getByRole("row", { name: /Harbour tour/ }).waitFor({ state: "detached" });
});

it("closes all products, with their guests", async () => {
  const world = await twoProducts();
  await world.book("14:00", { name: "Rossi", adults: 2 });
  const page = await openPage(open, world, { path });
  await choose(page, "All products");
  await expectShown(
    page.getByRole("region", { name: "Departures" }).getByText("4", { exact: true }),
  );
  await submit(page, /^Close$/).click();
  await page.getByRole("button", { name: "Done" }).click();
  const list = page.getByRole("table", { name: "Present and coming closures" });
  await expectShown(list.getByRole("row", { name: /Harbour tour/ }));
  await expectShown(list.getByRole("row", { name: /Sunset cruise/ }));
});

it("moves all to another day with a quote for each, and tries again a move that has failed", async () => {
  const world = await twoProducts();
  const { id } = await world.book("14:00", { name: "Rossi", adults: 2 });
  const early = await world.book("09:00", { name: "Bianchi" });
  const { optionId, adultId } = world.option;
  const ofProduct = { path: `${path}&product=${world.productId}` };
  const { page, troubles } = await openSession(open, world, ofProduct);
  await page.getByRole("radio", { name: /move all/ }).check();
  await expectShown(page.getByText(/Can move: €90.00/));
  await expectAccessible(page);
  const full = await world.slipway.bookings.create({
    optionId,
    startAt: "2028-06-02T12:00:00Z",
    unitItems: [{ unitId: adultId, quantity: 24 }],
  });
  await submit(page, "Close and move 2 parties").click();
  await expectShown(page.getByText("Done for 1 of 2 parties."));
  await expectAccessible(page);
  await world.slipway.bookings.cancel(full.id);
  await submit(page, /^Try again: Rossi/).click();
  await expectShown(page.getByRole("row", { name: /Rossi.*Moved to Fri/ }));
  await expectShown(page.getByText("Done for 2 of 2 parties."));
  const { bookings } = world.slipway;
  const starts = [id, early.id].map(async (each) => (await bookings.get(each)).startAt);
  expect(await Promise.all(starts)).toEqual([
    "2028-06-02T12:00:00.000Z",
    "2028-06-02T07:00:00.000Z",
  ]);
  // Chromium says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("409")]);
});

it("begins with the hours and the resource that the address names", async () => {
  const world = await twoProducts();
  const of = `resource=${world.resourceId}&hours=12:00-15:00`;
  const page = await openPage(open, world, { path: `${path}&${of}` });
  await expectShown(page.getByText("Closed with its resource: Harbour tour, Sunset cruise."));
  expect(await page.getByLabel("From").inputValue()).toBe("12:00");
  expect(await page.getByLabel("Until").inputValue()).toBe("15:00");
  await expectShown(
    page.getByRole("region", { name: "Departures" }).getByText("1", { exact: true }),
  );
});

it("closes some hours, and cancels who has booked them", async () => {
  const world = await twoProducts();
  const rossi = await world.book("14:00", { name: "Rossi" });
  const early = await world.book("09:00", { name: "Bianchi" });
  const page = await openPage(open, world, { path: `${path}&product=${world.productId}` });
  await page.getByRole("checkbox", { name: /Only certain hours/ }).check();
  await page.getByLabel("From").fill("12:00");
  await page.getByLabel("Until").fill("20:00");
  await page.getByRole("radio", { name: "Close and cancel all" }).check();
  await submit(page, "Close and cancel 1 party").click();
  await expectShown(page.getByRole("row", { name: /Rossi.*Cancelled/ }));
  const { bookings, availability } = world.slipway;
  expect((await bookings.get(rossi.id)).status).toBe("CANCELLED");
  expect((await bookings.get(early.id)).status).toBe("CONFIRMED");
  const { optionId } = world.option;
  const range = { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` };
  const entries = await availability.list({ optionId, ...range });
  const isOpen = entries.map(({ available }) => available);
  expect(isOpen).toEqual([true, false, false]);
});
