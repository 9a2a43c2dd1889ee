/** The tasks of what waits, by role and name. The time to take a decision back is the test's: it ends when the test says so. */
import { describe, expect, it } from "@jest/globals";
import type { Booking } from "@slipway/client";
import type { Page } from "playwright-core";
import { undoSeconds } from "../page/screens/holds/waiting.ts";
import { expectGone, expectShown, logIn, troubleFreeBrowser } from "./browsing.ts";
import { type BookingGiven, type World, aWorld } from "./world.ts";

const open = troubleFreeBrowser();

/** Runs in the page. By a clock that goes on, a busy machine would send decisions before the test has looked. */
const keepUndoTime = `{
  const { setTimeout: after } = globalThis;
  globalThis.untilUndoIsOver = [];
  globalThis.setTimeout = (act, ms, ...more) =>
    ms === ${undoSeconds * 1_000} ? untilUndoIsOver.push(act) : after(act, ms, ...more);
}`;

async function openHolds(world: World, scopes?: string[]): Promise<Page> {
  const { page } = await open(world.url, { path: "/holds" });
  await page.addInitScript({ content: keepUndoTime });
  await page.reload();
  await logIn(page, await world.aUser(scopes));
  return page;
}

/** A world whose bookings wait for approval. */
async function withApproval(): Promise<World> {
  const world = await aWorld();
  await world.slipway.options.update(world.option.optionId, {
    metadata: { directBooking: false },
  });
  return world;
}

/** A booking that waits for approval. */
async function requested(world: World, time: string, given: BookingGiven = {}): Promise<Booking> {
  const { id } = await world.book(time, { ...given, status: "ON_HOLD" });
  return world.slipway.bookings.confirm(id);
}

const table = (page: Page, name: string) => page.getByRole("table", { name });
const undoTime = (page: Page) =>
  page.evaluate("for (const act of untilUndoIsOver.splice(0)) act()");
const statusOf = async (world: World, { id }: { id: string }) =>
  (await world.slipway.bookings.get(id)).status;

describe("what waits", () => {
  it("shows who, and which places others cannot have", async () => {
    const world = await withApproval();
    await requested(world, "09:00", { name: "Rossi", adults: 24 });
    await world.book("14:00", { name: "Bianchi", adults: 3, status: "ON_HOLD" });
    const page = await openHolds(world);
    const rossi = table(page, "Waiting for approval").getByRole("row").filter({ hasText: "Rossi" });
    await expectShown(rossi.getByText("The last 24 places"));
    const bianchi = table(page, "On hold").getByRole("row").filter({ hasText: "Bianchi" });
    await expectShown(bianchi.getByText("3 places; 21 more are free"));
    await expectShown(bianchi.getByText(/^\d+:\d\d left$/));
  });

  it("lets no one decide who may only read", async () => {
    const world = await withApproval();
    await requested(world, "09:00");
    const page = await openHolds(world, ["bookings:read", "availability:read", "catalog:read"]);
    await expectShown(table(page, "Waiting for approval"));
    expect(await page.getByRole("button", { name: /Approve/ }).count()).toBe(0);
  });
});

