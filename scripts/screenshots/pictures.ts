/** Which screens of the console have a picture in README.md, and why the others have none. A new screen adds its line here. */
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
  /** The start of a departure of that option on that day. */
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

export const imagesBytesMax = 300_000;

/** By a pattern of the screen's `paths`. */
export const pictures: Readonly<Record<string, Picture>> = {
  "/day": {
    file: "day.png",
    height: 960,
    path: ({ day }) => `/day/${day}`,
    ready: async (page) => {
      // To print is what has bookings.
      const sold = page.getByRole("row").filter({ has: page.getByRole("checkbox") });
      await sold.first().getByRole("link").click();
      await page.getByRole("table", { name: "Parties" }).waitFor();
    },
  },
  "/calendar": {
    file: "calendar.png",
    height: 640,
    path: ({ day, productId }) => `/calendar/${day}?product=${productId}`,
    ready: (page) => page.getByRole("table").getByRole("listitem").first().waitFor(),
  },
  "/new": {
    file: "new-booking.png",
    height: 1_230,
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

/** By a pattern of the screen's `paths`: the reason. */
export const withoutPicture: Readonly<Record<string, string>> = {
  "/bookings": "a list, and the day sheet shows a fuller one",
  "/bookings/{id}": "its facts and its timeline are read, not looked at",
  "/holds": "the demo's holds end by themselves, so it is nearly empty",
  "/blocks": "the calendar shows the same blocks",
  "/seasons": "a year strip that says most while a season is changed",
  "/resources": "a short list that leads to a resource",
  "/resources/{id}": "README.md has room for three, and operators open it seldom",
  "/catalog": "a list of links to options",
  "/catalog/{id}": "tables of settings",
  "/access/keys": forSettingUp,
  "/access/users": forSettingUp,
  "/access/receivers": forSettingUp,
  "/access/receivers/{id}": forSettingUp,
  "/access/channels": forSettingUp,
  "/access/channels/{id}": forSettingUp,
  "/access/audit": "a long table, looked at after a question",
  "/access/sessions": "addresses and browsers of the machine that made the pictures",
  "/setup": "a form of two fields",
};
