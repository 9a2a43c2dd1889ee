/**
 * The service worker of the check-in page: without a connection it answers with the page and its files, which the page has kept. It keeps no
 * answer of the API, so that nothing of guests stays in the browser. It imports nothing: it is one file with a name of its own.
 */
interface Fetching extends Event {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}

const page = "/console/check-in";

addEventListener("fetch", (event) => {
  const fetching = event as Fetching;
  const { url, mode } = fetching.request;
  const { pathname } = new URL(url);
  if (mode === "navigate" && pathname.startsWith(page)) fetching.respondWith(answerPage(fetching));
  else if (/^\/console\/[\w-]+\.(js|css|woff2)$/.test(pathname))
    fetching.respondWith(answerFile(fetching));
});

/** The server's page wherever it answers: a release has other files. */
async function answerPage({ request }: Fetching): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(page);
    if (!kept) throw error;
    return kept;
  }
}

/** A name has a hash of its file. */
async function answerFile({ request }: Fetching): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request);
}
