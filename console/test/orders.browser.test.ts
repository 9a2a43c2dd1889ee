/** Orders at the console: several bookings with one contact, confirmed together or not at all. */
import { describe, expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import {
  expectAccessible,
  expectCount,
  expectShown,
  openPage,
  openSession,
  troubleFreeBrowser,
} from "./browsing.ts";
import { type World, aWorld, anOption, anOrder, day } from "./world.ts";

const open = troubleFreeBrowser();

/** A second product with a ship of its own: it crosses at 10:00 and at 12:00. */
async function aFerry({ slipway, supplierId }: World) {
  const { id: productId } = await slipway.products.create({ supplierId, name: "Lido ferry" });
  const ship = { supplierId, name: "Ship", quantity: 1, capacityPerResource: 10 };
  const { id: resourceId } = await slipway.resources.create(ship);
  const times = ["10:00", "12:00"];
  return anOption(slipway, { productId, resourceId, times, name: "Crossing" });
}

const basket = (page: Page) => page.getByRole("form", { name: "Order" });
const add = (page: Page) => page.getByRole("button", { name: "Add to order" });

async function chooseProduct(page: Page, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Product" }).click();
  await page.getByRole("option", { name }).click();
}

async function addAt(page: Page, time: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${time}`) }).click();
  await expectShown(page.getByRole("heading", { name: new RegExp(`^${time} · Thursday`) }));
  await add(page).click();
}

/** Chooses from the menu of the opened order. */
async function ofOrder(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Actions for Zanon" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const expectFocus = (locator: Locator): Promise<void> =>
  expectShown(locator.and(locator.page().locator(":focus")));

/** Reads all that the window keeps over a reload. */
const keptOf = (page: Page): Promise<string> => page.evaluate("JSON.stringify(sessionStorage)");

const statusesOf = async ({ slipway, supplierId }: World): Promise<string[]> => {
  const found = await slipway.bookings.list({ supplierId, search: "zanon" });
  return found.map(({ status, optionId }) => `${status} ${optionId}`).toSorted();
};

describe("an order", () => {
  it("of a family's boat and ferry is all or none when a place is gone", async () => {
    const world = await aWorld();
    const ferry = await aFerry(world);
    const { optionId } = world.option;
    const path = `/new?supplier=${world.supplierId}&option=${optionId}&start=${day}T07:00:00.000Z`;
    const { page, troubles } = await openSession(open, world, { path });
    await page.getByRole("button", { name: "One Adult more" }).click();
    await page.getByLabel("Name").fill("Zanon");
    await expectShown(page.getByRole("button", { name: "Book €90.00" }));
    await add(page).click();
    await expectShown(basket(page).getByRole("heading", { name: "Order · 1 booking" }));
    // The contact has come along, and is typed once.
    await expectCount(page.getByLabel("Name"), 1);
    expect(await page.getByLabel("Name").inputValue()).toBe("Zanon");
    await page.getByLabel("Notes").fill("Pushchair");
    await chooseProduct(page, "Lido ferry, Crossing");
    // On the day of the booking before.
    await addAt(page, "10:00");
    const book = page.getByRole("button", { name: "Book €135.00" });
    await expectShown(book);
    await expectAccessible(page);
    // Meanwhile all places of the ferry are sold.
    await world.book("10:00", { name: "Group", adults: 10, option: ferry });
    await book.click();
    await expectShown(basket(page).getByText("Nothing is held or booked"));
    await expectShown(
      basket(page).getByRole("listitem").filter({ hasText: "Lido ferry" }).getByText("not enough"),
    );
    expect(await statusesOf(world)).toEqual([`CANCELLED ${optionId}`]);
    const [refused] = (await world.slipway.orders.list({ search: "zanon", limit: 10 })).items;
    expect(refused?.status).toBe("CANCELLED");
    await page.getByRole("button", { name: "Take out Lido ferry, Crossing" }).click();
    await addAt(page, "12:00");
    await book.click();
    await expectShown(page.getByRole("heading", { name: "Zanon", level: 1 }));
    await expectShown(page.getByRole("region", { name: "Order" }).getByText("€135.00"));
    await expectCount(page.getByRole("main").getByRole("row"), 3);
    expect(await statusesOf(world)).toEqual(
      [`CANCELLED ${optionId}`, `CONFIRMED ${optionId}`, `CONFIRMED ${ferry.optionId}`].toSorted(),
    );
    await expectShown(page.getByText("Confirmed · Ada"));
    for (const each of troubles.splice(0)) expect(each).toContain("409");
  });

  it("waits in its window over a reload, for its user alone", async () => {
    const world = await aWorld();
    const { optionId } = world.option;
    await world.slipway.options.update(optionId, { requiredContactFields: ["phoneNumber"] });
    const path = `/new?supplier=${world.supplierId}&option=${optionId}&start=${day}T07:00:00.000Z`;
    const page = await openPage(open, world, { path });
    await expectShown(page.getByRole("button", { name: "Book €45.00" }));
    await page.getByLabel("Name").fill("Zanon");
    await add(page).click();
    const heading = basket(page).getByRole("heading", { name: "Order · 1 booking" });
    await expectFocus(heading);
    await expectShown(basket(page).getByText("Recommended for this option"));
    await page.getByLabel("Notes").fill("Pushchair");
    await page.reload();
    await expectShown(heading);
    expect(await page.getByLabel("Name").inputValue()).toBe("Zanon");
    expect(await page.getByLabel("Notes").inputValue()).toBe("Pushchair");
    await addAt(page, "14:00");
    await expectFocus(basket(page).getByRole("heading", { name: "Order · 2 bookings" }));
    await basket(page)
      .getByRole("button", { name: /^Take out/ })
      .first()
      .click();
    await expectFocus(heading);
    await basket(page)
      .getByRole("button", { name: /^Take out/ })
      .click();
    await expectFocus(page.getByRole("button", { name: /^09:00/ }));
    // The next customer is another one.
    expect(await keptOf(page)).not.toContain("Zanon");
    await addAt(page, "14:00");
    await expectShown(heading);
    expect(await keptOf(page)).toContain("Sunset cruise");
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(await keptOf(page)).toBe("{}");
  });

  it("asks again under the same key after a reload before its answer", async () => {
    const world = await aWorld();
    const { optionId } = world.option;
    const path = `/new?supplier=${world.supplierId}&option=${optionId}&start=${day}T07:00:00.000Z`;
    const { page, troubles } = await openSession(open, world, { path });
    await page.getByLabel("Name").fill("Zanon");
    await expectShown(page.getByRole("button", { name: "Book €45.00" }));
    await add(page).click();
    // The order is made, and nobody hears of it.
    await page.route("**/api/v1/orders", async (route) => {
      await route.fetch();
      await route.abort();
    });
    page.on("dialog", (dialog) => void dialog.accept());
    await basket(page).getByRole("button", { name: "Book €45.00" }).click();
    await expectShown(basket(page).getByText("Nobody knows yet"));
    await page.unroute("**/api/v1/orders");
    await page.reload();
    await expectShown(basket(page).getByText("Nobody knows yet"));
    // It is not of the order that was asked for, so it stays for another one.
    await addAt(page, "14:00");
    await basket(page).getByRole("button", { name: "Book €90.00" }).click();
    await expectShown(page.getByRole("heading", { name: "Zanon", level: 1 }));
    await page.goBack();
    await expectShown(basket(page).getByRole("heading", { name: "Order · 1 booking" }));
    expect(await keptOf(page)).not.toContain("idempotencyKey");
    expect((await world.slipway.orders.list({ search: "zanon", limit: 10 })).items).toHaveLength(1);
    for (const each of troubles.splice(0)) expect(each).toContain("ERR_FAILED");
  });

  it("is found by name in the palette, and shows what others change of the order alone", async () => {
    const world = await aWorld();
    const { id, updatedAt: expectedUpdatedAt } = await anOrder(world);
    const page = await openPage(open, world, { path: "/orders" });
    // A key before the page is there is nobody's.
    await page.getByRole("link", { name: "Zanon" }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("textbox", { name: "Search" }).fill("zanon");
    await page.getByRole("button", { name: /2 bookings/ }).click();
    await expectShown(page.getByRole("button", { name: "Confirm the order" }));
    await page.getByRole("heading", { name: "Zanon", level: 1 }).waitFor();
    const customer = { name: "Bellini" };
    await world.slipway.orders.update(id, { customer, expectedUpdatedAt });
    await expectShown(page.getByRole("heading", { name: "Bellini", level: 1 }));
  });

  it("is held, extended, confirmed and cancelled with all of its bookings", async () => {
    const world = await aWorld();
    const { id, reference, expiresAt, bookings: held } = await anOrder(world);
    const page = await openPage(open, world, { path: "/orders" });
    await page.getByRole("searchbox", { name: "Orders" }).fill(reference.toLowerCase());
    await page.getByRole("link", { name: "Zanon" }).click();
    await expectShown(page.getByText("Confirms 2 bookings, or none."));
    await ofOrder(page, "Hold 30 min longer");
    await expectShown(page.getByText("The order is held for longer."));
    const longer = await world.slipway.orders.get(id);
    expect(Date.parse(longer.expiresAt ?? "")).toBeGreaterThan(Date.parse(expiresAt ?? ""));
    // A hold of it is not confirmed alone, and leads back to the order.
    const table = page.getByRole("table", { name: "Bookings" });
    await table.getByRole("link").first().click();
    const drawer = page.getByRole("dialog", { name: "Booking" });
    // Its contact is the order's, so the reference stands for its name, once.
    const first = (await world.slipway.bookings.get(held[0]?.id ?? "")).reference;
    await expectShown(drawer.getByRole("heading", { name: first }));
    await expectCount(drawer.getByText(first), 1);
    await expectShown(drawer.getByRole("link", { name: "Open the order" }));
    expect(await drawer.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    await drawer.getByRole("link", { name: "Open the order" }).click();
    await page.getByRole("button", { name: "Confirm the order" }).click();
    await expectShown(page.getByText("The order is confirmed."));
    await expectCount(table.getByText("Confirmed"), 2);
    await ofOrder(page, "Cancel the order…");
    const asked = page.getByRole("dialog", { name: /^Cancel the order/ });
    await expectCount(asked.getByText("€45.00 is paid back"), 2);
    await asked.getByLabel("Reason").fill("Rain");
    await asked.getByRole("button", { name: "Cancel the order" }).click();
    await expectCount(table.getByText("Cancelled"), 2);
    const { status, cancellationReason, bookings } = await world.slipway.orders.get(id);
    expect([status, cancellationReason]).toEqual(["CANCELLED", "Rain"]);
    expect(bookings.map((each) => each.status)).toEqual(["CANCELLED", "CANCELLED"]);
  });
});
