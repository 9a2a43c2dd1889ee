/** Check-in at the console: codes of real pictures and of a camera, names, and an outage. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { Booking } from "@slipway/client";
import { launchChromium } from "@slipway/dev/testing-chromium";
import { until } from "@slipway/dev/testing-until";
import type { Page } from "playwright-core";
import encodeQR from "qr";
import {
  expectAccessible,
  expectShown,
  logIn,
  openConsole,
  openPage,
  openSession,
  troubleFreeBrowser,
} from "./browsing.ts";
import { type World, aWorld, day } from "./world.ts";

const open = troubleFreeBrowser({ isApart: true });
const path = `/check-in/${day}`;

const codesOf = async ({ slipway }: World, { id }: Booking): Promise<string[]> =>
  (await slipway.bookings.listTickets(id)).map(({ code }) => code);
const countOf = async ({ slipway }: World, { id }: Booking): Promise<number> =>
  (await slipway.bookings.get(id)).redeemed?.count ?? 0;
const outcome = (page: Page) => page.getByRole("alert");

/** As a hand scanner does. */
async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel("Code or name").fill(text);
  await page.keyboard.press("Enter");
}

/** A ticket on paper as a telephone takes it: turned, leaning, on a table. */
async function photograph(page: Page, code: string): Promise<Buffer> {
  const paper = await page.context().newPage();
  const svg = encodeQR(code, "svg", { ecc: "medium" });
  await paper.setViewportSize({ width: 900, height: 700 });
  await paper.setContent(
    `<body style="margin:0;height:700px;background:linear-gradient(#8a7455,#55432c);perspective:900px;display:grid;place-items:center">
     <div style="background:#f4f1e8;padding:30px;width:320px;transform:rotate(11deg) rotateX(14deg);filter:contrast(.8)">${svg}</div>`,
  );
  const picture = await paper.screenshot({ type: "jpeg", quality: 70 });
  await paper.close();
  return picture;
}

/** A film of a code that stands still, as a camera of Chromium plays it: YUV 4:2:0, grey. */
function filmOf(code: string): Buffer {
  const [width, height, scale] = [640, 480, 12];
  const bits = encodeQR(code, "raw", { ecc: "medium", border: 4 });
  const luma = Buffer.alloc(width * height, 200);
  const left = Math.floor((width - bits.length * scale) / 2);
  const top = Math.floor((height - bits.length * scale) / 2);
  for (let y = 0; y < bits.length * scale; y++)
    for (let x = 0; x < bits.length * scale; x++) {
      const isDark = bits[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true;
      luma[(top + y) * width + left + x] = isDark ? 30 : 235;
    }
  const frame = [Buffer.from("FRAME\n"), luma, Buffer.alloc((width * height) / 2, 128)];
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, ...frame, ...frame]);
}

/** Waits until the browser has kept the page: Chromium notes a worker's script that it could not fetch. */
async function loseConnection(page: Page): Promise<void> {
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  await page.context().setOffline(true);
}

/** The browser has said nothing else, and what it has said was to be expected. */
function expectOnly(troubles: string[], expected: RegExp): void {
  expect(troubles.splice(0).filter((text) => !expected.test(text))).toEqual([]);
}

