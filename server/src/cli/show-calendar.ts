import { instantOfLocal } from "@slipway/departures";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Departure, monthCalendar } from "./month-calendar.ts";
import { serverStart } from "./program-names.ts";

/** Where the API is, and by which key; without one it is that of the directory's first start. */
export interface ApiPlace {
  readonly url: string;
  readonly key: string | undefined;
  readonly directory: string;
}

/**
 * A month of one option as a table of weeks, in the option's own zone, as the API tells it now.
 * @param month YYYY-MM. Rejects with one sentence.
 */
export async function showCalendar(
  { option: optionId, month }: { option: string; month: string },
  place: ApiPlace,
): Promise<string> {
  const given = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month);
  if (!given) throw new Error("--month must be a year and a month, such as 2027-06.");
  const get = await connect(place);
  const option = await get<{ name: string; productId: string }>(
    `/options/${encodeURIComponent(optionId)}`,
  );
  if (!option) throw new Error(`--option: there is no option ${optionId}.`);
  const product = await get<Product>(`/products/${option.productId}`);
  const supplier = await get<{ timezone: string }>(`/suppliers/${product?.supplierId}`);
  const timezone = product?.timezone ?? supplier?.timezone ?? "UTC";
  const [year, monthOfYear] = [Number(given[1]), Number(given[2])];
  const range = monthRange(timezone, year, monthOfYear);
  const query = new URLSearchParams({ optionId, ...range });
  const departures = (await get<Departure[]>(`/availability?${query.toString()}`)) ?? [];
  const title = `${product?.name}, ${option.name}`;
  return monthCalendar({ title, year, month: monthOfYear, timezone }, departures);
}

interface Product {
  name: string;
  supplierId: string;
  timezone: string | null;
}

/** From the first instant of a local month to the last. */
function monthRange(timezone: string, year: number, month: number): { from: string; to: string } {
  const firstOf = (index: number): number => {
    const day = new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10);
    return instantOfLocal(timezone, day, "00:00");
  };
  return {
    from: new Date(firstOf(month - 1)).toISOString(),
    to: new Date(firstOf(month) - 1).toISOString(),
  };
}

type Get = <Answer>(path: string) => Promise<Answer | null>;

/** Reads of the API; null for what is not there. */
async function connect({ url, key, directory }: ApiPlace): Promise<Get> {
  const authorization = `Bearer ${key ?? (await keyOf(directory))}`;
  return async <Answer>(path: string) => {
    const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization } }).catch(
      () => {
        throw new Error(
          `There is no Slipway server at ${url}; start one with ${serverStart}, or set SLIPWAY_URL.`,
        );
      },
    );
    if (response.status === 404) return null;
    const answer = (await response.json()) as Answer & { title?: string };
    if (!response.ok) throw new Error(`The server at ${url} says: ${answer.title}.`);
    return answer;
  };
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
