/** Every screen with an address that shows it full: the walk goes through them. A new screen adds its line here. */
import type { Page } from "playwright-core";
import { type World, day } from "./world.ts";

export interface Visit {
  /** A pattern of the screen's `paths`. */
  readonly screen: string;
  path(world: World): string;
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
    screen: "/setup",
    path: () => "/setup#token",
    isReady: (page) => page.getByRole("heading", { name: "Set your password" }).waitFor(),
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
];
