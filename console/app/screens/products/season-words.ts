/** When a season is, in words. */
import { dateWords } from "../../../page/parts/time-words.ts";
import { spanWords } from "../../../page/screens/seasons/period-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { productWords } from "./texts.ts";
import type { When } from "./when.ts";

type Window = Pick<When, "validFrom" | "validUntil">;

/** "1 Apr – 31 Oct", with the window of its years: "1 Apr – 31 Oct, 2028". One of a single day is that day. */
export function seasonWords(season: Pick<When, "startMonthDay" | "endMonthDay"> & Window): string {
  const years = windowWords(season);
  if (season.validFrom && season.validFrom === season.validUntil) return years;
  return years === "" ? spanWords(season) : `${spanWords(season)}, ${years}`;
}

/** Whole years by their numbers, other windows by their days; empty where it has neither end. */
function windowWords({ validFrom, validUntil }: Window): string {
  const { windowFrom, windowUntil } = productWords();
  const isOfYears =
    (validFrom ?? "-01-01").endsWith("-01-01") && (validUntil ?? "-12-31").endsWith("-12-31");
  const [from, until] = [validFrom, validUntil].map(
    (date) => date && (isOfYears ? date.slice(0, 4) : dateWords(date, { dateStyle: "medium" })),
  );
  if (from && until) return from === until ? from : `${from} – ${until}`;
  if (from) return fill(windowFrom, { day: from });
  return until ? fill(windowUntil, { day: until }) : "";
}
