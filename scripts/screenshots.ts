/**
 * `npm run screenshots`: the pictures of the console in README.md. A server on an empty directory gets the demo's data, and the
 * tests' Chromium takes the pictures of scripts/screenshots/pictures.ts. Writes docs/images.
 */
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Booking } from "@slipway/client";
import { firstUserOf } from "@slipway/dev/server-process";
import { launchChromium, logIn } from "@slipway/dev/testing-chromium";
import { type OwnServer, withServer } from "@slipway/dev/with-server";
import { connect } from "../examples/connect.ts";
import { type Demo, pictures } from "./screenshots/pictures.ts";

const root = join(import.meta.dirname, "..");
const images = join(root, "docs/images");
/** In the month, where it is full on some days. */
const shownProduct = "Lagoon Kayak Tour";
const soldProduct = "Sunset Cruise";
const width = 1_440;

await withServer({ NODE_ENV: "production", LOG_LEVEL: "warn" }, async (server) =>
  takePictures(server, await runDemo(server)),
);

async function runDemo({ url, key, directory }: OwnServer): Promise<Demo> {
  const env = { ...process.env, SLIPWAY_URL: url, SLIPWAY_DATA_DIR: directory };
  await promisify(execFile)(process.execPath, [join(root, "examples/venice/demo.ts")], { env });
  const slipway = connect(url, key);
  const bookings = await slipway.bookings.list({ status: "CONFIRMED" });
  const day = fullestDay(bookings);
  const products = await slipway.products.list();
  const idOf = (wanted: string) => products.find(({ name }) => name === wanted)?.id ?? "";
  const [option] = await slipway.products.listOptions(idOf(soldProduct));
  const from = `${day}T00:00:00Z`;
  const to = new Date(Date.parse(from) + 7 * 86_400_000).toISOString();
  const optionId = option?.id ?? "";
  const departures = await slipway.availability.list({ optionId, from, to });
  const free = departures.find(({ available, vacancies }) => available && (vacancies ?? 3) >= 3);
  if (!free) throw new Error(`${soldProduct} has no room from ${day} on`);
  return { day, productId: idOf(shownProduct), optionId, startAt: free.startAt };
}

/** Venice's departures are on the same day in UTC. */
function fullestDay(bookings: readonly Booking[]): string {
  const byDay = Map.groupBy(bookings, ({ startAt }) => startAt.slice(0, "YYYY-MM-DD".length));
  const salesOn = (day: string): number => byDay.get(day)?.length ?? 0;
  const [day] = [...byDay.keys()].toSorted((a, b) => salesOn(b) - salesOn(a));
  if (day === undefined) throw new Error("The demo has made no booking");
  return day;
}

async function takePictures(server: OwnServer, demo: Demo): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ locale: "en-GB", timezoneId: "Europe/Rome" });
    await logIn(page, `${server.url}/console`, await firstUserOf(server.directory));
    await mkdir(images, { recursive: true });
    for (const { file, height, path, ready } of Object.values(pictures)) {
      await page.setViewportSize({ width, height });
      await page.goto(`${server.url}/console${path(demo)}`);
      await ready(page);
      await page.screenshot({ path: join(images, file), animations: "disabled" });
      console.log(`docs/images/${file}`);
    }
  } finally {
    await browser.close();
  }
}
