/** The pages of the console with an address that shows each full: the walk goes through them. A new page adds its line here. */
import type { Locator, Page } from "playwright-core";
import { type World, anOrder, day } from "./world.ts";

interface Visit {
  /** The `path` of the page. */
  readonly page: string;
  path(world: World): string | Promise<string>;
  /** Resolves when the page shows what it is for. */
  isReady(page: Page): Promise<void>;
}

/** A page is ready when it shows this. Its address is its `path` where none is given. */
const visit = (
  page: string,
  shown: (page: Page) => Locator,
  path: Visit["path"] = () => page,
  state: "visible" | "attached" = "visible",
): Visit => ({ page, path, isReady: (opened) => shown(opened).first().waitFor({ state }) });
const table = (name: string) => (page: Page) => page.getByRole("table", { name });
const row = (name: RegExp) => (page: Page) => page.getByRole("row", { name });
const button = (name: RegExp | string) => (page: Page) => page.getByRole("button", { name });
const text = (said: string) => (page: Page) => page.getByText(said);

export const visits: readonly Visit[] = [
  visit("/day/:date?", table("Parties"), () => `/day/${day}`),
  visit("/check-in/:date?", button(/^Check in Bianchi/), () => `/check-in/${day}`),
  visit("/timeline/:date?", button(/Sunset cruise/), () => `/timeline/${day}`),
  visit("/new", button("Book €45.00"), ({ option }) => {
    return `/new?option=${option.optionId}&start=${day}T07:00:00.000Z`;
  }),
  visit("/products", text("Can be sold")),
  visit("/products/new", (page) => page.getByLabel("Name")),
  visit("/products/:id", text("Every ticket has a price at every departure"), (world) => {
    return `/products/${world.productId}?tab=prices`;
  }),
  visit("/products/:id/setup", text("Dashed: 29 February"), ({ productId }) => {
    return `/products/${productId}/setup?step=3`;
  }),
  visit("/resources", row(/Boat/)),
  visit("/resources/:id", row(/14:00/), (world) => `/resources/${world.resourceId}?day=${day}`),
  visit(
    "/closures",
    (page) => page.getByRole("combobox", { name: "What is closed" }),
    () => `/closures?from=${day}&to=${day}`,
  ),
  visit("/suppliers", row(/Laguna Tours/)),
  visit("/bookings", table("Bookings")),
  visit("/bookings/:id", text("Booked · test"), ({ booked }) => `/bookings/${booked[0]?.id}`),
  visit("/orders", table("Orders"), async (world) => {
    await anOrder(world);
    return "/orders";
  }),
  visit("/orders/:id", text("Opened · test"), async (world) => {
    return `/orders/${(await anOrder(world)).id}`;
  }),
  visit("/holds", (page) => page.getByRole("article", { name: /^Rossi/ })),
  visit(
    "/calendar/:date?",
    (page) => page.getByRole("link", { name: /1 June 2028: 3 departures/ }),
    () => `/calendar/${day}`,
  ),
  visit("/insights", table("Sources"), () => `/insights?from=${day}&to=${day}`, "attached"),
  visit("/webhooks/:id?", button("Send a test"), async ({ slipway }) => {
    const { id } = await slipway.webhooks.createSubscription({ url: "http://127.0.0.1:9/books" });
    return `/webhooks/${id}`;
  }),
  visit("/channels/:id?", text("Nothing was sent to it yet."), async ({ slipway }) => {
    const { id } = await slipway.channels.create({ name: "Lagoon Tickets", code: "lagoon" });
    return `/channels/${id}`;
  }),
  visit("/keys", table("API keys")),
  visit("/people", table("People")),
  visit("/feeds", table("Calendar feeds"), async ({ slipway }) => {
    await slipway.calendarFeeds.create({ name: "Boat", withNames: false });
    return "/feeds";
  }),
  visit("/company", button("Erase…")),
  visit("/changes", (page) => page.getByRole("list", { name: "Change log" })),
  visit("/account", table("Log-ins")),
];
