/** The pages of the console with an address that shows each full: the walk goes through them. A new page adds its line here. */
import type { Page } from "playwright-core";
import { type World, anOrder, day } from "./world.ts";

interface Visit {
  /** The `path` of the page. */
  readonly page: string;
  path(world: World): string | Promise<string>;
  /** Resolves when the page shows what it is for. */
  isReady(page: Page): Promise<void>;
}

export const visits: readonly Visit[] = [
  {
    page: "/day/:date?",
    path: () => `/day/${day}`,
    isReady: (page) => page.getByRole("table", { name: "Parties" }).waitFor(),
  },
  {
    page: "/check-in/:date?",
    path: () => `/check-in/${day}`,
    isReady: (page) =>
      page
        .getByRole("button", { name: /^Check in Bianchi/ })
        .first()
        .waitFor(),
  },
  {
    page: "/timeline/:date?",
    path: () => `/timeline/${day}`,
    isReady: (page) =>
      page
        .getByRole("button", { name: /Sunset cruise/ })
        .first()
        .waitFor(),
  },
  {
    page: "/new",
    path: ({ option }) => `/new?option=${option.optionId}&start=${day}T07:00:00.000Z`,
    isReady: (page) => page.getByRole("button", { name: "Book €45.00" }).waitFor(),
  },
  {
    page: "/products",
    path: () => "/products",
    isReady: (page) => page.getByText("Can be sold").waitFor(),
  },
  {
    page: "/products/new",
    path: () => "/products/new",
    isReady: (page) => page.getByLabel("Name").waitFor(),
  },
  {
    page: "/products/:id",
    path: ({ productId }) => `/products/${productId}?tab=prices`,
    isReady: (page) => page.getByText("Every ticket has a price at every departure").waitFor(),
  },
  {
    page: "/products/:id/setup",
    path: ({ productId }) => `/products/${productId}/setup?step=3`,
    isReady: (page) => page.getByText("Dashed: 29 February").waitFor(),
  },
  {
    page: "/resources",
    path: () => "/resources",
    isReady: (page) => page.getByRole("row", { name: /Boat/ }).waitFor(),
  },
  {
    page: "/resources/:id",
    path: ({ resourceId }) => `/resources/${resourceId}?day=${day}`,
    isReady: (page) => page.getByRole("row", { name: /14:00/ }).waitFor(),
  },
  {
    page: "/closures",
    path: () => `/closures?from=${day}&to=${day}`,
    isReady: (page) => page.getByRole("combobox", { name: "What is closed" }).waitFor(),
  },
  {
    page: "/suppliers",
    path: () => "/suppliers",
    isReady: (page) => page.getByRole("row", { name: /Laguna Tours/ }).waitFor(),
  },
  {
    page: "/bookings",
    path: () => "/bookings",
    isReady: (page) => page.getByRole("table", { name: "Bookings" }).waitFor(),
  },
  {
    page: "/bookings/:id",
    path: ({ booked }) => `/bookings/${booked[0]?.id}`,
    isReady: (page) => page.getByText("Booked · test").waitFor(),
  },
  {
    page: "/orders",
    path: async (world) => {
      await anOrder(world);
      return "/orders";
    },
    isReady: (page) => page.getByRole("table", { name: "Orders" }).waitFor(),
  },
  {
    page: "/orders/:id",
    path: async (world) => `/orders/${(await anOrder(world)).id}`,
    isReady: (page) => page.getByText("Opened · test").waitFor(),
  },
  {
    page: "/holds",
    path: () => "/holds",
    isReady: (page) => page.getByRole("article", { name: /^Rossi/ }).waitFor(),
  },
  {
    page: "/calendar/:date?",
    path: () => `/calendar/${day}`,
    isReady: (page) =>
      page
        .getByRole("link", { name: /1 June 2028: 3 departures/ })
        .first()
        .waitFor(),
  },
  {
    page: "/insights",
    path: () => `/insights?from=${day}&to=${day}`,
    isReady: (page) => page.getByRole("table", { name: "Sources" }).waitFor({ state: "attached" }),
  },
  {
    page: "/webhooks/:id?",
    path: async ({ slipway }) => {
      const { id } = await slipway.webhooks.createSubscription({ url: "http://127.0.0.1:9/books" });
      return `/webhooks/${id}`;
    },
    isReady: (page) => page.getByRole("button", { name: "Send a test" }).waitFor(),
  },
  {
    page: "/channels/:id?",
    path: async ({ slipway }) => {
      const { id } = await slipway.channels.create({ name: "Lagoon Tickets", code: "lagoon" });
      return `/channels/${id}`;
    },
    isReady: (page) => page.getByText("Nothing was sent to it yet.").waitFor(),
  },
  {
    page: "/keys",
    path: () => "/keys",
    isReady: (page) => page.getByRole("table", { name: "API keys" }).waitFor(),
  },
  {
    page: "/people",
    path: () => "/people",
    isReady: (page) => page.getByRole("table", { name: "People" }).waitFor(),
  },
  {
    page: "/feeds",
    path: async ({ slipway }) => {
      await slipway.calendarFeeds.create({ name: "Boat", withNames: false });
      return "/feeds";
    },
    isReady: (page) => page.getByRole("table", { name: "Calendar feeds" }).waitFor(),
  },
  {
    page: "/company",
    path: () => "/company",
    isReady: (page) => page.getByRole("button", { name: "Erase…" }).waitFor(),
  },
  {
    page: "/changes",
    path: () => "/changes",
    isReady: (page) => page.getByRole("list", { name: "Change log" }).waitFor(),
  },
  {
    page: "/account",
    path: () => "/account",
    isReady: (page) => page.getByRole("table", { name: "Log-ins" }).waitFor(),
  },
];
