/** The tasks of finding a booking and working on it, by role and name. */
import { describe, expect, it } from "@jest/globals";
import type { Booking } from "@slipway/client";
import type { Page } from "playwright-core";
import { type Opened, expectGone, expectShown, logIn, troubleFreeBrowser } from "./browsing.ts";
import { type World, aWorld, day } from "./world.ts";

const open = troubleFreeBrowser();

async function openAt(world: World, path: string): Promise<Opened> {
  const opened = await open(world.url, { path });
  await logIn(opened.page, await world.aUser());
  return opened;
}

const openBooking = async (world: World, { id }: Booking): Promise<Opened> => {
  const opened = await openAt(world, `/bookings/${id}`);
  await expectShown(opened.page.getByRole("region", { name: "What can be done" }));
  return opened;
};

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

const found = (page: Page) => page.getByRole("table", { name: "Bookings" });
const said = (page: Page, hasText: RegExp) => page.getByRole("status").filter({ hasText });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

describe("a booking is found", () => {
  it("by name, by day of travel, by reference and by id, and the address names nobody", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00", { name: "Rossi" });
    await world.book("14:00", { name: "Verdi" });
    const { page } = await openAt(world, `/day/${day}`);
    await expectShown(page.getByRole("table", { name: "Departures" }));
    await search(page, "rossi@ex");
    await expectShown(found(page).getByRole("link", { name: /^Rossi/ }));
    expect(await found(page).getByRole("link").count()).toBe(1);
    expect(page.url()).toMatch(/\/console\/bookings$/);
    await page.getByLabel("Day of travel").fill("2028-06-02");
    await expectShown(page.getByText("No booking is like that."));
    await page.getByLabel("Day of travel").fill(day);
    await expectShown(found(page).getByRole("link", { name: /^Rossi/ }));
    expect(page.url()).toMatch(/\/bookings\?date=2028-06-01$/);
    await button(page, "End the search").click();
    await expectShown(found(page).getByRole("link", { name: /^Verdi/ }));
    // A reference is found although its day is not the chosen one.
    await page.getByLabel("Day of travel").fill("2028-06-02");
    await search(page, rossi.reference.toLowerCase());
    await page.waitForURL(`**/bookings/${rossi.id}`);
    await expectShown(page.getByRole("heading", { name: `Rossi, ${rossi.reference}` }));
    await page.getByRole("link", { name: "Bookings" }).click();
    await expectShown(found(page).getByRole("link", { name: /^Verdi/ }));
    await search(page, rossi.id);
    await page.waitForURL(`**/bookings/${rossi.id}`);
  });
});

describe("a hold", () => {
  it("is confirmed by keyboard, then cancelled with a reason, and the timeline shows both", async () => {
    const world = await aWorld();
    const held = await world.book("09:00", { name: "Rossi", adults: 3, status: "ON_HOLD" });
    const { page } = await openBooking(world, held);
    await button(page, /^Confirm/).press("Enter");
    await expectShown(page.getByText("The booking now is: Confirmed."));
    // The button is gone, and the focus is where the news stand.
    expect(await page.evaluate("document.activeElement?.tagName")).toBe("OUTPUT");
    await button(page, /^Cancel the booking/).click();
    const dialog = page.getByRole("dialog", { name: /^Cancel this booking, 3 places of/ });
    await dialog.getByLabel("Reason").fill("The family is ill");
    await dialog.getByRole("button", { name: "Cancel the booking" }).click();
    await expectShown(page.getByText("The booking now is: Cancelled."));
    await expectGone(page.getByRole("region", { name: "What can be done" }));
    const timeline = page.getByRole("listitem");
    await expectShown(timeline.filter({ hasText: /Cancelled · Ada.*Confirmed → Cancelled/ }));
    await expectShown(timeline.filter({ hasText: /Confirmed · Ada/ }));
    await expectShown(timeline.filter({ hasText: /Booked · test/ }));
    const { status, cancellationReason } = await world.slipway.bookings.get(held.id);
    expect([status, cancellationReason]).toEqual(["CANCELLED", "The family is ill"]);
  });
});

