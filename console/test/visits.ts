/** Every screen with an address that shows it full: the walk goes through them. A new screen adds its line here. */
import type { Page } from "playwright-core";
import { lookUntil } from "./browsing.ts";
import { type World, day } from "./world.ts";

interface Visit {
  /** A pattern of the screen's `paths`. */
  readonly screen: string;
  path(world: World): string | Promise<string>;
  /** Resolves when the screen shows what it is for. */
  isReady(page: Page): Promise<void>;
}

export const visits: readonly Visit[] = [
  {
    screen: "/access/keys",
    path: () => "/access/keys",
    isReady: (page) => page.getByRole("table", { name: "Keys" }).waitFor(),
  },
  {
    screen: "/access/users",
    path: () => "/access/users",
    isReady: (page) => page.getByRole("table", { name: "Users" }).waitFor(),
  },
  {
    screen: "/access/sessions",
    path: () => "/access/sessions",
    isReady: (page) => page.getByRole("table", { name: "Log-ins" }).waitFor(),
  },
  {
    screen: "/access/receivers",
    path: async ({ slipway }) => {
      await slipway.webhooks.createSubscription({ url: "http://127.0.0.1:9/till" });
      return "/access/receivers";
    },
    isReady: (page) => page.getByRole("table", { name: "Receivers" }).waitFor(),
  },
  {
    screen: "/access/receivers/{id}",
    path: async ({ slipway, book }) => {
      const { id } = await slipway.webhooks.createSubscription({ url: "http://127.0.0.1:9/pos" });
      await book("18:00");
      return `/access/receivers/${id}`;
    },
    isReady: (page) =>
      lookUntil(page.getByRole("button", { name: "Look again" }), page.getByText(/\d attempts?:/)),
  },
  {
    screen: "/access/channels",
    path: async ({ slipway }) => {
      await slipway.channels.create({ name: "Lagoon Tickets", code: "lagoon-list" });
      return "/access/channels";
    },
    isReady: (page) => page.getByRole("table", { name: "Channels" }).waitFor(),
  },
  {
    screen: "/access/channels/{id}",
    path: async ({ slipway }) => {
      const { id } = await slipway.channels.create({ name: "Lagoon Tickets", code: "lagoon" });
      await slipway.channels.createEvent(id, {
        externalEventId: "a",
        type: "BOOKING_CANCEL",
        payload: { externalId: "unknown" },
      });
      return `/access/channels/${id}`;
    },
    isReady: (page) =>
      lookUntil(page.getByRole("button", { name: "Look again" }), page.getByRole("table")),
  },
  {
    screen: "/access/audit",
    path: () => "/access/audit?kind=resource",
    isReady: (page) => page.getByRole("table", { name: "Log of changes" }).waitFor(),
  },
  {
    screen: "/setup",
    path: () => "/setup#token",
    isReady: (page) => page.getByRole("heading", { name: "Set your password" }).waitFor(),
  },
  {
    screen: "/bookings",
    path: () => "/bookings",
    isReady: (page) => page.getByRole("table", { name: "Bookings" }).waitFor(),
  },
  {
    screen: "/bookings/{id}",
    path: ({ booked }) => `/bookings/${booked[0]?.id}`,
    isReady: (page) => page.getByText("Booked · test").waitFor(),
  },
  {
    screen: "/day/{date}",
    path: ({ supplierId }) => `/day/${day}?supplier=${supplierId}`,
    isReady: (page) => page.getByRole("table", { name: "Departures" }).waitFor(),
  },
  {
    screen: "/calendar/{date}",
    path: () => `/calendar/${day}`,
    isReady: (page) => page.getByRole("listitem").filter({ hasText: "14:00 1/24" }).waitFor(),
  },
  {
    screen: "/calendar/{date}",
    path: () => `/calendar/${day}?view=week`,
    isReady: (page) => page.getByRole("rowheader", { name: "Boat" }).waitFor(),
  },
  {
    screen: "/blocks",
    path: () => `/blocks?day=${day}`,
    async isReady(page) {
      await page.getByRole("table", { name: "Bookings that stay" }).waitFor();
      await page.getByRole("table", { name: "Present and coming blocks" }).waitFor();
    },
  },
  {
    screen: "/seasons",
    path: () => "/seasons",
    isReady: (page) => page.getByRole("table", { name: "Periods" }).waitFor(),
  },
  {
    screen: "/holds",
    path: () => "/holds",
    isReady: (page) => page.getByRole("table", { name: "On hold" }).waitFor(),
  },
  {
    screen: "/new",
    path: ({ supplierId, option }) =>
      `/new?supplier=${supplierId}&option=${option.optionId}&start=${day}T07:00:00.000Z`,
    isReady: (page) => page.getByText("Total").waitFor(),
  },
  {
    screen: "/resources",
    path: () => "/resources",
    isReady: (page) => page.getByRole("table", { name: "Resources" }).waitFor(),
  },
  {
    screen: "/resources/{id}",
    path: ({ resourceId }) => `/resources/${resourceId}?day=${day}`,
    isReady: (page) => page.getByRole("table", { name: "Taken" }).waitFor(),
  },
  {
    screen: "/catalog",
    path: () => "/catalog",
    isReady: (page) => page.getByRole("link", { name: "Shared boat" }).waitFor(),
  },
  {
    screen: "/catalog/{id}",
    path: ({ option }) => `/catalog/${option.optionId}`,
    isReady: (page) => page.getByText("Yes, in the next 12 months.").waitFor(),
  },
];
