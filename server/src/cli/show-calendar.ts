import { type Slipway, createClient, isProblem } from "@slipway/client";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { monthCalendar } from "./month-calendar.ts";
import { serverStart } from "./program-names.ts";

/** Where the API is, and by which key; without one it is that of the directory's first start. */
interface ApiPlace {
  readonly url: string;
  readonly key: string | undefined;
  readonly directory: string;
}

/** A month of one option as a table of weeks, in its own zone. @param month YYYY-MM. Rejects with one sentence. */
export async function showCalendar(
  { option: optionId, month }: { option: string; month: string },
  place: ApiPlace,
): Promise<string> {
  const given = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month);
  if (!given) throw new Error("--month must be a year and a month, such as 2027-06.");
  const slipway = await connect(place);
  const option = await slipway.options.get(optionId).catch((error: unknown) => {
    throw new Error(sentenceFor(error, optionId, place.url));
  });
  const { name } = await slipway.products.get(option.productId);
  const [year, monthOfYear] = [Number(given[1]), Number(given[2])];
  const around = await slipway.availability.list({ optionId, ...aroundMonth(year, monthOfYear) });
  const departures = around.filter(({ localStartAt }) => localStartAt.startsWith(month));
  const title = `${name}, ${option.name}`;
  return monthCalendar({ title, year, month: monthOfYear }, departures);
}

/** All of a month in any zone: none is a day ahead of UTC, or behind. */
function aroundMonth(year: number, month: number): { from: string; to: string } {
  return {
    from: new Date(Date.UTC(year, month - 1, 0)).toISOString(),
    to: new Date(Date.UTC(year, month, 2)).toISOString(),
  };
}

async function connect({ url, key, directory }: ApiPlace): Promise<Slipway> {
  const apiKey = key ?? (await keyOf(directory));
  return createClient({ baseUrl: url, apiKey, maxRetries: 0 });
}

/** Why the first question was not answered. */
function sentenceFor(error: unknown, optionId: string, url: string): string {
  if (isProblem(error, "NOT_FOUND")) return `--option: there is no option ${optionId}.`;
  if (isProblem(error)) return `The server at ${url} says: ${error.message}.`;
  return `There is no Slipway server at ${url}; start one with ${serverStart}, or set SLIPWAY_URL.`;
}

/** The key of a directory's first start. Rejects with one sentence. */
export async function keyOf(directory: string): Promise<string> {
  const path = join(directory, "credentials.json");
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(
      `${path} is not there: start a server first (${serverStart}), or set SLIPWAY_KEY.`,
    );
  });
  return (JSON.parse(text) as { apiKey: string }).apiKey;
}
