/** A page for each error code: what it means and what to do. The `type` of a problem leads here. */
import { type RefusalCode, isRefusalCode, refusals } from "@slipway/contracts";
import { refuse } from "@slipway/broker";
import type { RequestHandler } from "express";
import { type AnswerCount, sendKept } from "../http/kept-answer.ts";
import { pageNameOf } from "../http/problem.ts";

type Status = (typeof refusals)[RefusalCode]["status"];

const advice: Readonly<Record<Status, string>> = {
  400: "Nothing was done. Correct the request before you send it again: the same one is refused again. `errors`, where it is there, points at each field.",
  401: "Nothing was done. Send a valid credential, by `Authorization: Bearer`.",
  403: "Nothing was done. Use a credential that may do this: the same one is refused again.",
  404: "Nothing was done. Check the id and the path, and that the record is the tenant's of the credential.",
  405: "Nothing was done. Use a method that `Allow` names.",
  409: "Nothing was changed. Read the record again and decide anew: the same request is refused until something else changes.",
  413: "Nothing was done. Send less in one request.",
  429: "Nothing was done. Wait for as many seconds as `Retry-After` says, then send the request again.",
  500: "A read may be repeated. After a change, read what became of it first. Tell us the `requestId`.",
  503: "Nothing was done. Wait for as many seconds as `Retry-After` says, then send the request again.",
  504: "A read may be repeated. After a change, read what became of it, or repeat it with the same `Idempotency-Key`.",
};

/** Handlers of `GET /docs/errors` and of the pages below it, by path. A code may be written in either case. */
export function errorPages(
  count: AnswerCount,
  headers: Readonly<Record<string, string>>,
): Record<string, { GET: RequestHandler }> {
  const keep = (page: string): RequestHandler => sendKept(() => Buffer.from(page), count, headers);
  const codes = Object.keys(refusals) as RefusalCode[];
  const pages = new Map(codes.map((code) => [code, keep(pageOf(code))]));
  return {
    "/docs/errors": { GET: keep(indexOf(codes)) },
    "/docs/errors/:code": {
      GET: (request, response, next) => {
        const code = String(request.params["code"]).toUpperCase().replaceAll("-", "_");
        const send = isRefusalCode(code) ? pages.get(code) : undefined;
        if (!send) throw refuse("NOT_FOUND");
        return send(request, response, next);
      },
    },
  };
}

function pageOf(code: RefusalCode): string {
  const { status, title, description } = refusals[code];
  const text = [
    `<h1>${html(title)}</h1>`,
    `<p><code>${code}</code>, HTTP status ${status}</p>`,
    `<h2>What it means</h2>`,
    `<p>${html(description)}</p>`,
    `<h2>What to do</h2>`,
    `<p>${html(advice[status])}</p>`,
  ];
  return framed(title, "../../docs", text);
}

function indexOf(codes: readonly RefusalCode[]): string {
  const rows = codes.map((code) => {
    const { status, title } = refusals[code];
    const link = `<a href="errors/${pageNameOf(code)}"><code>${code}</code></a>`;
    return `<tr><td>${link}</td><td>${status}</td><td>${html(title)}</td></tr>`;
  });
  const head = "<thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead>";
  const table = `<div class="wide"><table>${head}<tbody>${rows.join("\n")}</tbody></table></div>`;
  return framed("Error codes", "../docs", ["<h1>Error codes</h1>", table]);
}

/** @param docs leads from the page to the reference */
function framed(title: string, docs: string, text: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${html(title)} - Slipway</title>
    <link rel="icon" type="image/png" href="${docs}/favicon-32x32.png" />
    <link rel="stylesheet" href="${docs}/page.css" />
  </head>
  <body>
    <header>
      <strong>Slipway</strong>
      <nav aria-label="Page"><a href="${docs}#guide-errors-and-retries">Guide</a> <a href="${docs}#reference">Operations</a> <a href="${docs}/errors">Error codes</a></nav>
    </header>
    <main>
      <article>
${text.join("\n")}
      </article>
    </main>
  </body>
</html>
`;
}

/** Text of the table as HTML: what stands between backticks is code. */
function html(text: string): string {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return safe.replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
