import { connect } from "../../examples/connect.ts";
import type { Target } from "./attack.ts";
import { headOf } from "./visit.ts";

const metadata = { text: "x".repeat(60_000) };

/** Makes so many suppliers of 60 KB each. */
export async function makeLargeSuppliers({ url, key }: Target, suppliers: number): Promise<void> {
  const api = connect(url, key);
  for (let made = 0; made < suppliers; made++)
    await api.suppliers.create({ name: `Large ${made}`, timezone: "UTC", metadata });
}

/** The heads of requests for these paths of the API, each on a connection of its own. */
export function headsOf(paths: readonly string[], { key }: Target): string[] {
  return paths.map((path) =>
    headOf(`GET /api/v1${path}`, { Authorization: `Bearer ${key}`, Connection: "close" }),
  );
}
