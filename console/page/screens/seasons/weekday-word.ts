/** The short name of a day of the week. */
import { dateWords } from "../../parts/zoned-time.tsx";

/** 0 is Sunday. */
export function weekdayWord(day: number): string {
  return dateWords(`2023-01-0${1 + day}`, { weekday: "short" });
}