describe("a booking", () => {
  it("is moved at its old price, the new one or an own one, and keeps its boat when its party changes", async () => {
    const world = await aWorld();
    const { resourceId, slipway } = world;
    const { optionId, adultId, childId } = world.option;
    const always = {
      startMonthDay: "01-01",
      endMonthDay: "12-31",
      weekdays: [0, 1, 2, 3, 4, 5, 6],
    };
    const at = (startTimes: string[], price: number) => ({
      ...always,
      startTimes,
      retailPrices: { [adultId]: price, [childId]: price },
    });
    const periods = [at(["09:00"], 4_500), at(["14:00", "18:00"], 6_000)];
    await slipway.options.setPricingPeriods(optionId, { pricingPer: "UNIT", periods });
    const booking = await slipway.bookings.create({
      optionId,
      startAt: `${day}T07:00:00.000Z`,
      unitItems: [{ unitId: adultId, quantity: 1 }],
      resourceItems: [{ resourceId, quantity: 1 }],
    });
    const { page } = await openBooking(world, booking);
    await button(page, "Move to another departure").click();
    await button(page, /^14:00/).click();
    await expectShown(page.getByLabel("Keep the old price: €45.00 (as before)"));
    expect(await page.getByRole("radio", { name: /Keep the old/ }).isChecked()).toBe(true);
    await button(page, /^Move to .*14:00/).click();
    await expectShown(said(page, /^Done. It departs .*14:00\.$/));
    const moved = await slipway.bookings.get(booking.id);
    expect([moved.startAt, moved.pricingSnapshot?.retail]).toEqual([`${day}T12:00:00.000Z`, 4_500]);
    await button(page, "Move to another departure").click();
    await button(page, /^18:00/).click();
    await page.getByLabel("New price: €60.00 (€15.00 more)").check();
    await button(page, /^Move to .*18:00/).click();
    await expectShown(said(page, /^Done. It departs .*18:00\.$/));
    expect((await slipway.bookings.get(booking.id)).pricingSnapshot?.retail).toBe(6_000);
    await button(page, "Change the party").click();
    await button(page, "One Child more").click();
    await expectShown(page.getByText("New price: €120.00 (€60.00 more)"));
    await button(page, "Save").click();
    await expectShown(page.getByText("Done. It is changed."));
    await expectShown(page.getByText("Total €120.00"));
    const { resourceUsageSnapshot } = await slipway.bookings.get(booking.id);
    expect(resourceUsageSnapshot?.items).toMatchObject([
      { capacityPlaces: 24, resourceQuantity: 1 },
    ]);
    await button(page, "Change the party").click();
    await button(page, "One Boat (whole) less").click();
    await button(page, "Save").click();
    const changed = page.getByRole("listitem").filter({ hasText: /1 Boat \(whole\) → 2 Boat/ });
    await expectShown(changed);
    await button(page, "Move to another departure").click();
    await page.getByText("A time of your own").click();
    await page.getByLabel("Time", { exact: true }).fill("11:30");
    await page.getByLabel("Prices of your own").check();
    await page.getByLabel("Adult, each, in EUR").fill("12.50");
    await expectShown(page.getByText("New price: €72.50 (€47.50 less)"));
    await button(page, /^Move to .*11:30/).click();
    await expectShown(said(page, /^Done. It departs .*11:30\.$/));
    const last = await slipway.bookings.get(booking.id);
    expect([last.startAt, last.pricingSnapshot?.retail]).toEqual([`${day}T09:30:00.000Z`, 7_250]);
  });

  it("that another has changed says how, keeps what is typed, and keeps both", async () => {
    const world = await aWorld();
    const booking = await world.book("09:00", { name: "Rossi", notes: "Wheelchair" });
    const opened = await openBooking(world, booking);
    const { page } = opened;
    await button(page, "Change customer and notes").click();
    const dialog = page.getByRole("dialog", { name: "Change customer and notes" });
    await dialog.getByLabel("Phone").fill("+39 041 999");
    const expectedUpdatedAt = booking.updatedAt;
    const notes = "Wheelchair, vegetarian";
    await world.slipway.bookings.updateDetails(booking.id, { expectedUpdatedAt, notes });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectShown(dialog.getByText("Another user has changed the booking meanwhile."));
    await expectShown(
      dialog.getByRole("listitem").filter({ hasText: /Wheelchair → Wheelchair, veg/ }),
    );
    expect(await dialog.getByLabel("Phone").inputValue()).toBe("+39 041 999");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectShown(page.getByText("Done. It is changed."));
    const after = await world.slipway.bookings.get(booking.id);
    expect([after.notes, after.customer]).toEqual([
      notes,
      { name: "Rossi", email: "rossi@example.com", phone: "+39 041 999" },
    ]);
    // Chromium says so of every refusal.
    expect(opened.troubles.splice(0)).toEqual([expect.stringContaining("409")]);
  });

  it("of an archived product has its name and its clock", async () => {
    const world = await aWorld();
    const { slipway, productId } = world;
    await slipway.products.update(productId, { timezone: "Asia/Tokyo" });
    const booking = await slipway.bookings.create({
      optionId: world.option.optionId,
      startAt: `${day}T00:00:00Z`,
      unitItems: [{ unitId: world.option.adultId, quantity: 1 }],
    });
    await slipway.products.archive(productId);
    const { page } = await openAt(world, `/bookings/${booking.id}`);
    await expectShown(page.getByText(/1 Jun 2028, 09:00 Asia\/Tokyo Sunset cruise/));
  });

  it("says who was notified of it, and notifies again", async () => {
    const world = await aWorld();
    // Nobody is there.
    const url = "http://127.0.0.1:9/hook";
    await world.slipway.webhooks.createSubscription({ url });
    const booking = await world.book("09:00", { name: "Rossi" });
    const { page } = await openBooking(world, booking);
    const notified = page.getByRole("table", { name: "Messages of the last 30 days" });
    await notified.or(page.getByText("Nobody was notified")).waitFor();
    while ((await notified.count()) === 0) await button(page, "Look again").click();
    const answered = page.waitForResponse((response) => response.url().endsWith("/redeliver"));
    await button(page, `Send again: ${url}`).click();
    expect((await answered).status()).toBeLessThan(300);
    const attempted = notified.getByText(/[1-9]\d* attempt/);
    while ((await attempted.count()) === 0) await button(page, "Look again").click();
  });
});
