/** A refusal as a page, for a person whose browser has gone to an address. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "@slipway/contracts";
import { acceptsType } from "./accept-type.ts";
import { exchangeOf } from "./exchange.ts";
import { type Refusal, problemHeaders } from "./problem.ts";

/** Where programs ask: some of them name text/html without their author's knowing. */
const interfaces = /^\/(api|octo)(\/|$)/;

/** Whether a browser shows a person what is answered. It names text/html for that alone, and says over TLS that it goes there. */
export function isPageVisit({
  method = "",
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || !acceptsType(headers.accept, "text/html")) return false;
  const isOfPrograms = interfaces.test(URL.parse(url, "http://localhost")?.pathname ?? "");
  return !isOfPrograms || headers["sec-fetch-mode"] === "navigate";
}

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem; overflow-wrap: anywhere }
  small { opacity: 0.75 }`;
const styleHash = createHash("sha256").update(style).digest("base64");
const policy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; ` +
  "frame-ancestors 'none'";

export function sendProblemPage(response: ServerResponse, refusal: Refusal): void {
  const { code } = refusal;
  const { status, title } = refusals[code];
  const { requestId } = exchangeOf(response);
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} - Slipway</title>
    <style>${style}</style>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${sentenceOf(status)}</p>
    <p><small>${code}, request ${requestId}</small></p>
  </body>
</html>
`;
  response.writeHead(status, {
    ...problemHeaders(refusal),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(page),
    "Content-Security-Policy": policy,
  });
  response.end(page);
}

function sentenceOf(status: number): string {
  if (status === 401) return "Log in to the console first, then load this page again.";
  if (status === 403)
    return "You have no right to see this. Ask a person who manages your company's users for it.";
  if (status === 404)
    return "There is nothing at this address. It may be mistyped, or what was here is gone.";
  if (status === 429) return "Too much was asked for. Wait a minute, then load this page again.";
  if (status === 500)
    return "Something is wrong on our side. Tell the people who run this service the number below.";
  if (status > 500)
    return "There is no answer at the moment. Wait a little, then load this page again.";
  return "This address cannot be opened like this.";
}
