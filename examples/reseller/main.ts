/** `npm run reseller`: sells over OCTO in the next 30 days. OCTO_ENDPOINT and OCTO_KEY say of whom. */
import { createOctoClient } from "./client.ts";
import { sell } from "./sell.ts";

const { OCTO_ENDPOINT: endpoint = "http://127.0.0.1:3000/octo", OCTO_KEY: key } = process.env;

try {
  if (!key) throw new Error("set OCTO_KEY to the key of a channel (docs/octo.md)");
  const dayIn = (days: number): string =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const days = { from: dayIn(1), to: dayIn(30) };
  await sell({ octo: createOctoClient(endpoint, key), days, say: (line) => console.log(line) });
} catch (error) {
  console.error(`The reseller stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
