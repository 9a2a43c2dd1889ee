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

/** A network that hangs is none. */
const waitMsMax = 5_000;

/** The server's page wherever it answers: a release has other files. A proxy answers 502 where the server is away. */
async function answerPage({ request }: Fetching): Promise<Response> {
  const tooLong = new Promise<undefined>((resolve) => void setTimeout(resolve, waitMsMax));
  const answer = await Promise.race([fetch(request), tooLong]).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  return (await caches.match(page)) ?? answer ?? Response.error();
}

/** A name has a hash of its file. */
async function answerFile({ request }: Fetching): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request);
}
