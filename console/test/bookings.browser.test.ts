/** The list of bookings and a booking of the console, by role and name. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { undoSeconds } from "../page/screens/holds/waiting.ts";
import {
  answering,
  expectAccessible,
  expectCount,
  expectGone,
  expectShown,
  lookUntil,
  openPage,
  openSession,
  troubleFreeBrowser,
} from "./browsing.ts";
import { keepUndoTime, undoTime } from "./undo.ts";
import { type World, aWorld, day } from "./world.ts";

const open = troubleFreeBrowser();

const table = (page: Page) => page.getByRole("table", { name: "Bookings" });
const row = (page: Page, text: string) => table(page).getByRole("row").filter({ hasText: text });
const drawer = (page: Page) => page.getByRole("dialog", { name: "Booking" });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function withThree(): Promise<World> {
  const world = await aWorld();
  await world.book("09:00", { name: "Rossi", adults: 2, children: 1, notes: "Wheelchair" });
  await world.book("14:00", { name: "Bianchi", status: "ON_HOLD" });
  await world.book("18:00", { name: "Verdi", adults: 4 });
  return world;
}

/** The page of the first booking, which is Rossi's of 09:00. */
async function openBooking(world: World): Promise<Page> {
  const page = await openPage(open, world, { path: `/bookings/${world.booked[0]?.id}` });
  await expectShown(page.getByRole("heading", { name: "Rossi", level: 1 }));
  return page;
}

describe("the list of bookings", () => {
  it("is narrowed by saved filters, by what is typed, and by a day, and sums what it shows", async () => {
    const world = await withThree();
    const page = await openPage(open, world, { path: "/bookings" });
    await expectShown(row(page, "Verdi"));
    await expectShown(page.getByText("3 bookings · 8 guests · €340.00"));
    await button(page, "On hold").click();
    await expectGone(row(page, "Verdi"));
    await expectShown(row(page, "Bianchi"));
    await button(page, /^All$/).click();
    await page.getByRole("searchbox", { name: "Search bookings" }).fill("ross");
    await expectGone(row(page, "Bianchi"));
    await expectShown(row(page, "Rossi"));
    // An address must not name people.
    expect(page.url()).not.toContain("ross");
    await page.getByRole("searchbox", { name: "Search bookings" }).fill("");
    await page.getByRole("textbox", { name: "Day of travel" }).fill("2 Jun 2028");
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("heading", { name: "No booking is like that" }));
    // The month of the field lies over the page.
    await page.keyboard.press("Escape");
    await button(page, "Show all bookings").click();
    await expectShown(row(page, "Verdi"));
    await world.slipway.bookings.cancel(world.booked[0]?.id ?? "");
    await expectShown(page.getByText("3 bookings · 5 guests · €225.00"));
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, "Filters").click();
    await expectShown(page.getByRole("textbox", { name: "Day of travel" }));
    await expectAccessible(page);
  });

  it("opens a booking over itself, by its link and by its reference", async () => {
    const world = await withThree();
    const page = await openPage(open, world, { path: "/bookings" });
    await row(page, "Rossi").getByRole("link", { name: "Rossi" }).click();
    await expectShown(drawer(page).getByText("Wheelchair"));
    await expectShown(drawer(page).getByText("Booked · test"));
    await expectAccessible(page);
    await page.goBack();
    await expectGone(drawer(page));
    const { reference = "" } = world.booked[2] ?? {};
    await page.getByRole("searchbox", { name: "Search bookings" }).fill(reference.toLowerCase());
    await expectShown(drawer(page).getByRole("heading", { name: "Verdi" }));
    await drawer(page).getByRole("link", { name: "Open as a page" }).click();
    await expectShown(page.getByRole("heading", { name: "Verdi", level: 1 }));
  });

  it("saves what is chosen for a spreadsheet, copies addresses, and moves all to another day with a quote for each", async () => {
    const world = await withThree();
    const page = await openPage(open, world, { path: "/bookings" });
    await row(page, "Rossi").getByRole("checkbox").check();
    await row(page, "Verdi").getByRole("checkbox").check();
    await expectShown(page.getByText("2 chosen"));
    const downloading = page.waitForEvent("download");
    await button(page, "Save as CSV").last().click();
    const text = await readFile(await (await downloading).path(), "utf8");
    expect(text.match(/\r\n/g)).toHaveLength(3);
    expect(text).toContain('"Sunset cruise, Shared boat","3","2 Adult, 1 Child"');
    await button(page, "Message").click();
    const message = page.getByRole("dialog", { name: "Message to 2 guests" });
    await expectShown(message.getByRole("link", { name: "Open in the mail program" }));
    await page.keyboard.press("Escape");
    await expectGone(message);
    await button(page, "Move…").click();
    const dialog = page.getByRole("dialog", { name: "Move 2 bookings" });
    await expectShown(dialog.getByText(/Can move: €180.00/));
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Move 2 bookings" }).click();
    await expectShown(dialog.getByRole("row", { name: /Rossi.*Moved to Fri/ }));
    await expectShown(dialog.getByRole("row", { name: /Verdi.*Moved to Fri/ }));
    const starts = world.booked.map(
      async ({ id }) => (await world.slipway.bookings.get(id)).startAt,
    );
    expect(await Promise.all(starts)).toEqual([
      "2028-06-02T07:00:00.000Z",
      "2028-06-01T12:00:00.000Z",
      "2028-06-02T16:00:00.000Z",
    ]);
  });

  it("cancels several at once, and takes it back", async () => {
    const world = await withThree();
    const page = await openPage(open, world, { path: "/bookings" });
    await keepUndoTime(page, undoSeconds);
    await page.getByRole("checkbox", { name: "Choose all that are shown" }).check();
    await button(page, "Cancel…").click();
    const dialog = page.getByRole("dialog", { name: "Cancel 3 bookings?" });
    await expectShown(dialog.getByText("The places of 8 guests are free at once, and €340.00"));
    await dialog.getByRole("button", { name: "Cancel the bookings" }).click();
    await expectGone(row(page, "Rossi"));
    const toast = page.getByText(/^Verdi, .* will be cancelled/);
    await toast.getByRole("button", { name: "Undo" }).click();
    await expectShown(row(page, "Verdi"));
    await undoTime(page);
    await button(page, "Cancelled").click();
    await expectShown(row(page, "Rossi").getByText("Cancelled"));
    await expectCount(row(page, "Verdi"), 0);
  });
});

