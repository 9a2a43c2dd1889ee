/** "7 travellers · 5 Adult · 2 Child": how many come on a departure. */
import { counted, texts } from "../../texts/texts.ts";
import { type Departure, bookedOn, headsOf } from "./day-sheet.ts";

export function headsWords(departure: Departure): string {
  const heads = headsOf(departure.bookings).map(([name, count]) => `${count} ${name}`);
  return [counted(bookedOn(departure), texts.day.heads), ...heads].join(" · ");
}
