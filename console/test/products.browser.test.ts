/** Products, from an empty tenant to the first sale, by role and name. */
import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import {
  answering,
  expectAccessible,
  expectCount,
  expectGone,
  expectShown,
  openPage,
  openSession,
  troubleFreeBrowser,
} from "./browsing.ts";
import { aWorld } from "./world.ts";

const open = troubleFreeBrowser();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

async function expectPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
}

describe("an empty tenant", () => {
  it("gets its supplier, its product and its first sale by the console alone", async () => {
    const world = await aWorld();
    await world.slipway.products.archive(world.productId);
    await world.slipway.suppliers.archive(world.supplierId);
    const page = await openPage(open, world);
    await expectShown(page.getByRole("heading", { name: "There is no supplier yet" }));
    await expectAccessible(page);
    await page.getByLabel("Name").fill("Arsenale Boats");
    await button(page, "Add the supplier").click();
    await expectShown(page.getByText("there is no product, or all are archived"));
    await page.goto(`${world.url}/console/products`);
    await page.getByRole("link", { name: "New product" }).click();

    await page.getByLabel("Name").fill("Sunset cruise");
    await button(page, "Save and go on").click();
    await expectShown(page.getByRole("heading", { name: "Which tickets are there?" }));
    await button(page, "Save the tickets").click();
    await expectShown(page.getByRole("table", { name: "Tickets of Standard" }));
    await expectAccessible(page);
    await button(page, "Next").click();

    await page.getByLabel("Name of the resource").fill("Boat");
    await page.getByLabel("Places of each").fill("12");
    await button(page, "Add and link").click();
    await expectShown(page.getByRole("table", { name: "Resources of the option" }));
    await button(page, "Next").click();

    await page.getByLabel("Times").fill("09:00, 14:00");
    await button(page, "Add the period").click();
    await expectShown(page.getByText(/^73\d departures appear/));
    await button(page, "Save the seasons").click();
    await expectShown(page.getByText("The seasons are saved."));
    await button(page, "Next").click();

    await page.getByRole("textbox", { name: "Adult, 1 Jan – 31 Dec" }).fill("45");
    await page.getByRole("textbox", { name: "Child, 1 Jan – 31 Dec" }).fill("25.5");
    await button(page, "Save the prices").click();
    await expectShown(page.getByText("The prices are saved."));
    await button(page, "Next").click();

    await expectShown(page.getByRole("heading", { name: "Sunset cruise can be sold" }));
    await expectShown(page.getByText(/^Next departure: /));
    await page.getByRole("link", { name: "Sell one" }).click();
    await page.getByRole("button", { name: "One Child more" }).click();
    await page.getByLabel("Name").fill("Rossi");
    await button(page, "Book €70.50").click();
    await expectShown(page.getByRole("heading", { name: /^Booked/ }));
    const [sold] = await world.slipway.bookings.list({});
    expect(sold).toMatchObject({ status: "CONFIRMED", pricingSnapshot: { retail: 7_050 } });
  });
});

describe("the products", () => {
  it("are cards that say what is missing, and are archived", async () => {
    const world = await aWorld();
    await world.slipway.products.create({ supplierId: world.supplierId, name: "Kayak tour" });
    const page = await openPage(open, world, { path: "/products" });
    const cruise = page.getByRole("article", { name: "Sunset cruise" });
    await expectShown(cruise.getByText("Can be sold"));
    await expectShown(
      page.getByRole("article", { name: "Kayak tour" }).getByText("4 steps are missing"),
    );
    await expectAccessible(page);
    await button(page, "Actions for Kayak tour").click();
    await page.getByRole("menuitem", { name: "Archive…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Archive", exact: true }).click();
    await expectShown(page.getByText("Kayak tour is archived."));
    await expectCount(page.getByRole("article"), 1);
  });
});

