/** A day as one types it: "18 June", "18/6", "18.6.2027", "2027-06-18". Pure. */
import { isDay } from "../../page/zone.ts";

const shape = /^(\d{1,2})[\s./]+(\d{1,2}|\p{L}{3,})[\s./]*(\d{4})?$/u;

/** The next such day from today on, unless a year is given; undefined: it is none. */
export function typedDay(text: string, today: string, language: string): string | undefined {
  const typed = text.trim().toLowerCase();
  if (isDay(typed)) return typed;
  const [, day = "", month = "", given] = shape.exec(typed) ?? [];
  const number = Number(month) || monthOf(month, language);
  const inYear = (year: number): string =>
    [year, ...[number, day].map((part) => String(part).padStart(2, "0"))].join("-");
  const year = Number(given ?? today.slice(0, 4));
  const found = inYear(!given && inYear(year) < today ? year + 1 : year);
  return isDay(found) ? found : undefined;
}

/** By the first letters of its name; 0: no month has them. */
function monthOf(text: string, language: string): number {
  const names = Array.from({ length: 12 }, (_, month) =>
    new Date(2026, month).toLocaleString(language, { month: "long" }).toLowerCase(),
  );
  return names.findIndex((name) => name.startsWith(text)) + 1;
}
