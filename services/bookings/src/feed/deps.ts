import type { ListDeps } from "../list/deps.ts";

export interface FeedDeps extends Pick<ListDeps, "clock" | "store" | "lists"> {
  /** A lower bound of the database's clock, in milliseconds. */
  readonly databaseTimeLowerBound: () => number;
}
