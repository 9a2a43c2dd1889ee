/** The tasks of a new booking, by role and name. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "@slipway/dev/testing-chromium";
import { dayAfter, dayIn } from "../page/zone.ts";
import { type Opened, answering, expectShown, logIn, openConsole } from "./browsing.ts";
import { type World, aWorld, anOption, day, password } from "./world.ts";

let browser: Browser;
let world: World;
const opened: Opened[] = [];

beforeAll(async () => {
  [world, browser] = await Promise.all([aWorld(), launchChromium()]);
});
afterEach(async () => {
  for (const { context } of opened.splice(0)) await context.close();
});
afterAll(() => browser?.close());

/** At 09:00 of the day. */
async function openSale(of = world): Promise<Opened> {
  const { supplierId, option } = of;
  const start = `${day}T07:00:00.000Z`;
  const path = `/new?supplier=${supplierId}&option=${option.optionId}&start=${start}`;
  const now = await openConsole(browser, of.url, { path });
  opened.push(now);
  await logIn(now.page, await of.aUser());
  await expectShown(now.page.getByText("Total"));
  return now;
}

const price = (page: Page) => page.getByRole("region", { name: "Price" });
const more = (page: Page, name: string) => page.getByRole("button", { name: `One ${name} more` });
const book = (page: Page) => page.getByRole("button", { name: "Book", exact: true });
const bookings = async (of = world) => of.slipway.bookings.list({ supplierId: of.supplierId });

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
    const { page, troubles } = await openSale();
    await expectShown(price(page).getByText("1 Adult: €45.00"));
    await more(page, "Adult").click();
    await more(page, "Child").click();
    await expectShown(price(page).getByText("Total €115.00"));
    await page.getByLabel("Name").fill("Rossi");
    await page.getByLabel("E-mail").fill("rossi@example.com");
    await page.getByLabel("Notes").fill("Wheelchair");
    await book(page).click();
    await expectShown(page.getByRole("heading", { name: /^Booked: [0-9A-Z]{8}$/ }));
    const [sold] = await bookings();
    expect(sold).toMatchObject({
      status: "CONFIRMED",
      customer: { name: "Rossi", email: "rossi@example.com" },
      notes: "Wheelchair",
      pricingSnapshot: { retail: 11_500 },
    });
    await page.getByRole("link", { name: "To the day" }).click();
    await expectShown(page.getByRole("table", { name: "Parties" }).getByText("Rossi"));
    expect(troubles).toEqual([]);
  });

  it("recommends what the option asks the customer for", async () => {
    const own = await aWorld();
    const requiredContactFields = ["lastName", "phoneNumber"] as const;
    await own.slipway.options.update(own.option.optionId, { requiredContactFields });
    const { page } = await openSale(own);
    const recommended = async (label: string) => {
      const id = await page.getByLabel(label, { exact: true }).getAttribute("aria-describedby");
      return id === null ? "" : page.locator(`[id="${id}"]`).textContent();
    };
    expect(await recommended("Name")).toBe("Recommended for this option");
    expect(await recommended("E-mail")).toBe("");
    expect(await recommended("Phone")).toBe("Recommended for this option");
    expect(await recommended("Notes")).toBe("");
    // It is advice.
    await book(page).click();
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
  });

  it("is one booking however often the button is pressed", async () => {
    const own = await aWorld();
    const { page } = await openSale(own);
    await page.getByLabel("Name").fill("Doppio");
    await book(page).dblclick();
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    expect(await bookings(own)).toHaveLength(1);
  });

  it("is one booking, as first asked for, where the answer is lost and others follow", async () => {
    const own = await aWorld();
    const { page } = await openSale(own);
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
    const made = await bookings(own);
    expect(made.map(({ startAt, customer }) => [startAt, customer])).toEqual([
      [`${day}T07:00:00.000Z`, { name: "Perso" }],
    ]);
  });

  it("is of the departure from which it was opened, whichever supplier has it", async () => {
    const own = await aWorld();
    const { id: supplierId } = await own.slipway.suppliers.create({
      name: "Burano Tours",
      timezone: "Europe/Rome",
    });
    const boat = { supplierId, name: "Bragozzo", quantity: 1, capacityPerResource: 8 };
    const { id: resourceId } = await own.slipway.resources.create(boat);
    const product = await own.slipway.products.create({ supplierId, name: "Lace tour" });
    await anOption(own.slipway, { productId: product.id, resourceId, times: ["14:00"] });
    const path = `/day/${day}?supplier=${supplierId}`;
    const now = await openConsole(browser, own.url, { path });
    opened.push(now);
    await logIn(now.page, await own.aUser());
    await now.page.getByRole("link", { name: /^14:00/ }).click();
    await now.page.getByRole("link", { name: "Add a party here" }).click();
    await expectShown(price(now.page).getByText("Total €45.00"));
    await now.page.getByLabel("Name").fill("Merletto");
    await book(now.page).click();
    await expectShown(now.page.getByRole("heading", { name: /^Booked/ }));
    const [sold] = await own.slipway.bookings.list({ supplierId });
    expect([sold?.productId, sold?.startAt]).toEqual([product.id, `${day}T12:00:00.000Z`]);
  });

  it("says that the option of its link is gone", async () => {
    const own = await aWorld();
    const path = `/new?supplier=${own.supplierId}&option=opt_gone&start=${day}T07:00:00.000Z`;
    const now = await openConsole(browser, own.url, { path });
    opened.push(now);
    await logIn(now.page, await own.aUser());
    await expectShown(now.page.getByText("is not sold any more"));
    expect(await now.page.getByLabel("Name").count()).toBe(0);
  });

  it("takes fewer than 15 keys besides the customer's data, from any page to the end", async () => {
    const own = await aWorld();
    const { supplierId, resourceId, slipway } = own;
    const { id: productId } = await slipway.products.create({ supplierId, name: "Kayak tour" });
    const times = ["10:00", "15:00"];
    const { optionId } = await anOption(slipway, { productId, resourceId, times, name: "Kayak" });
    const now = await openConsole(browser, own.url, { path: `/day/${day}` });
    opened.push(now);
    const { page } = now;
    await logIn(page, await own.aUser());
    await expectShown(page.getByRole("table", { name: "Departures" }));
    let keys = 0;
    const press = async (...names: string[]): Promise<void> => {
      for (const name of names) await page.keyboard.press(name);
      keys += names.length;
    };
    await press("n");
    const what = page.getByLabel("What");
    await expectShown(what);
    expect(await page.evaluate("document.activeElement?.id")).toBe("content");
    await press("Tab", "k", "Tab");
    await expectShown(page.getByRole("button", { name: /^10:00/ }));
    await press("ArrowRight");
    const tomorrow = page.getByRole("group", { name: "Day" }).getByRole("button").nth(3);
    expect(await tomorrow.getAttribute("aria-pressed")).toBe("true");
    await expectShown(page.getByRole("button", { name: /^15:00/ }));
    await press("ArrowDown", "ArrowDown", "Enter");
    await expectShown(price(page).getByText("Total €45.00"));
    await press("2", "Enter");
    await expectShown(price(page).getByText("Total €90.00"));
    await page.keyboard.type("Tastiera");
    await press("Tab");
    await page.keyboard.type("tastiera@example.com");
    await press("Enter");
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    expect(keys).toBeLessThan(15);
    const [sold] = await bookings(own);
    expect(sold).toMatchObject({
      optionId,
      customer: { name: "Tastiera", email: "tastiera@example.com" },
      pricingSnapshot: { retail: 9_000 },
    });
    expect(now.troubles).toEqual([]);
  });

  it("is not left without a question while it is half filled", async () => {
    const { page } = await openSale();
    const name = page.getByLabel("Name");
    await name.fill("Rossi");
    const answer = answering(page);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("t");
    await page.keyboard.press("n");
    await page.getByRole("link", { name: "Calendar" }).click();
    expect([await name.inputValue(), page.url()]).toEqual([
      "Rossi",
      expect.stringContaining("/new?"),
    ]);
    // The guest says "rather tomorrow": nothing of the form is lost by that, so nothing asks.
    await more(page, "Adult").click();
    await page.keyboard.press("ArrowRight");
    await expectShown(page.getByText("Choose a departure."));
    expect(await book(page).isDisabled()).toBe(true);
    await page.getByRole("button", { name: /^14:00/ }).click();
    await expectShown(price(page).getByText("2 Adult: €90.00"));
    expect(await name.inputValue()).toBe("Rossi");
    answer.isYes = true;
    await page.route("**/api/v1/sessions/current", (route) => route.abort());
    await page.getByRole("button", { name: "Log out" }).click();
    await expectShown(page.getByRole("banner").getByRole("alert"));
    expect(await name.inputValue()).toBe("Rossi");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("t");
    await page.waitForURL(/\/console\/day$/);
    expect(answer.asked).toEqual(Array(5).fill(expect.stringContaining("not saved")));
  });

  it.each([
    ["A time of your own", "Time", "11:30"],
    ["Prices of your own", "Adult, each, in EUR", "12.50"],
  ])("is not left without a question while %s is all that is typed", async (what, label, typed) => {
    const { page } = await openSale();
    await page.getByText(what).click();
    const field = page.getByLabel(label, { exact: true });
    await field.fill(typed);
    const answer = answering(page);
    await page.getByRole("link", { name: "Calendar" }).click();
    expect(answer.asked).toEqual([expect.stringContaining("not saved")]);
    expect(await field.inputValue()).toBe(typed);
  });

  it("says in words that there is no room, and holds places where there is", async () => {
    const own = await aWorld();
    await own.book("09:00", { adults: 23 });
    const { page } = await openSale(own);
    await more(page, "Adult").click();
    await expectShown(price(page).getByText("There are not enough places left"));
    await expectShown(price(page).getByText("There is room for as many at:"));
    await price(page).getByRole("button", { name: "18:00" }).click();
    await expectShown(price(page).getByText("2 Adult: €90.00"));
    await page.getByRole("button", { name: "Hold the places" }).click();
    await expectShown(page.getByRole("heading", { name: /^On hold: [0-9A-Z]{8}$/ }));
    await expectShown(page.getByText(/Held until .*\d\d:\d\d/));
    const held = await own.slipway.bookings.list({ status: "ON_HOLD" });
    expect(held.map(({ startAt }) => startAt)).toEqual([`${day}T16:00:00.000Z`]);
  });

  it("is sold off the timetable, at an own price and beyond the boat, each by a switch of its own", async () => {
    const own = await aWorld();
    const { page, troubles } = await openSale(own);
    const { optionId } = own.option;
    await own.slipway.options.update(optionId, { bookingCutoffMinutes: 3 * 1_440 });
    const chosenDay = page.getByLabel("Day", { exact: true });
    await chosenDay.fill(dayAfter(dayIn(new Date(), "Europe/Rome")));
    await page.getByRole("button", { name: /^14:00/ }).click();
    await price(page)
      .getByRole("button", { name: /^Sell it all the same/ })
      .click();
    await expectShown(page.getByText("A time of your own 14:00"));
    await expectShown(price(page).getByText("Total €45.00"));
    await chosenDay.fill(day);
    await own.slipway.options.setPricingPeriods(optionId, { pricingPer: "UNIT", periods: [] });
    await page.getByText("A time of your own").click();
    await page.getByLabel("Time", { exact: true }).fill("11:30");
    await expectShown(price(page).getByText("There is no price for this departure."));
    await price(page).getByRole("button", { name: "Prices of your own" }).click();
    expect(await page.getByLabel("Prices of your own").isChecked()).toBe(true);
    await page.getByLabel("Adult, each, in EUR").fill("12.50");
    await expectShown(price(page).getByText("Total €12.50"));
    await page.getByRole("spinbutton", { name: "Adult", exact: true }).fill("26");
    const over = page.getByLabel("Sell it all the same: 2 places more than there are");
    await over.check();
    await expectShown(price(page).getByText("Total €325.00"));
    await page.getByRole("button", { name: "One Adult less" }).click();
    await page.getByLabel("Sell it all the same: 1 place more than there is").check();
    await expectShown(price(page).getByText("Total €312.50"));
    expect(await page.getByLabel("Adult, each, in EUR").inputValue()).toBe("12.50");
    await page.getByLabel("Name").fill("Charter");
    await book(page).click();
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    const [sold] = await bookings(own);
    expect(sold).toMatchObject({
      startAt: `${day}T09:30:00.000Z`,
      unitItems: [{ quantity: 25 }],
      pricingSnapshot: { retail: 31_250 },
    });
    // Chromium says so of every refusal.
    const others = troubles.filter((text) => !/status of 4(00|09)/.test(text));
    expect(others).toEqual([]);
  });

  it("sells the last place to one of two windows that want it, and shows the other where there is room", async () => {
    const own = await aWorld();
    await own.book("09:00", { adults: 23 });
    const pages = (await Promise.all([openSale(own), openSale(own)])).map(({ page }) => page);
    await Promise.all(pages.map((page) => page.getByLabel("Name").fill("Ultimo")));
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
    await expectShown(price(other).getByText("There is room for as many at:"));
    const ways = price(other).getByRole("button");
    expect(await ways.allTextContents()).toEqual([
      expect.stringMatching(/^14:00/),
      expect.stringMatching(/^18:00/),
    ]);
    await expectShown(other.getByRole("button", { name: /^09:00.*full/ }));
    expect(await bookings(own)).toHaveLength(2);
  });

  it("keeps what is typed when the session ends, and goes on", async () => {
    const own = await aWorld();
    const { page, context } = await openSale(own);
    await page.getByLabel("Name").fill("Paziente");
    await context.clearCookies({ name: "slipway-session" });
    await book(page).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    expect((await bookings(own)).map(({ customer }) => customer?.["name"])).toEqual(["Paziente"]);
  });
});
