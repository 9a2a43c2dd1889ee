/** GET openapi.json: the document, with the absolute URL by which its reader has reached us. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestHandler } from "express";
import { json } from "./answers.ts";
import { type AnswerCount, sendKept } from "./kept-answer.ts";
import { publicOriginOf } from "./same-origin.ts";

/** A client may make a Host up: for more origins than these the URL stays relative. */
const originsMax = 16;

/** A document whose first server is this API. */
interface ServedDocument {
  readonly servers?: readonly { readonly url: string }[];
}

/**
 * A document of the repository's root, as `npm run openapi` has made it of the routes. To make it at
 * each start would take a tenth of the start's processor time.
 */
export function writtenDocument(file: "openapi.json" | "openapi-octo.json"): ServedDocument {
  const root = join(import.meta.dirname, "..", "..", "..");
  return JSON.parse(readFileSync(join(root, file), "utf8")) as ServedDocument;
}

/** Answers the document. Generators need an absolute URL of the server: that of PUBLIC_URL, else of the request. */
export function sendDocument(
  document: ServedDocument,
  count: AnswerCount,
  publicUrl: string | undefined,
): RequestHandler {
  const headers = { "Content-Type": json };
  const relative = sendKept(() => Buffer.from(JSON.stringify(document)), count, headers);
  const byOrigin = new Map<string, RequestHandler>();
  const absolute = (origin: string): RequestHandler => {
    const servers = (document.servers ?? []).map((each) => ({ ...each, url: origin + each.url }));
    const bytes = (): Buffer => Buffer.from(JSON.stringify({ ...document, servers }));
    return sendKept(bytes, count, headers);
  };
  return (request, response, next) => {
    const { origin } = URL.parse(publicOriginOf(request.headers, publicUrl).url) ?? {};
    if (origin !== undefined && !byOrigin.has(origin) && byOrigin.size < originsMax)
      byOrigin.set(origin, absolute(origin));
    return (byOrigin.get(origin ?? "") ?? relative)(request, response, next);
  };
}
