/**
 * The text that is searched for, at the top of every screen. It stays in memory, because an address must not name
 * people.
 */
import { pageState } from "./page-state.ts";

export const searchText = pageState("");
