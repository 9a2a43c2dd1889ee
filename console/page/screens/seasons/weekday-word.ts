/** The short name of a day of the week. */
import { locale } from "../../texts/texts.ts";

/** 0 is Sunday. */
export function weekdayWord(day: number): string {
  const form = new Intl.DateTimeFormat(locale.value, { weekday: "short", timeZone: "UTC" });
  return form.format(new Date(Date.UTC(2023, 0, 1 + day)));
}
