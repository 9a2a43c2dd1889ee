/** Bugs of when options depart, each caught by the oracle of departures. */
import type { Mutant } from "./planted.ts";

const mutant = (name: string, mark: string, becomes: Mutant["patches"][number]["becomes"]) => ({
  name,
  patches: [{ mark, becomes }],
  program: "departures-main.ts",
});

const byInstant = `for (const period of periods)
    for (const localTime of localTimesOf([{ ...period, validFrom: null, validUntil: null }], { from, to })) {
      const instant = instantOfLocalTime(zone, localTime);
      const day = new Date(instant).toISOString().slice(0, 10);
      if (day < (period.validFrom ?? "") || day > (period.validUntil ?? "9999")) continue;
      if (instant >= from && instant <= to) instants.add(instant);
    }`;

const endsAt =
  (change: string) =>
  (marked: string): string =>
    marked.replace("dayOfDate(validUntil)", `dayOfDate(validUntil) ${change}`);

export const ofDepartures: readonly Mutant[] = [
  mutant("a window begins a day late", "window-start", "if (day <= firstDay) return false;"),
  mutant("a window ends a day early", "window-end", endsAt("- 1")),
  mutant("a window ends a day late", "window-end", endsAt("+ 1")),
  mutant("a window has days of UTC, not of the zone", "instants-of-month", byInstant),
  mutant("departures are cached without the window", "key-of-window", ""),
];
