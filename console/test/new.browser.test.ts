/** The tasks of the new booking of the console, by role and name. */
import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { dayAfter, dayIn } from "../page/zone.ts";
import { answering, expectShown, openPage, openSession, troubleFreeBrowser } from "./browsing.ts";
import { type World, aWorld, day, password } from "./world.ts";

const open = troubleFreeBrowser();

/** At 09:00 of the day. */
const saleOf = ({ supplierId, option }: World): string =>
  `/new?supplier=${supplierId}&option=${option.optionId}&start=${day}T07:00:00.000Z`;

async function openSale(world: World): Promise<Page> {
  const page = await openPage(open, world, { path: saleOf(world) });
  await expectShown(page.getByRole("button", { name: "Book €45.00" }));
  return page;
}

const price = (page: Page) => page.getByRole("region", { name: "Price" });
const more = (page: Page, name: string) => page.getByRole("button", { name: `One ${name} more` });
const book = (page: Page) => page.getByRole("button", { name: /^Book €/ });
const bookings = ({ slipway, supplierId }: World) => slipway.bookings.list({ supplierId });

const exhausted = {
  status: 409,
  contentType: "application/problem+json",
  body: JSON.stringify({
    type: "urn:slipway:error:capacity-exhausted",
    title: "Capacity exhausted",
    status: 409,
    code: "CAPACITY_EXHAUSTED",
    requestId: "a-request",
  }),
};