describe("a decision", () => {
  it("is sent when it can be taken back no more, and not before", async () => {
    const world = await withApproval();
    const booking = await requested(world, "09:00", { name: "Rossi" });
    const page = await openHolds(world);
    await page.getByRole("button", { name: "Approve: Rossi" }).click();
    await expectShown(page.getByText("will be approved"));
    const said = page.getByRole("status", { name: "Decisions" });
    await page.keyboard.press("Tab");
    expect(await said.locator(":focus").textContent()).toMatch(/^Take back: Rossi/);
    expect(await statusOf(world, booking)).toBe("PENDING");
    await undoTime(page);
    await expectShown(page.getByText("is approved"));
    expect(await statusOf(world, booking)).toBe("CONFIRMED");
    await expectShown(page.getByText("Nothing waits for approval."));
  });

  it("that is taken back changes nothing", async () => {
    const world = await withApproval();
    const booking = await requested(world, "09:00", { name: "Rossi" });
    const page = await openHolds(world);
    await page.getByRole("button", { name: "Approve: Rossi" }).click();
    await page.getByRole("button", { name: "Take back: Rossi" }).click();
    await undoTime(page);
    await expectShown(table(page, "Waiting for approval").getByText("Rossi"));
    await expectGone(page.getByText("will be approved"));
    expect(await statusOf(world, booking)).toBe("PENDING");
  });

  it("goes on while another page of the console is looked at", async () => {
    const world = await withApproval();
    const booking = await requested(world, "09:00", { name: "Rossi" });
    const page = await openHolds(world);
    await page.getByRole("button", { name: "Approve: Rossi" }).click();
    await page.getByRole("link", { name: "Day", exact: true }).click();
    await expectShown(
      page
        .getByRole("button", { name: "Day after" })
        .or(page.getByRole("link", { name: "Day after" })),
    );
    const answered = page.waitForResponse((response) => response.url().endsWith("/approve"));
    await undoTime(page);
    expect((await answered).status()).toBe(201);
    expect(await statusOf(world, booking)).toBe("CONFIRMED");
  });

  it("to reject has a reason, and offers those that were used", async () => {
    const world = await withApproval();
    const [first, second] = [
      await requested(world, "09:00"),
      await requested(world, "14:00", { name: "Verdi" }),
    ];
    await world.slipway.bookings.reject(first.id, { reason: "Storm" });
    const page = await openHolds(world);
    await page.getByRole("button", { name: "Reject: Verdi" }).click();
    const dialog = page.getByRole("dialog", { name: /^Reject Verdi/ });
    await dialog.getByRole("button", { name: "Reject", exact: true }).click();
    await expectShown(dialog.getByText("Say why."));
    await dialog.locator("option", { hasText: "Storm" }).waitFor({ state: "attached" });
    await dialog.getByLabel("Reason").fill("The guide is ill");
    await dialog.getByRole("button", { name: "Reject", exact: true }).click();
    await undoTime(page);
    await expectShown(page.getByText("is rejected"));
    const { status, cancellationReason } = await world.slipway.bookings.get(second.id);
    expect([status, cancellationReason]).toEqual(["REJECTED", "The guide is ill"]);
  });

  it("on several says for each what became of it", async () => {
    const world = await withApproval();
    const [rossi, verdi] = [
      await requested(world, "09:00", { name: "Rossi" }),
      await requested(world, "14:00", { name: "Verdi" }),
    ];
    const page = await openHolds(world);
    await page.getByLabel("Choose Rossi").check();
    await page.getByLabel("Choose Verdi").check();
    await page.getByRole("button", { name: "Approve: 2 chosen" }).click();
    await world.slipway.bookings.cancel(verdi.id);
    const until = Promise.withResolvers<void>();
    await page.route(`**/bookings/${verdi.id}`, async (route) => {
      await until.promise;
      await route.continue();
    });
    await undoTime(page);
    const said = page.getByRole("status", { name: "Decisions" });
    await expectShown(said.getByText(/^Rossi.* is approved/));
    // The list has not been read again yet.
    expect(await page.getByRole("button", { name: "Approve: Rossi" }).count()).toBe(0);
    until.resolve();
    await expectShown(said.getByText(/^Verdi.*nothing was done.*Cancelled/));
    expect(await statusOf(world, rossi)).toBe("CONFIRMED");
  });
});

describe("a booking that another has confirmed meanwhile", () => {
  it("is not released", async () => {
    const world = await aWorld();
    const held = await world.book("09:00", { name: "Rossi", status: "ON_HOLD" });
    const page = await openHolds(world);
    await page.getByRole("button", { name: "Release: Rossi" }).click();
    await world.slipway.bookings.confirm(held.id);
    await undoTime(page);
    await expectShown(page.getByText(/^Rossi.*nothing was done.*Confirmed/));
    expect(await statusOf(world, held)).toBe("CONFIRMED");
  });
});

const gone = {
  type: "urn:slipway:error:not-found",
  title: "Not found",
  status: 404,
  code: "NOT_FOUND",
  requestId: "a-request",
};

it("shows what waits though its option has been deleted", async () => {
  const world = await withApproval();
  const { id } = await requested(world, "09:00", { name: "Rossi" });
  const { page, troubles } = await open(world.url, { path: "/day" });
  await logIn(page, await world.aUser());
  await page.route("**/api/v1/availability?**", (route) =>
    route.fulfill({
      status: 404,
      contentType: "application/problem+json",
      body: JSON.stringify(gone),
    }),
  );
  await page.getByRole("link", { name: "Waiting" }).click();
  await expectShown(table(page, "Waiting for approval").getByText("Rossi"));
  expect((await world.slipway.bookings.get(id)).status).toBe("PENDING");
  troubles.splice(0);
});

describe("a hold", () => {
  it("gets half an hour more, and is released", async () => {
    const world = await aWorld();
    const kept = await world.book("09:00", { name: "Rossi", status: "ON_HOLD" });
    const freed = await world.book("14:00", { name: "Verdi", status: "ON_HOLD" });
    const page = await openHolds(world);
    await page.getByRole("button", { name: "30 minutes more: Rossi" }).click();
    await page.getByRole("button", { name: "Release: Verdi" }).click();
    await undoTime(page);
    await expectShown(page.getByText("is held for longer"));
    await expectShown(page.getByText("is released"));
    const { expiresAt } = await world.slipway.bookings.get(kept.id);
    expect(Date.parse(expiresAt ?? "")).toBeGreaterThan(Date.parse(kept.expiresAt ?? ""));
    expect(await statusOf(world, freed)).toBe("CANCELLED");
  });
});
