/** Tasks of approvals and holds of the console, by role and name. */
import { describe, expect, it } from "@jest/globals";
import type { Booking } from "@slipway/client";
import type { Page } from "playwright-core";
import { undoSeconds } from "../page/screens/holds/waiting.ts";
import {
  expectAccessible,
  expectGone,
  expectShown,
  openPage,
  troubleFreeBrowser,
} from "./browsing.ts";
import { keepUndoTime, undoTime } from "./undo.ts";
import { type BookingGiven, type World, aWorld } from "./world.ts";

const open = troubleFreeBrowser();

/** A world whose bookings wait for approval. */
async function withApproval(): Promise<World> {
  const world = await aWorld();
  await world.slipway.options.update(world.option.optionId, { metadata: { directBooking: false } });
  return world;
}

/** A booking that waits for approval. */
async function requested(world: World, time: string, given: BookingGiven = {}): Promise<Booking> {
  const { id } = await world.book(time, { ...given, status: "ON_HOLD" });
  return world.slipway.bookings.confirm(id);
}

async function openHolds(world: World): Promise<Page> {
  const page = await openPage(open, world, { path: "/holds" });
  await keepUndoTime(page, undoSeconds);
  return page;
}

const column = (page: Page, name: string) => page.getByRole("region", { name });
const card = (page: Page, name: string) =>
  page.getByRole("article", { name: new RegExp(`^${name}`) });
const statusOf = async (world: World, { id }: { id: string }) =>
  (await world.slipway.bookings.get(id)).status;

describe("what waits", () => {
  it("shows who, what others cannot have, and the time left; the menu says how many", async () => {
    const world = await withApproval();
    await requested(world, "09:00", { name: "Rossi", adults: 24 });
    await world.book("14:00", { name: "Bianchi", adults: 3, status: "ON_HOLD" });
    const page = await openHolds(world);
    await expectShown(card(page, "Rossi").getByText("Keeps from others: The last 24 places"));
    await expectShown(card(page, "Bianchi").getByText("3 places; 21 more are free"));
    await expectShown(card(page, "Bianchi").getByText(/left of the hold/));
    const link = page.getByRole("link", { name: /^Approvals and holds/ });
    await expectShown(link.getByText("2 wait"));
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
  });

  it("says so where nothing waits, and shows bookings whose departure is gone", async () => {
    const world = await aWorld();
    const page = await openHolds(world);
    await expectShown(page.getByText("Nothing waits for approval"));
    await expectShown(page.getByText("Nothing is on hold"));
    await expectAccessible(page);
    await world.book("09:00", { name: "Rossi" });
    const { options } = world.slipway;
    const { optionId } = world.option;
    for (const { id } of await options.listAvailabilityPeriods(optionId))
      await options.deactivateAvailabilityPeriod(optionId, id);
    await page.reload();
    await expectShown(column(page, "Without a departure").getByRole("article", { name: /^Rossi/ }));
    await card(page, "Rossi")
      .getByRole("button", { name: /^Reschedule: Rossi/ })
      .click();
    await expectShown(page.getByRole("dialog", { name: "Booking" }).getByText("rossi@example.com"));
  });
});

describe("a decision", () => {
  it("is offered to nobody who may only read", async () => {
    const world = await withApproval();
    await requested(world, "09:00");
    const scopes = ["bookings:read", "availability:read", "catalog:read"];
    const page = await openPage(open, world, { path: "/holds", scopes });
    await expectShown(card(page, "Rossi"));
    expect(await page.getByRole("button", { name: /Approve|Reject/ }).count()).toBe(0);
  });

  it("does nothing to a booking that another has changed meanwhile, and says so of each", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00", { name: "Rossi", status: "ON_HOLD" });
    const verdi = await world.book("14:00", { name: "Verdi", status: "ON_HOLD" });
    const page = await openHolds(world);
    for (const name of ["Rossi", "Verdi"])
      await card(page, name)
        .getByRole("button", { name: new RegExp(`^Release: ${name}`) })
        .click();
    await world.slipway.bookings.confirm(rossi.id);
    await undoTime(page);
    await expectShown(page.getByText(/^Rossi.*nothing was done.*Confirmed/));
    await expectShown(page.getByText(/^Verdi.*is released/));
    expect(await statusOf(world, rossi)).toBe("CONFIRMED");
    expect(await statusOf(world, verdi)).toBe("CANCELLED");
  });

  it("can be taken back before it is sent, and goes on while another page of the console is looked at", async () => {
    const world = await withApproval();
    const booking = await requested(world, "09:00", { name: "Rossi" });
    const page = await openHolds(world);
    await card(page, "Rossi")
      .getByRole("button", { name: /^Approve: Rossi/ })
      .click();
    await expectGone(card(page, "Rossi"));
    await page.getByRole("button", { name: "Undo" }).click();
    await expectShown(card(page, "Rossi"));
    await undoTime(page);
    expect(await statusOf(world, booking)).toBe("PENDING");
    await card(page, "Rossi")
      .getByRole("button", { name: /^Approve: Rossi/ })
      .click();
    await page.getByRole("link", { name: "Day sheet" }).click();
    await expectShown(page.getByRole("region", { name: "Departures" }));
    await undoTime(page);
    await expectShown(page.getByText(/^Rossi, .* is approved/));
    expect(await statusOf(world, booking)).toBe("CONFIRMED");
  });

  it("rejects several with a reason", async () => {
    const world = await withApproval();
    const both = [
      await requested(world, "09:00", { name: "Rossi" }),
      await requested(world, "14:00", { name: "Bianchi" }),
    ];
    const page = await openHolds(world);
    const approvals = column(page, "Waiting for approval");
    await approvals.getByRole("checkbox", { name: "All", exact: true }).check();
    await approvals.getByRole("button", { name: /^Reject….*2 chosen/ }).click();
    const dialog = page.getByRole("dialog", { name: "Reject 2 bookings?" });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expectShown(dialog.getByText("Say why."));
    await dialog.getByRole("combobox", { name: "Reason" }).fill("Storm");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Reject" }).click();
    await undoTime(page);
    await expectShown(page.getByText(/^Bianchi, .* is rejected/));
    for (const each of both) expect(await statusOf(world, each)).toBe("REJECTED");
  });

  it("holds a booking for longer, and releases one", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00", { name: "Rossi", status: "ON_HOLD" });
    const bianchi = await world.book("14:00", { name: "Bianchi", status: "ON_HOLD" });
    const page = await openHolds(world);
    await card(page, "Rossi")
      .getByRole("button", { name: /^30 min longer: Rossi/ })
      .click();
    await card(page, "Bianchi")
      .getByRole("button", { name: /^Release: Bianchi/ })
      .click();
    await undoTime(page);
    await expectShown(page.getByText(/^Bianchi, .* is released/));
    const longer = await world.slipway.bookings.get(rossi.id);
    expect(Date.parse(longer.expiresAt ?? "")).toBeGreaterThan(Date.parse(rossi.expiresAt ?? ""));
    expect(await statusOf(world, bianchi)).toBe("CANCELLED");
  });
});
