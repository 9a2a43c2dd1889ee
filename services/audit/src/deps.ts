import type { EntryStore } from "./entry-store.ts";

/** What the use cases of this service work with. */
export interface Deps {
  readonly entries: EntryStore;
  /** 0 keeps entries for ever. */
  readonly keepDays: number;
  readonly clock: () => number;
  readonly warn: (line: string) => void;
}
