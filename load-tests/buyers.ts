/** A crowd of buyers: so many connections, each buying as soon as its last purchase is answered. */
import { Pool } from "undici";

export interface Sale {
  status: number;
  tookMs: number;
  body: string;
}

export interface CrowdOptions {
  url: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  buyers: number;
  purchases: number;
  /** The body of the purchase with this index. */
  bodyOf: (index: number) => object;
}

/** Makes all purchases, `buyers` at once; resolves with one entry per purchase. */
export async function buy(options: CrowdOptions): Promise<Sale[]> {
  const pool = new Pool(options.url, { connections: options.buyers, pipelining: 1 });
  const sales: Sale[] = [];
  let next = 0;
  async function buyer(): Promise<void> {
    while (next < options.purchases) {
      const index = next++;
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({
        method: "POST",
        path: options.path,
        headers: { "content-type": "application/json", ...options.headers },
        body: JSON.stringify(options.bodyOf(index)),
      });
      sales.push({
        status: statusCode,
        body: await body.text(),
        tookMs: performance.now() - startedAt,
      });
    }
  }
  try {
    await Promise.all(Array.from({ length: options.buyers }, buyer));
  } finally {
    await pool.close();
  }
  return sales;
}

/** The value below which the share of the values lies; values need not be sorted. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