describe("check-in", () => {
  it("takes codes of a hand scanner, once each, and says what is wrong with others", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00", { adults: 2 });
    const late = await world.book("14:00", { name: "Bianchi" });
    const [first = "", second = ""] = await codesOf(world, rossi);
    const [other = ""] = await codesOf(world, late);
    const { page, troubles } = await openSession(open, world, { path });
    await type(page, first.toLowerCase());
    await expectShown(outcome(page).getByText("Welcome aboard"));
    await expectShown(outcome(page).getByText("1 of 2 here"));
    await expectShown(page.getByRole("region", { name: "Guests" }).getByText("1 of 2 here"));
    await type(page, first);
    await expectShown(outcome(page).getByText("Already checked in"));
    await type(page, other);
    await expectShown(outcome(page).getByText("Another departure"));
    await expectShown(outcome(page).getByText(/14:00/));
    await type(page, "7K3M9QXA01C4T8ZE");
    await expectShown(outcome(page).getByText("No such ticket"));
    await type(page, second);
    await expectShown(outcome(page).getByText("2 of 2 here"));
    expect([await countOf(world, rossi), await countOf(world, late)]).toEqual([2, 0]);
    await expectAccessible(page);
    // Chromium tells of each refusal.
    expectOnly(troubles, /status of (409|404)/);
  });

  it("takes a part of a party by name, then the rest, and takes a mistake back", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00", { adults: 2, children: 1 });
    const page = await openPage(open, world, { path });
    const part = page.getByRole("button", { name: /^Check in a part of Rossi/ });
    await part.click();
    const dialog = page.getByRole("dialog", { name: /^Who of Rossi/ });
    await dialog.getByLabel("Adult, of 2").fill("1");
    await dialog.getByLabel("Child, of 1").fill("1");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Check in" }).click();
    await expectShown(outcome(page).getByText("2 of 3 here"));
    expect(await countOf(world, rossi)).toBe(2);
    await expectShown(page.getByRole("region", { name: "Guests" }).getByText("2 of 3 here"));
    // Those of before are shown, and cannot be taken back by it.
    await part.click();
    expect(await dialog.getByLabel("Adult, of 2").inputValue()).toBe("1");
    await dialog.getByLabel("Adult, of 2").fill("2");
    await dialog.getByRole("button", { name: "Check in" }).click();
    await expectShown(outcome(page).getByText("3 of 3 here"));
    expect(await countOf(world, rossi)).toBe(3);
    const takeBack = page.getByRole("button", { name: /^Take back the check-in of Rossi/ });
    await takeBack.click();
    await page.getByRole("button", { name: /^Check in Rossi/ }).waitFor();
    // A hand scanner types wherever the focus is: Enter presses no button, "g" opens no page.
    await page.getByRole("button", { name: "Use the camera" }).focus();
    await page.keyboard.type("gone");
    expect(await page.getByLabel("Code or name").inputValue()).toBe("gone");
    await page.keyboard.press("Enter");
    await expectShown(page.getByText("Nobody of this name is on the list."));
    await page.getByRole("button", { name: /^Check in Rossi/ }).click();
    await takeBack.click();
    await page.getByRole("button", { name: /^Check in Rossi/ }).waitFor();
    await type(page, "ross");
    await takeBack.waitFor();
    expect(await countOf(world, rossi)).toBe(3);
    await page.goto(`${world.url}/console/day/${day}`);
    await expectShown(page.getByRole("table", { name: "Parties" }).getByText("3 of 3 here"));
  });

  it("shows the tickets of a booking as codes that scanners read, and prints them", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00", { adults: 2 });
    const codes = await codesOf(world, rossi);
    const page = await openPage(open, world, { path: `/bookings/${rossi.id}` });
    await page.getByRole("button", { name: "Tickets" }).click();
    const dialog = page.getByRole("dialog", { name: "Tickets" });
    for (const code of codes) await expectShown(dialog.getByRole("img", { name: code }));
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    const printed = page.locator(".print-only");
    await expectShown(printed.getByText(`Rossi, ${rossi.reference}`));
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
    const picture = await printed.locator("svg").first().screenshot({ type: "jpeg" });
    await page.emulateMedia({ media: "screen" });
    await page.goto(`${world.url}/console${path}`);
    const file = { name: "ticket.jpg", mimeType: "image/jpeg", buffer: picture };
    await page.locator("input[type=file]").setInputFiles(file);
    await expectShown(outcome(page).getByText("1 of 2 here"));
    const [first] = await world.slipway.bookings.listTickets(rossi.id);
    expect([first?.code, first?.redeemedBy]).toEqual([codes[0], expect.stringMatching(/^Console/)]);
  });

  it("reads the code in a photograph of a ticket", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00");
    const [code = ""] = await codesOf(world, rossi);
    const { page, troubles } = await openSession(open, world, { path });
    const picture = { name: "ticket.jpg", mimeType: "image/jpeg" };
    const buffer = await photograph(page, code);
    const input = page.locator("input[type=file]");
    await input.setInputFiles({ ...picture, buffer });
    await expectShown(outcome(page).getByText("1 of 1 here"));
    expect(await countOf(world, rossi)).toBe(1);
    // Leaning so, this one is found only in the turned picture.
    const leaning = await photograph(page, "06EYZ9HH01MM25AT");
    await input.setInputFiles({ ...picture, buffer: leaning });
    await expectShown(outcome(page).getByText("No such ticket"));
    expectOnly(troubles, /status of 404/);
    const blank = await page.screenshot({ type: "jpeg" });
    await input.setInputFiles({ ...picture, buffer: blank });
    await expectShown(page.getByText("There is no QR code in the picture."));
  });

  it("scans by the camera", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00");
    const [code = ""] = await codesOf(world, rossi);
    const folder = mkdtempSync(join(tmpdir(), "slipway-film-"));
    const film = join(folder, `${randomUUID()}.y4m`);
    writeFileSync(film, filmOf(code));
    const browser = await launchChromium([
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ]);
    try {
      const session = await world.sessionOf(await world.aUser());
      const { page, troubles } = await openConsole(browser, world.url, { path, session });
      await page.getByRole("button", { name: "Use the camera" }).click();
      await expectShown(outcome(page).getByText("1 of 1 here"));
      expect([await countOf(world, rossi), troubles]).toEqual([1, []]);
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("keeps what it scans without a connection, and sends it in order", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00", { adults: 2 });
    const bianchi = await world.book("09:00", { name: "Bianchi" });
    const [first = "", second = ""] = await codesOf(world, rossi);
    const [third = ""] = await codesOf(world, bianchi);
    const { page, context, troubles } = await openSession(open, world, { path });
    await page.getByRole("button", { name: /^Check in Rossi/ }).waitFor();
    await loseConnection(page);
    await type(page, first);
    await expectShown(outcome(page).getByText(`Rossi, ${rossi.reference}`));
    await type(page, second);
    await type(page, third);
    await expectShown(
      page.getByText("No connection. 3 scans are kept here and sent later, in order."),
    );
    // The other gate has a connection.
    await world.slipway.tickets.redeem({ code: second, device: "Pier 4" });
    expect([await countOf(world, rossi), await countOf(world, bianchi)]).toEqual([1, 0]);
    await context.setOffline(false);
    await until(async () => (await countOf(world, bianchi)) === 1);
    await expectShown(page.getByText("1 ticket was used twice"));
    await expectShown(page.getByRole("region", { name: "Scans" }).getByText(/by Pier 4/));
    expect(await countOf(world, rossi)).toBe(2);
    const { items } = await world.slipway.auditLogs.listAuditPages({
      entityType: "booking",
      limit: 20,
    });
    const redeemed = items.filter(({ action }) => action === "booking.redeem");
    expect(redeemed.map(({ entityId }) => entityId).toReversed()).toEqual([
      rossi.id,
      rossi.id,
      bianchi.id,
    ]);
    // Chromium tells of each request that found no connection.
    expectOnly(troubles, /ERR_INTERNET_DISCONNECTED/);
  });

  it("keeps a scan in the browser when its window is closed", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00");
    const [code = ""] = await codesOf(world, rossi);
    const { page, context, troubles } = await openSession(open, world, { path });
    await page.getByRole("button", { name: /^Check in Rossi/ }).waitFor();
    await loseConnection(page);
    await type(page, code);
    await expectShown(page.getByText("No connection. 1 scan is kept here and sent later."));
    const scannedBy = new Date().toISOString();
    await page.close();
    await context.setOffline(false);
    const later = await context.newPage();
    await later.goto(`${world.url}/console${path}`);
    await until(async () => (await countOf(world, rossi)) === 1);
    const [ticket] = await world.slipway.bookings.listTickets(rossi.id);
    expect(Date.parse(ticket?.redeemedAt ?? "")).toBeLessThan(Date.parse(scannedBy));
    expectOnly(troubles, /ERR_INTERNET_DISCONNECTED/);
  });

  it("opens again without a connection, takes codes and sends them once there is one", async () => {
    const world = await aWorld();
    const rossi = await world.book("09:00");
    const [code = ""] = await codesOf(world, rossi);
    const { page, context, troubles } = await open(world.url, { path });
    // The browser's own list of what a page has loaded is full.
    await page.getByLabel("E-mail").waitFor();
    await page.evaluate("performance.setResourceTimingBufferSize(0)");
    await logIn(page, await world.aUser());
    await page.getByRole("button", { name: /^Check in Rossi/ }).waitFor();
    await loseConnection(page);
    await page.reload();
    await expectShown(page.getByText("Guests and names show once the server answers."));
    await expectAccessible(page);
    await type(page, "rossi");
    await expectShown(page.getByText("Names need a connection"));
    await type(page, code);
    await expectShown(outcome(page).getByText("Kept: sent later"));
    // Nothing of guests is in the browser but what was scanned.
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("Rossi");
    expect(
      await page.evaluate(
        "caches.open('slipway-check-in').then((cache) => cache.keys()).then((keys) => keys.filter(({ url }) => url.includes('/api/')).length)",
      ),
    ).toBe(0);
    await context.setOffline(false);
    await until(async () => (await countOf(world, rossi)) === 1);
    await expectShown(page.getByRole("region", { name: "Guests" }).getByText("1 of 1 here"));
    expect(await page.evaluate("JSON.stringify(localStorage)")).toContain("Rossi");
    // Chromium loads a file anew whose preload went by the worker.
    expectOnly(troubles, /ERR_INTERNET_DISCONNECTED|cross-world service worker/);
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByLabel("E-mail").waitFor();
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("Rossi");
    // A request under way when the session ends is refused.
    expectOnly(troubles, /status of 401|cross-world service worker/);
  });
});
