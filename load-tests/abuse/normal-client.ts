/** A client that behaves: it looks, lists and books at a steady pace, whatever its answers take. */
import { Pool } from "undici";
import type { Departure } from "./departure.ts";

export interface Seen {
  status: number;
  tookMs: number;
}

export interface ClientOptions {
  url: string;
  key: string;
  departure: Departure;
  perSecond: number;
  ms: number;
}

/** Sends so many requests a second for a while; resolves when the last is answered. */
export async function behave(options: ClientOptions): Promise<Seen[]> {
  const { url, perSecond, ms } = options;
  const pool = new Pool(url, { connections: 16, pipelining: 1 });
  const total = Math.round((ms / 1_000) * perSecond);
  const startedAt = performance.now();
  const seen: Promise<Seen>[] = [];
  try {
    for (let index = 0; index < total; index++) {
      const dueMs = startedAt + (index * 1_000) / perSecond - performance.now();
      if (dueMs > 0) await new Promise((resume) => setTimeout(resume, dueMs));
      seen.push(send(pool, options, index));
    }
    return await Promise.all(seen);
  } finally {
    await pool.close();
  }
}

/** Of four requests two look for departures, one lists bookings and one books. */
async function send(pool: Pool, { key, departure }: ClientOptions, index: number): Promise<Seen> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const { optionId, unitId, startAt } = departure;
  const from = startAt.slice(0, 10);
  const to = new Date(Date.parse(startAt) + 7 * 86_400_000).toISOString().slice(0, 10);
  const look = `/availability?optionId=${optionId}&from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
  const paths = [look, "/bookings?limit=10", look, "/bookings"];
  const isSale = index % 4 === 3;
  const sale = { optionId, startAt, unitItems: [{ unitId, quantity: 1 }] };
  const sentAt = performance.now();
  const answer = await pool.request({
    method: isSale ? "POST" : "GET",
    path: `/api/v1${paths[index % 4] ?? look}`,
    headers,
    ...(isSale ? { body: JSON.stringify(sale) } : {}),
  });
  await answer.body.dump();
  return { status: answer.statusCode, tookMs: performance.now() - sentAt };
}
