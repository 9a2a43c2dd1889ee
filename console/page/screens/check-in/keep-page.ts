/** Keeps the check-in page and its files in the browser, so that it opens without a connection. */
import { loadedFiles } from "../../loaded-files.ts";

const worker = "/console/check-in-worker.js";
const page = "/console/check-in";

/** Keeps all that the page has loaded, which is what it needs. Browsers have service workers over TLS and on this machine alone. */
export async function keepPage(): Promise<void> {
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return;
  const loaded = loadedFiles();
  const cache = await caches.open("slipway-check-in");
  await cache.addAll([page, ...loaded]);
  for (const { url } of await cache.keys())
    if (!url.endsWith(page) && !loaded.has(url)) await cache.delete(url);
  await serviceWorker.register(worker, { scope: page });
}
