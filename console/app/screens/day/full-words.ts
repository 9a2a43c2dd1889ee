import type { Catalog } from "../../../page/catalog.ts";
import { type Departure, bookedOn } from "../../../page/screens/day/day-sheet.ts";
import { fill } from "../../../page/texts/fill.ts";
import { dayTexts } from "./texts.ts";

/** "Guides: full" of a departure that has places left, and no boat or guide for them: others have taken it. */
export function takenWords(departure: Departure, catalog: Catalog): string | undefined {
  const { entry } = departure;
  if (!isFull(departure) || bookedOn(departure) >= (entry?.capacity ?? Infinity)) return undefined;
  const taken = entry?.resources?.find(({ vacancies }) => vacancies === 0);
  const name = taken && catalog.resources.get(taken.resourceId)?.name;
  return name && fill(dayTexts().fullOf, { name });
}

export function isFull({ entry }: Departure): boolean {
  return entry?.vacancies === 0;
}
