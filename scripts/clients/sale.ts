/** A server with a ferry to sell, and the document as it answers it. */
import { createClient, type Slipway } from "@slipway/client";
import { makeOptionOnBoat } from "@slipway/dev/shop";
import { withServer } from "@slipway/dev/with-server";

/** The input of the programs, as `sale.json`. */
export interface Sale {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly optionId: string;
  readonly unitId: string;
  readonly from: string;
  readonly to: string;
  /** The places that a departure has. */
  readonly places: number;
  /** The price of the units, in minor units. */
  readonly retail: number;
}

export interface SoldBy {
  readonly sale: Sale;
  readonly slipway: Slipway;
  /** The text of the document. */
  readonly document: string;
}

const places = 2;
const adultRetail = 1250;
const dayMs = 86_400_000;

/** Calls back with a server of its own on an empty data directory; both are gone afterwards. */
export function withSale<Result>(use: (sold: SoldBy) => Promise<Result>): Promise<Result> {
  return withServer({}, async ({ url, key: apiKey }) => {
    const slipway = createClient({ baseUrl: url, apiKey });
    const document = await textAt(`${url}/api/v1/openapi.json`);
    const { servers } = JSON.parse(document) as { servers: { url: string }[] };
    const baseUrl = servers[0]?.url ?? "";
    const ferry = await ferryOf(slipway);
    return use({ slipway, document, sale: { baseUrl, apiKey, ...ferry } });
  });
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`GET ${url} answered ${response.status}.`);
  return response.text();
}

/** Departs every day at ten, from tomorrow on. */
async function ferryOf(slipway: Slipway): Promise<Omit<Sale, "baseUrl" | "apiKey">> {
  const plan = { seats: places, startTimes: ["10:00"] };
  const { optionId, unitId } = await makeOptionOnBoat(slipway, plan);
  const from = new Date(Date.now() + dayMs).toISOString();
  const to = new Date(Date.now() + 8 * dayMs).toISOString();
  return { optionId, unitId, from, to, places, retail: places * adultRetail };
}