describe("a new booking", () => {
  it("shows the price as the party is chosen, and is sold", async () => {
    const world = await aWorld();
    const page = await openSale(world);
    await more(page, "Adult").click();
    await more(page, "Child").click();
    await expectShown(price(page).getByText("€115.00"));
    await page.getByLabel("Name").fill("Rossi");
    await page.getByLabel("E-mail").fill("rossi@example.com");
    await page.getByLabel("Notes").fill("Wheelchair");
    await page.getByRole("button", { name: "Book €115.00" }).click();
    await expectShown(page.getByRole("heading", { name: /^Booked: [0-9A-Z]{8}$/ }));
    const [sold] = await bookings(world);
    expect(sold).toMatchObject({
      status: "CONFIRMED",
      customer: { name: "Rossi", email: "rossi@example.com" },
      notes: "Wheelchair",
      pricingSnapshot: { retail: 11_500 },
    });
    await page.getByRole("link", { name: "To the day" }).click();
    await expectShown(page.getByRole("table", { name: "Parties" }).getByText("Rossi"));
  });

  it("is sold on a telephone in eight taps and fills, with the button in reach", async () => {
    const world = await aWorld();
    const page = await openPage(open, world, {
      path: `/day/${day}`,
      viewport: { width: 390, height: 844 },
    });
    const [button] = [book(page)];
    await page.getByRole("button", { name: /^14:00/ }).click();
    await page.getByRole("link", { name: "Add a party" }).click();
    await expectShown(button);
    const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(844);
    expect(y).toBeGreaterThan(744);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    await more(page, "Adult").click();
    await page.getByLabel("Name").fill("Rossi");
    await page.getByLabel("Phone").fill("+39 041 123");
    await page.getByRole("button", { name: "Book €90.00" }).click();
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
  });

  it("leads from a full departure to others, and over its capacity", async () => {
    const world = await aWorld();
    await world.book("09:00", { adults: 23 });
    const { page, troubles } = await openSession(open, world, { path: saleOf(world) });
    await expectShown(book(page));
    await more(page, "Adult").click();
    await expectShown(price(page).getByText("There are not enough places left"));
    await page.getByLabel("Sell over capacity: 1 place more than there is").check();
    await expectShown(page.getByRole("button", { name: "Book €90.00" }));
    await page.getByLabel("Sell over capacity: 1 place more than there is").uncheck();
    await price(page).getByRole("button", { name: "18:00" }).click();
    await expectShown(page.getByRole("button", { name: "Book €90.00" }));
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    await expectShown(page.getByRole("heading", { name: /^On hold: [0-9A-Z]{8}$/ }));
    const held = await world.slipway.bookings.list({ status: "ON_HOLD" });
    expect(held.map(({ startAt }) => startAt)).toEqual([`${day}T16:00:00.000Z`]);
    // Chromium says so of each refused quote.
    for (const each of troubles.splice(0)) expect(each).toContain("409");
  });

  it("names the nearest departures by the supplier's clock, or says that the option of its link is gone", async () => {
    const world = await aWorld();
    const path = saleOf(world).replace("T07", "T08");
    const { page, troubles } = await openSession(open, world, { path, timezoneId: "Asia/Tokyo" });
    await expectShown(
      price(page).getByText(/^The nearest departures are at Thu,? 1 Jun 2028, 09:00/),
    );
    expect(await price(page).textContent()).not.toContain("T07:00");
    await page.goto(`${world.url}/console${path.replace(world.option.optionId, "opt_gone")}`);
    await expectShown(page.getByRole("alert").getByText("is not sold any more"));
    await expectShown(page.getByRole("heading", { name: "Choose a departure" }));
    // Chromium says so of each refused quote.
    for (const each of troubles.splice(0)) expect(each).toContain("400");
  });

  it("is sold at a custom time and price", async () => {
    const world = await aWorld();
    const page = await openSale(world);
    await page.getByText("Custom time").click();
    await page.getByLabel("Time", { exact: true }).fill("11:30");
    await expectShown(page.getByRole("heading", { name: /^11:30/ }));
    await page.getByLabel("Custom price").check();
    await page.getByLabel("Adult, each, in EUR").fill("12.50");
    await page.getByRole("button", { name: "Book €12.50" }).click();
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    const [sold] = await bookings(world);
    expect([sold?.startAt, sold?.pricingSnapshot?.retail]).toEqual([`${day}T09:30:00.000Z`, 1_250]);
  });

  it("recommends what the option asks for, and is one booking however often the button is pressed", async () => {
    const world = await aWorld();
    const requiredContactFields = ["lastName", "phoneNumber"] as const;
    await world.slipway.options.update(world.option.optionId, { requiredContactFields });
    const page = await openSale(world);
    const recommended = async (label: string) => {
      const ids = await page.getByLabel(label, { exact: true }).getAttribute("aria-describedby");
      return ids === null ? "" : page.locator(`[id="${ids}"]`).textContent();
    };
    expect(await recommended("Name")).toBe("Recommended for this option");
    expect(await recommended("E-mail")).toBe("");
    expect(await recommended("Phone")).toBe("Recommended for this option");
    // It is advice.
    await book(page).dblclick();
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    expect(await bookings(world)).toHaveLength(1);
  });

  it("is one booking, as first asked for, where the answer is lost and others follow", async () => {
    const world = await aWorld();
    const { page, troubles } = await openSession(open, world, { path: saleOf(world) });
    await expectShown(book(page));
    await page.getByLabel("Name").fill("Perso");
    await page.route("**/api/v1/bookings", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await book(page).click();
    await expectShown(page.getByText("nobody knows whether it was done"));
    await page.unroute("**/api/v1/bookings");
    await page.getByLabel("Phone").fill("+39 041 123");
    await page.getByRole("button", { name: /^14:00/ }).click();
    await page.route("**/api/v1/bookings", (route) => route.fulfill(exhausted));
    await book(page).click();
    // The refusal of a repeat does not say that the first request has failed.
    await expectShown(page.getByRole("alert").filter({ hasText: "not enough places left" }));
    await expectShown(page.getByText("Each press repeats it as it was"));
    await page.unroute("**/api/v1/bookings");
    await book(page).click();
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    await expectShown(page.getByText("What you changed after that is not in it."));
    const made = await bookings(world);
    expect(made.map(({ startAt, customer }) => [startAt, customer])).toEqual([
      [`${day}T07:00:00.000Z`, { name: "Perso" }],
    ]);
    // Chromium says so of what was lost and refused.
    for (const each of troubles.splice(0)) expect(each).toMatch(/ERR_FAILED|409/);
  });

  it("is sold after the last time to book, and without a price of the option", async () => {
    const world = await aWorld();
    const { optionId } = world.option;
    const { options } = world.slipway;
    await options.update(optionId, { bookingCutoffMinutes: 3 * 1_440 });
    await options.setPricingPeriods(optionId, { pricingPer: "UNIT", periods: [] });
    const tomorrow = dayAfter(dayIn(new Date(), "Europe/Rome"));
    const range = { from: `${tomorrow}T00:00:00Z`, to: `${tomorrow}T22:59:59Z` };
    const [departure] = await world.slipway.availability.list({ optionId, ...range });
    const start = departure?.startAt ?? "";
    const path = `/new?supplier=${world.supplierId}&option=${optionId}&start=${start}`;
    const { page, troubles } = await openSession(open, world, { path });
    await price(page)
      .getByRole("button", { name: /^Sell it all the same/ })
      .click();
    await price(page).getByRole("button", { name: "Custom price" }).click();
    await page.getByLabel("Adult, each, in EUR").fill("12.50");
    await page.getByRole("button", { name: "Book €12.50" }).click();
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    const [sold] = await bookings(world);
    expect(sold?.pricingSnapshot?.retail).toBe(1_250);
    // Chromium says so of each refused quote.
    for (const each of troubles.splice(0)) expect(each).toMatch(/status of 4(00|09)/);
  });

  it("sells the last place to one of two windows that want it, and shows the other where there is room", async () => {
    const world = await aWorld();
    await world.book("09:00", { adults: 23 });
    const opened = await Promise.all(
      [1, 2].map(() => openSession(open, world, { path: saleOf(world) })),
    );
    const pages = opened.map(({ page }) => page);
    await Promise.all(pages.map((page) => expectShown(book(page))));
    await Promise.all(pages.map((page) => book(page).click()));
    const done = pages.map((page) =>
      page
        .getByRole("heading", { name: /^Booked/ })
        .or(page.getByRole("alert").filter({ hasText: "There are not enough places left" })),
    );
    const texts = await Promise.all(done.map((each) => each.first().textContent()));
    expect(texts.filter((text) => text?.startsWith("Booked"))).toHaveLength(1);
    const other = pages[texts.findIndex((text) => !text?.startsWith("Booked"))];
    if (!other) throw new Error("both have read that they have sold it");
    await expectShown(price(other).getByRole("button", { name: "14:00" }));
    expect(await bookings(world)).toHaveLength(2);
    for (const { troubles } of opened)
      for (const each of troubles.splice(0)) expect(each).toContain("409");
  });

  it("keeps what is typed when the session ends, and goes on", async () => {
    const world = await aWorld();
    const { page, context, troubles } = await openSession(open, world, { path: saleOf(world) });
    await expectShown(book(page));
    await page.getByLabel("Name").fill("Paziente");
    await context.clearCookies({ name: "slipway-session" });
    await book(page).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    expect((await bookings(world)).map(({ customer }) => customer?.["name"])).toEqual(["Paziente"]);
    for (const each of troubles.splice(0)) expect(each).toContain("401");
  });

  it("is not left without a question while it is half filled", async () => {
    const world = await aWorld();
    const page = await openSale(world);
    // The way back leads to a page of the console: where it leaves the window, the browser asks.
    await page.evaluate("history.pushState(null, '', location.href)");
    const name = page.getByLabel("Name");
    await name.fill("Rossi");
    const answer = answering(page);
    await page.getByRole("link", { name: "Day sheet" }).click();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("t");
    const asked = page.waitForEvent("dialog");
    await page.evaluate("history.back()");
    await asked;
    expect(await name.inputValue()).toBe("Rossi");
    // The guest says "rather tomorrow": nothing of the form is lost by that, so nothing asks.
    await page.keyboard.press("ArrowRight");
    await expectShown(page.getByRole("heading", { name: "Choose a departure" }));
    await page.getByRole("button", { name: /^14:00/ }).click();
    await expectShown(page.getByRole("heading", { name: /^14:00 · Friday/ }));
    expect(await name.inputValue()).toBe("Rossi");
    expect(answer.asked).toEqual(Array(3).fill(expect.stringContaining("not saved")));
    answer.isYes = true;
    await page.getByRole("link", { name: "Day sheet" }).click();
    await expectShown(page.getByRole("region", { name: "Departures" }));
  });
});
