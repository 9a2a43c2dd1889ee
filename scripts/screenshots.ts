/**
 * `npm run screenshots`: the pictures of the console in README.md. A server on an empty directory gets the demo's data, and the
 * tests' Chromium takes the pictures of scripts/screenshots/pictures.ts. Writes docs/images.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Booking } from "@slipway/client";
import { firstUserOf, startServerProcess } from "@slipway/dev/server-process";
import { launchChromium } from "@slipway/dev/testing-chromium";
import { connect, keyOf } from "../examples/connect.ts";
import { type Demo, type Page, pictures } from "./screenshots/pictures.ts";

const root = join(import.meta.dirname, "..");
const images = join(root, "docs/images");
/** In the month, where it is full on some days. */
const shownProduct = "Lagoon Kayak Tour";
const soldProduct = "Sunset Cruise";
const width = 1_200;

const directory = await mkdtemp(join(tmpdir(), "slipway-screenshots-"));
try {
  await withServer();
} finally {
  await rm(directory, { recursive: true, force: true });
}

async function withServer(): Promise<void> {
  const env = { NODE_ENV: "production", LOG_LEVEL: "warn" };
  const server = await startServerProcess({ directory, env });
  try {
    const demo = await runDemo(server.url);
    await takePictures(server.url, demo);
  } finally {
    await server.stop();
  }
}

async function runDemo(url: string): Promise<Demo> {
  const env = { ...process.env, SLIPWAY_URL: url, SLIPWAY_DATA_DIR: directory };
  await promisify(execFile)(process.execPath, [join(root, "examples/venice/demo.ts")], { env });
  const slipway = connect(url, await keyOf(directory));
  const bookings = await slipway.bookings.list({ status: "CONFIRMED" });
  const day = fullestDay(bookings);
  const products = await slipway.products.list();
  const idOf = (wanted: string) => products.find(({ name }) => name === wanted)?.id ?? "";
  const [option] = await slipway.products.listOptions(idOf(soldProduct));
  const range = { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` };
  const optionId = option?.id ?? "";
  const [departure] = await slipway.availability.list({ optionId, ...range });
  if (!departure) throw new Error(`${soldProduct} does not depart on ${day}`);
  return { day, productId: idOf(shownProduct), optionId, startAt: departure.startAt };
}

/** Venice's departures are on the same day in UTC. */
function fullestDay(bookings: readonly Booking[]): string {
  const byDay = Map.groupBy(bookings, ({ startAt }) => startAt.slice(0, "YYYY-MM-DD".length));
  const salesOn = (day: string): number => byDay.get(day)?.length ?? 0;
  const [day] = [...byDay.keys()].toSorted((a, b) => salesOn(b) - salesOn(a));
  if (day === undefined) throw new Error("The demo has made no booking");
  return day;
}

async function takePictures(url: string, demo: Demo): Promise<void> {
  const browser = await launchChromium();
  try {
    // The style with the signs is none of the page's own.
    const options = { locale: "en-GB", timezoneId: "Europe/Rome", bypassCSP: true };
    const page = await browser.newPage(options);
    await logIn(page, url);
    const content = await styleWithSigns();
    await mkdir(images, { recursive: true });
    for (const { file, height, path, ready } of Object.values(pictures)) {
      await page.setViewportSize({ width, height });
      await page.goto(`${url}/console${path(demo)}`);
      await page.addStyleTag({ content });
      await ready(page);
      await page.screenshot({ path: join(images, file), animations: "disabled" });
      console.log(`docs/images/${file}`);
    }
  } finally {
    await browser.close();
  }
}

/** The tests' Chromium has no font with signs such as a full circle, unlike the computers of users. */
async function styleWithSigns(): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const name = "noto-sans-symbols-2-symbols-400-normal.woff2";
  const font = await readFile(resolve(`@fontsource/noto-sans-symbols-2/files/${name}`), "base64");
  return `@font-face { font-family: Signs; src: url(data:font/woff2;base64,${font}); }
    * { font-family: "Open Sans", Signs !important; }`;
}

async function logIn(page: Page, url: string): Promise<void> {
  const { email, password } = await firstUserOf(directory);
  await page.goto(`${url}/console`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
}
