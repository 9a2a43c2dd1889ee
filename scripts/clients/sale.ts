/** A server with a ferry to sell, and the document as it answers it. */
import { createClient, type Slipway } from "@slipway/client";
import { apiKeyOf, startServerProcess } from "@slipway/dev/server-process";
import { makeOptionOnBoat } from "@slipway/dev/shop";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
export async function withSale<Result>(use: (sold: SoldBy) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "slipway-clients-"));
  try {
    const server = await startServerProcess({ directory });
    try {
      const apiKey = await apiKeyOf(directory);
      const slipway = createClient({ baseUrl: server.url, apiKey });
      const document = await textAt(`${server.url}/api/v1/openapi.json`);
      const { servers } = JSON.parse(document) as { servers: { url: string }[] };
      const baseUrl = servers[0]?.url ?? "";
      return await use({
        slipway,
        document,
        sale: { baseUrl, apiKey, ...(await ferryOf(slipway)) },
      });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
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
