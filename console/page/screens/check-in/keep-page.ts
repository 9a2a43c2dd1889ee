/** Keeps the check-in page and its files in the browser, so that it opens without a connection. */
const worker = "/console/check-in-worker.js";
const page = "/console/check-in";
const noted = 250;

/** Keeps all that the page has loaded, which is what it needs. Browsers have service workers over TLS and on this machine alone. */
export async function keepPage(): Promise<void> {
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return;
  const loaded = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => /\/console\/[\w-]+\.(js|css|woff2)$/.test(name));
  // Browsers note no more than 250 files and calls of a page: where the list is full, what is kept stays as it is.
  if (performance.getEntriesByType("resource").length >= noted) return;
  const cache = await caches.open("slipway-check-in");
  await cache.addAll([page, ...new Set(loaded)]);
  for (const { url } of await cache.keys())
    if (!url.endsWith(page) && !loaded.includes(url)) await cache.delete(url);
  await serviceWorker.register(worker, { scope: page });
}