describe("a product", () => {
  it("links a resource to an option that has none, and takes the link away", async () => {
    const world = await aWorld();
    const { slipway, supplierId, option } = world;
    const kayaks = { supplierId, name: "Kayaks", quantity: 6, capacityPerResource: 1 };
    await slipway.resources.create(kayaks);
    const page = await openPage(open, world, {
      path: `/products/${world.productId}?tab=resources`,
    });
    await page.getByRole("combobox", { name: "Link a resource" }).click();
    await page.getByRole("option", { name: "Kayaks" }).click();
    await button(page, "Link").click();
    const linked = page.getByRole("table", { name: "Resources of the option" });
    await expectShown(linked.getByRole("row", { name: /Kayaks/ }));
    expect((await slipway.options.get(option.optionId)).resourceRequirements).toHaveLength(2);
    await button(page, "Actions for Kayaks").click();
    await page.getByRole("menuitem", { name: "Change…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Minutes until it is ready again").fill("30");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectShown(linked.getByRole("cell", { name: "0 minutes / 30 minutes" }));
    await expectPhone(page);
    await button(page, "Actions for Kayaks").click();
    await page.getByRole("menuitem", { name: "Unlink" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
    await linked.getByRole("row", { name: /Kayaks/ }).waitFor({ state: "detached" });
    await expectAccessible(page);
  });

  it("shows what another season would do before it is saved, with the guests it leaves alone", async () => {
    const world = await aWorld();
    const { slipway, option } = world;
    await world.book("14:00", { name: "Rossi" });
    const page = await openPage(open, world, { path: `/products/${world.productId}?tab=seasons` });
    await button(page, "Actions for 1 Jan – 31 Dec").click();
    await page.getByRole("menuitem", { name: "Change…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First day").fill("1 Apr");
    await dialog.getByLabel("Last day").fill("31 Oct");
    await dialog.getByLabel("Times").fill("9");
    await expectShown(dialog.getByText("Times look like 09:00"));
    await dialog.getByLabel("Times").fill("09:00");
    await dialog.getByRole("button", { name: "Change…" }).click();
    await expectShown(page.getByText(/departures vanish/));
    await expectShown(page.getByText("2 changes are not saved"));
    await expectAccessible(page);
    await button(page, "Save the seasons").click();
    await expectShown(page.getByText("The seasons are saved."));
    const [period] = await slipway.options.listAvailabilityPeriods(option.optionId);
    expect(period).toMatchObject({
      startMonthDay: "04-01",
      endMonthDay: "10-31",
      startTimes: ["09:00"],
    });
  });

  it("lets a mouse drag a season, keeps one that gets a name, and takes a rule as another", async () => {
    const world = await aWorld();
    const { slipway, option } = world;
    const seasons = () => slipway.options.listAvailabilityPeriods(option.optionId);
    const page = await openPage(open, world, { path: `/products/${world.productId}?tab=seasons` });
    const save = button(page, "Save the seasons");
    const grip = await page.locator('[data-side="last"]').boundingBox();
    const strip = await page.locator(".strip").boundingBox();
    if (!grip || !strip) throw new Error("no strip of a season is shown");
    const y = strip.y + strip.height / 2;
    await page.mouse.move(grip.x + grip.width / 2, y);
    await page.mouse.down();
    // 1 November begins 305 days after 1 January of a leap year.
    await page.mouse.move(strip.x + (305 * strip.width) / 366, y, { steps: 5 });
    await expectShown(page.getByText("1 Jan – 31 Oct"));
    await page.mouse.up();
    await expectShown(page.getByText("2 changes are not saved"));
    await save.click();
    await expectGone(save);
    const [dragged] = await seasons();
    expect(await seasons()).toMatchObject([{ startMonthDay: "01-01", endMonthDay: "10-31" }]);

    await button(page, "Actions for 1 Jan – 31 Oct").click();
    await page.getByRole("menuitem", { name: "Change…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name of the season").fill("Before the overhaul");
    await dialog.getByLabel("Until the day").fill("31 Aug 2028");
    await page.keyboard.press("Tab");
    await dialog.getByRole("button", { name: "Change…" }).click();
    await save.click();
    await expectGone(save);
    await expectShown(page.getByText(/^Before the overhaul/));
    expect(await seasons()).toMatchObject([{ id: dragged?.id, validUntil: "2028-08-31" }]);

    await button(page, "Import a rule").click();
    await dialog.getByLabel("Rule").fill("FREQ=WEEKLY;BYDAY=SA,SU");
    await dialog.getByLabel("Begins on").fill("2028-01-01T20:00");
    await dialog.getByRole("button", { name: "Import" }).click();
    await expectShown(page.getByText("1 season is imported."));
    await expectShown(page.getByText(/20:00/));
  });

  it("gets the seasons and the prices of the next years beside those of every year", async () => {
    const world = await aWorld();
    const { slipway, option } = world;
    const year = new Date().getUTCFullYear();
    const page = await openPage(open, world, { path: `/products/${world.productId}?tab=seasons` });
    await button(page, "Actions for 1 Jan – 31 Dec").click();
    await page.getByRole("menuitem", { name: "Copy for next year" }).click();
    await button(page, `Actions for 1 Jan – 31 Dec, ${year + 1}`).click();
    await page.getByRole("menuitem", { name: "Change…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Times").fill("20:00");
    await dialog.getByLabel("Until the day").fill(`1 Jan ${year}`);
    await expectShown(dialog.getByText("It ends before it begins."));
    await dialog.getByLabel("Until the day").fill(`31 Oct ${year + 1}`);
    await dialog.getByRole("button", { name: "Change…" }).click();
    const season = page.getByText(`1 Jan – 31 Dec, 1 Jan ${year + 1} – 31 Oct ${year + 1}`);
    await expectShown(season);
    await button(page, "The year after").click();
    await expectShown(page.getByText(String(year + 1), { exact: true }));
    await button(page, "Save the seasons").click();
    await expectShown(page.getByText("The seasons are saved."));
    const window = { validFrom: `${year + 1}-01-01`, validUntil: `${year + 1}-10-31` };
    const seasons = await slipway.options.listAvailabilityPeriods(option.optionId);
    expect(seasons[0]).toMatchObject({ ...window, startTimes: ["20:00"] });

    await page.getByRole("tab", { name: "Prices" }).click();
    for (const [copied, price] of [
      ["", "60"],
      [`, ${year + 1}`, "65"],
    ] as const) {
      await button(page, `Actions for 1 Jan – 31 Dec${copied}`).click();
      await page.getByRole("menuitem", { name: "Copy for next year" }).click();
      const next = year + (copied === "" ? 1 : 2);
      await page.getByRole("textbox", { name: `Adult, 1 Jan – 31 Dec, ${next}` }).fill(price);
    }
    await page.getByRole("textbox", { name: `Child, 1 Jan – 31 Dec, ${year + 1}` }).fill("30");
    const effect = page.getByRole("region", { name: "The effect in the next 12 months" });
    await expectShown(effect.getByText(/^1 Jan .*: €30.00 instead of €25.00$/));
    await expectAccessible(page);
    await button(page, "Save the prices").click();
    await expectShown(page.getByText("The prices are saved."));
    const periods = await slipway.options.listPricingPeriods(option.optionId);
    expect(
      periods.map(({ validFrom, retailPrices }) => [validFrom, retailPrices[option.adultId]]),
    ).toEqual([
      [null, expect.any(Number)],
      [`${year + 1}-01-01`, 6_000],
      [`${year + 2}-01-01`, 6_500],
    ]);
    await expectPhone(page);
  });

  it("has its prices typed in the table, with prices by party size in a popover", async () => {
    const world = await aWorld();
    const { slipway, option } = world;
    const page = await openPage(open, world, { path: `/products/${world.productId}?tab=prices` });
    await page.getByRole("textbox", { name: "Adult, 1 Jan – 31 Dec" }).fill("50");
    await button(page, "By party size…, 1 Jan – 31 Dec").click();
    await button(page, "Add a row").click();
    await page.getByLabel("Price, row 1").fill("40");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await button(page, "Save the prices").click();
    await expectShown(page.getByText("The prices are saved."));
    const [period] = (await slipway.options.get(option.optionId)).pricingPeriods;
    expect(period).toMatchObject({
      retailPrices: { [option.adultId]: 5_000, [option.childId]: 2_500 },
      retailPriceTiers: [{ minQuantity: 1, maxQuantity: 4, retail: 4_000 }],
    });
    await expectPhone(page);
  });
});

it("changes the limits of what is sold and keeps the rest, orders tickets, and adds and deletes an option", async () => {
  const world = await aWorld();
  const { slipway, productId, option } = world;
  const { optionId, adultId } = option;
  await slipway.units.update(adultId, { restrictions: { paxCount: 1, deposit: 20 } });
  const page = await openPage(open, world, { path: `/products/${productId}` });
  const dialog = page.getByRole("dialog");
  const save = async (): Promise<void> => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectGone(dialog);
  };
  await button(page, "Actions for Shared boat").click();
  await page.getByRole("menuitem", { name: "Change…" }).click();
  await dialog.getByLabel("Sales end").fill("90");
  await dialog.getByLabel("At most in one booking").fill("12");
  await dialog.getByRole("button", { name: "Add a step" }).click();
  await dialog.getByRole("button", { name: "Add a step" }).click();
  await dialog.getByRole("combobox", { name: "Counted in, of step 2" }).click();
  await page.getByRole("option", { name: "hours before" }).click();
  await dialog.getByLabel("How long before the start, of step 2").fill("1.5");
  await save();
  await expectShown(
    page.getByText("paid back: 100 % until 2 days before, 50 % until 1 hour 30 minutes before"),
  );
  expect(await slipway.options.get(optionId)).toMatchObject({
    cancellationPolicy: [
      { untilMinutes: 2_880, refundPercent: 100 },
      { untilMinutes: 90, refundPercent: 50 },
    ],
    durationMinutes: 60,
    bookingCutoffMinutes: 90,
    restrictions: { minUnits: null, maxUnits: 12 },
  });
  await button(page, "Actions for Shared boat").click();
  await page.getByRole("menuitem", { name: "Taxes and fees…" }).click();
  await dialog.getByRole("button", { name: "Add a tax or a fee" }).click();
  await dialog.getByRole("textbox", { name: "Name on the receipt" }).fill("VAT");
  await dialog.getByRole("textbox", { name: "Amount" }).fill("12.5");
  await save();
  expect(await slipway.options.getCharges(optionId)).toEqual({
    charges: [{ name: "VAT", kind: "TAX", basis: "PERCENT", amount: 1_250, included: true }],
  });
  await button(page, "Actions for Adult").click();
  await page.getByRole("menuitem", { name: "Change…" }).click();
  await dialog.getByLabel("Travellers of one ticket").fill("2");
  await dialog.getByLabel("At most in one booking").fill("6");
  await save();
  const adult = await slipway.units.get(adultId);
  expect(adult.restrictions).toEqual({ paxCount: 2, deposit: 20, maxQuantity: 6 });

  await button(page, "Actions for Child").click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expectShown(page.getByRole("row").nth(1).getByText("Child").first());
  expect((await slipway.options.get(optionId)).units[0]?.name).toBe("Child");
  await button(page, "Add an option").click();
  await dialog.getByLabel("Name").fill("Private boat");
  await save();
  const added = page.getByRole("region", { name: "Private boat" });
  await expectShown(added);
  await button(page, "Actions for Private boat").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expectGone(added);
  await expectAccessible(page);
});

it("says where another user was first, by a toast or in the dialog", async () => {
  const world = await aWorld();
  const { slipway, productId, option } = world;
  const { page, troubles } = await openSession(open, world, { path: `/products/${productId}` });
  const dialog = page.getByRole("dialog");
  await button(page, "Actions for Child").click();
  await slipway.options.createUnit(option.optionId, { name: "Dog", type: "OTHER" });
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expectShown(page.getByRole("alert").getByText("That did not work."));
  await expectShown(button(page, "Actions for Dog"));
  await slipway.units.archive(option.childId);
  await button(page, "Actions for Child").click();
  await page.getByRole("menuitem", { name: "Change…" }).click();
  await dialog.getByLabel("Name").fill("Kid");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(dialog.getByText("It is archived", { exact: false }));
  const answer = answering(page);
  await page.keyboard.press("Escape");
  await expectShown(dialog);
  answer.isYes = true;
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expectGone(dialog);
  expect(answer.asked).toEqual(Array(2).fill(expect.stringContaining("not saved")));
  // The browser says so of every refusal.
  for (const each of troubles.splice(0)) expect(each).toContain("409");
});

it("has prices that another user has set meanwhile, and says which price counts on a day", async () => {
  const world = await aWorld();
  const { slipway, option } = world;
  const { optionId, adultId, childId } = option;
  const page = await openPage(open, world, { path: `/products/${world.productId}?tab=prices` });
  await page.getByRole("textbox", { name: "Adult, 1 Jan – 31 Dec" }).fill("50");
  const all = { weekdays: [0, 1, 2, 3, 4, 5, 6], startTimes: ["09:00", "14:00", "18:00"] };
  const [year] = (await slipway.options.get(optionId)).pricingPeriods;
  const summer = { startMonthDay: "06-01", endMonthDay: "08-31", ...all, startTimes: ["14:00"] };
  await slipway.options.setPricingPeriods(optionId, {
    pricingPer: "UNIT",
    periods: [
      {
        startMonthDay: "01-01",
        endMonthDay: "12-31",
        ...all,
        retailPrices: { [adultId]: year?.retailPrices[adultId] ?? 0, [childId]: 2_500 },
      },
      { ...summer, retailPrices: { [adultId]: 6_000, [childId]: 2_500 } },
    ],
  });
  await button(page, "Save the prices").click();
  await expectShown(page.getByText("The prices are saved."));
  await page.getByLabel("The price that counts on").fill("1 Jun 2028");
  await page.keyboard.press("Tab");
  await expectShown(page.getByText("09:00: €50.00 / €25.00"));
  await expectShown(page.getByText("14:00: €60.00 / €25.00"));
  await expectShown(page.getByText(/^1 Jun – 31 Aug: /));
});

it("shows, adds, orders and removes photos by the keyboard", async () => {
  const world = await aWorld();
  const { slipway, productId } = world;
  const path = `/products/${productId}?tab=photos`;
  const { page, troubles } = await openSession(open, world, { path });
  await expectShown(button(page, "Add a photo"));
  const give = (text: string): Promise<void> =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name: "photo", mimeType: "image/png", buffer: Buffer.from(text, "base64") });
  await give(Buffer.from("no image").toString("base64"));
  await expectShown(page.getByRole("alert").getByText("Some fields are not right"));
  // The browser says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("400")]);
  await give(dot);
  await expectShown(page.getByRole("img", { name: "photo 1 of Sunset cruise" }));
  await give(dot);
  await expectShown(page.getByRole("img", { name: "photo 2 of Sunset cruise" }));
  const [first, second] = await slipway.products.listPhotos(productId);
  const src = page.getByRole("img", { name: "photo 1 of Sunset cruise" });
  await button(page, "Actions for photo 2 of Sunset cruise").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Move up" }).press("Enter");
  await src.and(page.locator(`[src*="${second?.id}"]`)).waitFor();
  await button(page, "Actions for photo 1 of Sunset cruise").press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expectGone(page.getByRole("img", { name: "photo 2 of Sunset cruise" }));
  expect(await slipway.products.listPhotos(productId)).toMatchObject([{ id: first?.id }]);
});

/** A PNG of one pixel. */
const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

it("copies a product, stays open meanwhile, goes on where a step has failed, and makes nothing twice", async () => {
  const world = await aWorld();
  const { page, troubles } = await openSession(open, world, { path: "/products" });
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route("**/api/v1/options/*/units", async (route) => {
    asked.resolve();
    await held.promise;
    await route.fulfill({ status: 503, contentType: "text/html", body: "" });
  });
  await button(page, "Actions for Sunset cruise").click();
  await page.getByRole("menuitem", { name: "Copy…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make the copy" }).click();
  await asked.promise;
  // Nobody is led away later.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");
  await expectShown(dialog.getByLabel("Name"));
  held.resolve();
  await expectShown(dialog.getByRole("alert").getByText("That did not work"));
  await expectShown(dialog.getByText("The product is made, but not all options and tickets."));
  await page.unroute("**/api/v1/options/*/units");
  await dialog.getByRole("button", { name: "Make the copy" }).click();
  await expectShown(page.getByRole("heading", { name: "What does a departure need?" }));
  const { supplierId, slipway } = world;
  const copies = (await slipway.products.list({ supplierId, include: "options" })).filter(
    ({ name }) => name === "Sunset cruise 2",
  );
  expect(copies.map(({ options }) => options?.map(({ name }) => name))).toEqual([["Shared boat"]]);
  const { units } = await slipway.options.get(copies[0]?.options?.[0]?.id ?? "");
  expect(units).toMatchObject([{ name: "Adult" }, { name: "Child" }]);
  // The browser says so of every refusal.
  for (const each of troubles.splice(0)) expect(each).toContain("503");
});

it("makes, changes and archives a supplier", async () => {
  const world = await aWorld();
  const page = await openPage(open, world, { path: "/suppliers" });
  await button(page, "Add a supplier").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Lido Kayaks");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByRole("row", { name: /Lido Kayaks/ }));
  await button(page, "Actions for Lido Kayaks").click();
  await page.getByRole("menuitem", { name: "Change the details…" }).click();
  await dialog.getByLabel("Phone").fill("+39 041 555");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByRole("row", { name: /041 555/ }));
  await button(page, "Actions for Lido Kayaks").click();
  await page.getByRole("menuitem", { name: "Archive…" }).click();
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await expectGone(page.getByRole("row", { name: /Lido Kayaks/ }));
});