describe("a booking", () => {
  it("moves to another departure at the old price or a custom one", async () => {
    const world = await withThree();
    const page = await openBooking(world);
    await button(page, "Reschedule").click();
    await page.getByRole("radio", { name: /^14:00/ }).click();
    await expectShown(page.getByText("Keep the old price: €115.00 (as before)"));
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: "Custom price" }).check();
    await page.getByRole("textbox", { name: "Adult, each (EUR)" }).fill("30");
    await expectShown(page.getByText(/New price: €85.00 \(€30.00 less\)/));
    await button(page, /^Move to .*14:00/).click();
    await expectShown(page.getByText(/Done. It departs Thu.* 1 Jun 2028.* 14:00/));
    const { id = "" } = world.booked[0] ?? {};
    const { startAt, pricingSnapshot } = await world.slipway.bookings.get(id);
    expect([startAt, pricingSnapshot?.retail]).toEqual([`${day}T12:00:00.000Z`, 8_500]);
  });

  it("moves to a custom time", async () => {
    const world = await withThree();
    const page = await openBooking(world);
    await button(page, "Reschedule").click();
    await page.getByLabel("Custom time").fill("11:30");
    await expectShown(page.getByText("Keep the old price: €115.00 (as before)"));
    await button(page, /^Move to .*11:30/).click();
    await expectShown(page.getByText(/Done. It departs .* 11:30/));
  });

  it("changes its party or guest beside what another has changed meanwhile, and says how", async () => {
    const world = await withThree();
    const path = `/bookings/${world.booked[0]?.id}`;
    const { page, troubles } = await openSession(open, world, { path });
    await button(page, "Change the party").click();
    const { id = "", updatedAt = "" } = world.booked[0] ?? {};
    await world.slipway.bookings.updateDetails(id, { expectedUpdatedAt: updatedAt, notes: "Late" });
    await page.getByRole("textbox", { name: "Child" }).fill("2");
    await expectShown(page.getByText("Another user has changed the booking meanwhile."));
    await expectShown(page.getByRole("alert").getByText("Late"));
    await expectShown(page.getByText("€140.00 (€25.00 more)"));
    await button(page, "Save").click();
    await expectShown(page.getByText("Done. It is changed."));
    await expectShown(page.getByRole("row", { name: "Child 2 €25.00 €50.00" }));
    const both = await world.slipway.bookings.get(id);
    expect(both.notes).toBe("Late");

    await button(page, "Change guest and notes").click();
    await page.getByRole("textbox", { name: "Phone" }).fill("+39 041 999");
    const notes = "Wheelchair, vegetarian";
    const seen = { expectedUpdatedAt: both.updatedAt };
    await world.slipway.bookings.updateDetails(id, { ...seen, notes });
    await button(page, "Save").click();
    await expectShown(page.getByText("Another user has changed the booking meanwhile."));
    expect(await page.getByRole("textbox", { name: "Phone" }).inputValue()).toBe("+39 041 999");
    await button(page, "Save").click();
    await expectShown(page.getByRole("link", { name: "+39 041 999" }));
    const after = await world.slipway.bookings.get(id);
    expect([after.notes, after.customer]).toEqual([
      notes,
      { name: "Rossi", email: "rossi@example.com", phone: "+39 041 999" },
    ]);
    // Chromium says so of each refusal.
    for (const each of troubles.splice(0)) expect(each).toContain("409");
  });

  it("asks before what is typed is lost, and has its actions in reach on a telephone", async () => {
    const page = await openBooking(await withThree());
    const answer = answering(page);
    await button(page, "Change guest and notes").click();
    await page.getByRole("textbox", { name: "Phone" }).fill("+39 041 999");
    await button(page, "Cancel").click();
    await page.getByRole("link", { name: "Bookings" }).click();
    expect(answer.asked).toHaveLength(2);
    await button(page, "Save").click();
    await expectShown(page.getByRole("link", { name: "+39 041 999" }));
    await page.setViewportSize({ width: 390, height: 844 });
    const box = await button(page, "Reschedule").boundingBox();
    expect(box?.y).toBeGreaterThan(700);
    await expectAccessible(page);
  });

  it("is cancelled by two clicks, and that is taken back", async () => {
    const world = await withThree();
    const page = await openBooking(world);
    await keepUndoTime(page, undoSeconds);
    await button(page, "More actions").click();
    await page.getByRole("menuitem", { name: "Cancel the booking" }).click();
    await button(page, "Undo").click();
    await button(page, "More actions").click();
    await page.getByRole("menuitem", { name: "Cancel with a reason…" }).click();
    await expectShown(page.getByText("Paid back: €115.00, 100 % of the price."));
    await page.getByRole("checkbox", { name: "with another refund" }).check();
    await page.getByRole("textbox", { name: "Pay back another share" }).fill("50");
    await page.getByRole("combobox", { name: "Reason" }).fill("Storm");
    await button(page, "Cancel the booking").click();
    await undoTime(page);
    await expectShown(page.getByText("Storm"));
    await expectShown(page.getByText("€57.50 (50 %)"));
    await expectGone(button(page, "Reschedule"));
  });

  it("is confirmed, held for longer, and shows who has done what", async () => {
    const world = await aWorld();
    await world.book("09:00", { name: "Rossi", status: "ON_HOLD" });
    const page = await openBooking(world);
    await button(page, "Hold 30 min longer").click();
    await expectShown(page.getByText("Held for longer · Ada"));
    await button(page, "Confirm").click();
    await expectShown(page.getByText("Done. The booking now is: Confirmed."));
    await expectShown(page.getByText("Confirmed · Ada"));
    await expectShown(page.getByText("Nobody was notified in the last 30 days."));
  });

  it("keeps a whole boat for itself until its party says otherwise", async () => {
    const world = await aWorld();
    const { slipway, resourceId, option } = world;
    const { id } = await slipway.bookings.create({
      optionId: option.optionId,
      startAt: `${day}T07:00:00.000Z`,
      unitItems: [{ unitId: option.adultId, quantity: 1 }],
      resourceItems: [{ resourceId, quantity: 1 }],
      customer: { name: "Rossi" },
    });
    const page = await openPage(open, world, { path: `/bookings/${id}` });
    await expectShown(page.getByText("1 Boat (whole), 24"));
    await button(page, "Change the party").click();
    await page.getByRole("textbox", { name: "Boat (whole)" }).fill("0");
    await button(page, "Save").click();
    await expectShown(page.getByText("Done. It is changed."));
    await expectShown(page.getByText("Boat: 1", { exact: true }));
  });

  it("of an archived product has its name and its clock", async () => {
    const world = await aWorld();
    const { slipway, productId } = world;
    await slipway.products.update(productId, { timezone: "Asia/Tokyo" });
    const { id } = await slipway.bookings.create({
      optionId: world.option.optionId,
      startAt: `${day}T00:00:00Z`,
      unitItems: [{ unitId: world.option.adultId, quantity: 1 }],
    });
    await slipway.products.archive(productId);
    const page = await openPage(open, world, { path: `/bookings/${id}` });
    const facts = page.getByRole("region", { name: "Booking" });
    await expectShown(facts.getByText(/1 Jun 2028.*09:00/));
    await expectShown(facts.getByText("Sunset cruise, Shared boat"));
    await expectShown(facts.getByText(/^Asia\/Tokyo/));
  });

  it("says who was notified of it, and notifies again", async () => {
    const world = await aWorld();
    // Nobody is there.
    const url = "http://127.0.0.1:9/hook";
    await world.slipway.webhooks.createSubscription({ url });
    await world.book("09:00", { name: "Rossi" });
    const page = await openBooking(world);
    const again = button(page, `Send again: ${url}`);
    await lookUntil(button(page, "Look again"), again);
    const answered = page.waitForResponse((response) => response.url().endsWith("/redeliver"));
    await again.first().click();
    expect((await answered).status()).toBeLessThan(300);
    await lookUntil(button(page, "Look again"), page.getByText(/[1-9]\d* attempts?/));
  });
});
