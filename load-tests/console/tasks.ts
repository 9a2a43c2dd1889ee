/** Tasks of an operator's day at the console, by role and name. The demo's operator has the products and guests that they name. */
import type { Locator, Page } from "playwright-core";
import type { Hand } from "./hand.ts";

const [wide, phone] = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
];
const undoMs = 6_000;

export interface Plan {
  /** YYYY-MM-DD, with many guests of the demo. */
  readonly day: string;
  /** Another one, on which so many come to its five products. */
  readonly stormyDay: string;
  readonly guests: number;
}

export interface Task {
  readonly name: string;
  readonly goal: string;
  /** At most so many steps. */
  readonly steps?: number;
  /** At most so long, for a person. */
  readonly seconds?: number;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Where one is when it begins, below /console. */
  readonly path: (plan: Plan) => string;
  /** In a tenant that has nothing. */
  readonly isNew?: boolean;
  /** Resolves when the page shows what the task begins with. */
  readonly ready: (page: Page) => Promise<void>;
  /** Resolves when the page shows what has become of it. */
  readonly act: (hand: Hand, plan: Plan) => Promise<void>;
}

const onDay = {
  viewport: wide,
  path: ({ day }: Plan) => `/day/${day}`,
  ready: (page: Page) => page.getByRole("table", { name: "Parties" }).waitFor(),
};
const fromNothing = { viewport: wide, path: () => "/products", isNew: true };

export const tasks: readonly Task[] = [
  {
    name: "sell on the phone",
    goal: "8 taps and fills, Book in reach",
    steps: 8,
    ...onDay,
    viewport: phone,
    ready: (page) => departure(page, "09:00", "Lido Ferry").waitFor(),
    act: sellOnPhone,
  },
  {
    name: "find by name",
    goal: "/, name, Enter",
    steps: 3,
    ...onDay,
    async act({ page, press }) {
      await press("/");
      await page.getByRole("textbox", { name: "Search" }).waitFor();
      await press("canottieri");
      const found = button(page, /Canottieri/).and(page.locator("[data-selected=true]"));
      await found.waitFor();
      await press("Enter");
      await showsHeading(page, "Reale Società Canottieri");
    },
  },
  { name: "move a party: mouse", goal: "1 drag, 1 click", steps: 2, ...onDay, act: dragParty },
  { name: "move a party: keys", goal: "3 keys", steps: 3, ...onDay, act: moveByKeys },
  { name: "cancel", goal: "2 clicks, 6 s to take it back", steps: 2, ...onDay, act: cancel },
  {
    name: "close a stormy day, tell the guests",
    goal: "5 products, 40 guests, under 1 min",
    seconds: 60,
    ...onDay,
    path: ({ stormyDay }) => `/day/${stormyDay}`,
    act: closeDay,
  },
  {
    name: "new product, from nothing to sold",
    goal: "under 3 min",
    seconds: 180,
    ...fromNothing,
    ready: (page) => page.getByRole("button", { name: "Add the supplier" }).waitFor(),
    act: sellNewProduct,
  },
  {
    name: "three years, each with its prices",
    goal: "under 2 min",
    seconds: 120,
    ...fromNothing,
    ready: (page) => page.getByRole("link", { name: "Sunset cruise" }).waitFor(),
    act: enterThreeYears,
  },
];

const shows = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).waitFor();
const showsHeading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("heading", { name }).waitFor();
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const departure = (page: Page, time: string, product: string): Locator =>
  button(page, new RegExp(`^${time}.*${product}`));
const party = (page: Page, name: string): Locator =>
  page.getByRole("table", { name: "Parties" }).getByRole("row").filter({ hasText: name }).first();

async function sellOnPhone({ page, click, fill }: Hand): Promise<void> {
  const book = button(page, /^Book/);
  await click(departure(page, "09:00", "Lido Ferry"));
  await click(page.getByRole("link", { name: "Add a party" }));
  await expectInReach(page, book);
  await click(button(page, "One Adult more"));
  await fill(page.getByLabel("Name"), "Rossi");
  await expectInReach(page, book);
  await fill(page.getByLabel("Phone"), "+39 041 123");
  await expectInReach(page, book);
  await click(button(page, "Book €19.00"));
  await showsHeading(page, /^Booked/);
}

async function expectInReach(page: Page, book: Locator): Promise<void> {
  await book.waitFor();
  const { y = 0, height = 0 } = (await book.boundingBox()) ?? {};
  const windowHeight = page.viewportSize()?.height ?? 0;
  if (y < windowHeight / 2 || y + height > windowHeight) throw new Error("Book is out of reach");
}

async function dragParty({ page, click, drag }: Hand): Promise<void> {
  await departure(page, "09:00", "Lido Ferry").click();
  await drag(party(page, "Rossi"), departure(page, "10:30", "Lido Ferry"));
  await click(button(page, "Move the party"));
  await shows(page, /is moved to 10:30/);
}

