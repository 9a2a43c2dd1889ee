/** Which pages of the console have a picture in README.md, and why the others have none. A new page adds its line here. */
import type { launchChromium } from "@slipway/dev/testing-chromium";

type Browser = Awaited<ReturnType<typeof launchChromium>>;
export type Page = Awaited<ReturnType<Browser["newPage"]>>;

/** The records of the demo's operator that the pictures show. */
export interface Demo {
  /** YYYY-MM-DD, the one with the most bookings. */
  readonly day: string;
  /** The product that the month shows. */
  readonly productId: string;
  /** The option that is sold. */
  readonly optionId: string;
  /** The start of a departure of that option from that day on, with room. */
  readonly startAt: string;
}

export interface Picture {
  /** The name of the file below docs/images. */
  readonly file: string;
  /** The height of the window, in pixels. */
  readonly height: number;
  /** The address below /console. */
  readonly path: (demo: Demo) => string;
  /** Does what a user would, and resolves when the screen shows what it is for. */
  readonly ready: (page: Page) => Promise<void>;
}

export const imagesBytesMax = 500_000;

/** By the path of the page. */
export const pictures: Readonly<Record<string, Picture>> = {
  "/day/:date?": {
    file: "day.png",
    height: 900,
    path: ({ day }) => `/day/${day}`,
    ready: (page) => page.getByRole("table", { name: "Parties" }).waitFor(),
  },
  "/calendar/:date?": {
    file: "calendar.png",
    height: 900,
    path: ({ day, productId }) => `/calendar/${day}?product=${productId}`,
    ready: (page) =>
      page
        .getByRole("cell")
        .getByText(/\d free/)
        .first()
        .waitFor(),
  },
  "/new": {
    file: "new-booking.png",
    height: 900,
    path: ({ optionId, startAt }) => `/new?option=${optionId}&start=${startAt}`,
    ready: async (page) => {
      await page.getByRole("button", { name: "One Adult more" }).click();
      await page.getByRole("button", { name: "One Youth (6-17) more" }).click();
      await page.getByLabel("Name").fill("Giulia Conti");
      await page.getByLabel("E-mail").fill("giulia@guest.example");
      await page.getByText("1 Youth").waitFor();
    },
  },
};

const forSettingUp = "administrators set Slipway up there, and open it seldom";

/** By the path of the page: the reason. */
export const withoutPicture: Readonly<Record<string, string>> = {
  "/check-in/:date?": "a browser without a camera shows less of it than a telephone",
  "/timeline/:date?": "the day sheet shows the same departures",
  "/insights": "the demo's sales are of few days, so its charts say little",
  "/products": "README.md has room for three",
  "/products/new": "a form of a few fields",
  "/products/:id": "tables of settings",
  "/products/:id/setup": "five forms that are seen once",
  "/resources": "a short list that leads to a resource",
  "/resources/:id": "operators open it seldom",
  "/closures": "the calendar shows the same closures",
  "/suppliers": forSettingUp,
  "/bookings": "a list, and the day sheet shows a fuller one",
  "/bookings/:id": "its facts and its timeline are read, not looked at",
  "/orders": "a list, shorter than that of bookings",
  "/orders/:id": "its bookings and its history are read, not looked at",
  "/holds": "the demo's holds end by themselves, so it is nearly empty",
  "/webhooks/:id?": forSettingUp,
  "/channels/:id?": forSettingUp,
  "/keys": forSettingUp,
  "/people": forSettingUp,
  "/feeds": forSettingUp,
  "/company": forSettingUp,
  "/changes": "a long list, looked at after a question",
  "/account": "addresses and browsers of the machine that made the pictures",
};