/** With the focus on the party. */
async function moveByKeys({ page, press }: Hand): Promise<void> {
  await departure(page, "10:30", "Lido Ferry").click();
  await party(page, "Rossi").getByRole("link", { name: "Rossi", exact: true }).focus();
  await press("v");
  await page.locator("[role=menuitem]:focus").waitFor();
  await press("Enter");
  await page.getByRole("radio").first().waitFor();
  await press("Enter");
  await shows(page, /is moved to/);
}

async function cancel({ page, click }: Hand): Promise<void> {
  await click(button(page, /^Actions for/).last());
  await click(page.getByRole("menuitem", { name: "Cancel the booking" }));
  const cancelledAt = performance.now();
  await button(page, "Undo").waitFor();
  await shows(page, / is cancelled; its places are free\./);
  const waitedMs = performance.now() - cancelledAt;
  if (waitedMs < undoMs) throw new Error(`It could be taken back for ${waitedMs} ms only`);
}

async function closeDay({ page, click, fill }: Hand, plan: Plan): Promise<void> {
  await click(page.getByRole("link", { name: "Closures" }));
  await click(button(page, "Close days"));
  await fill(page.getByLabel("First day"), plan.stormyDay);
  await page.keyboard.press("Tab");
  await click(page.getByRole("combobox", { name: "What is closed" }));
  await click(page.getByRole("option", { name: "All products", exact: true }));
  await page.keyboard.press("Escape");
  await fill(page.getByLabel("Reason"), "Storm warning for the lagoon");
  await click(page.getByRole("radio", { name: "Close and tell the guests" }));
  await click(button(page, /^Close$/));
  await shows(page, "Closed: nobody can book it any more.");
  await click(button(page, "Copy the message"));
  await click(button(page, "Copy the addresses"));
  const addresses = await page.evaluate<string>("navigator.clipboard.readText()");
  if (addresses.split(", ").length < plan.guests) throw new Error(`Only ${addresses} are told`);
}

async function sellNewProduct(hand: Hand): Promise<void> {
  const { page, click, fill } = hand;
  await fill(page.getByLabel("Name"), "Arsenale Boats");
  await click(button(page, "Add the supplier"));
  await click(page.getByRole("link", { name: "New product" }));
  await fill(page.getByLabel("Name"), "Sunset cruise");
  await click(button(page, "Save and go on"));
  await click(button(page, "Save the tickets"));
  await page.getByRole("table", { name: "Tickets of Standard" }).waitFor();
  await click(button(page, "Next"));
  await fill(page.getByLabel("Name of the resource"), "Boat");
  await fill(page.getByLabel("Places of each"), "12");
  await click(button(page, "Add and link"));
  await page.getByRole("table", { name: "Resources of the option" }).waitFor();
  await click(button(page, "Next"));
  await giveSeasonAndPrices(hand);
  await click(page.getByRole("link", { name: "Sell one" }));
  await fill(page.getByLabel("Name"), "Rossi");
  await click(button(page, "Book €45.00"));
  await showsHeading(page, /^Booked/);
}

async function giveSeasonAndPrices({ page, click, fill }: Hand): Promise<void> {
  await fill(page.getByLabel("Times"), "09:00, 14:00");
  await click(button(page, "Add the period"));
  await click(button(page, "Save the seasons"));
  await shows(page, "The seasons are saved.");
  await click(button(page, "Next"));
  await fill(page.getByRole("textbox", { name: "Adult, 1 Jan – 31 Dec" }), "45");
  await fill(page.getByRole("textbox", { name: "Child, 1 Jan – 31 Dec" }), "25.5");
  await click(button(page, "Save the prices"));
  await shows(page, "The prices are saved.");
  await click(button(page, "Next"));
}

/** The season and the prices of every year are there; the next two years get their own, of that product. */
async function enterThreeYears(hand: Hand): Promise<void> {
  const { page, click, fill } = hand;
  const next = new Date().getUTCFullYear() + 1;
  await click(page.getByRole("link", { name: "Sunset cruise" }));
  await click(page.getByRole("tab", { name: "Seasons" }));
  await copyTwice(hand, next);
  await click(button(page, "Save the seasons"));
  await shows(page, "The seasons are saved.");
  await click(page.getByRole("tab", { name: "Prices" }));
  await copyTwice(hand, next);
  for (const [year, adult, child] of [
    [next, "48", "27"],
    [next + 1, "51.5", "29"],
  ] as const) {
    await fill(page.getByRole("textbox", { name: `Adult, 1 Jan – 31 Dec, ${year}` }), adult);
    await fill(page.getByRole("textbox", { name: `Child, 1 Jan – 31 Dec, ${year}` }), child);
  }
  await click(button(page, "Save the prices"));
  await shows(page, "The prices are saved.");
}

async function copyTwice({ page, click }: Hand, next: number): Promise<void> {
  for (const copied of ["", `, ${next}`]) {
    await click(button(page, `Actions for 1 Jan – 31 Dec${copied}`));
    await click(page.getByRole("menuitem", { name: "Copy for next year" }));
  }
}
