/** The operators' console: a page at every address below /console, and the files that it loads. */
import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import { consoleFiles } from "@slipway/console";
import { refuse } from "@slipway/broker";
import { type AnswerCount, sendKept } from "../http/kept-answer.ts";

/** Mantine writes style sheets, and the page's own rule lets no text with a "<" become markup. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  woff2: "font/woff2",
};

/** Stands in the page where each answer has a nonce of its own. */
const noncePlace = "__NONCE__";

/** Handlers by path. The files are built or read when the first of them is asked for. */
export function consoleRoutes(count: AnswerCount): Record<string, { GET: RequestHandler }> {
  const handlers = new Map<string, RequestHandler>();
  const send: RequestHandler = async (request, response, next) => {
    const files = await consoleFiles();
    const name = nameIn(files, request.path.slice("/console/".length));
    const handler = handlers.get(name) ?? handlerOf(files, name, count);
    handlers.set(name, handler);
    await handler(request, response, next);
  };
  return {
    "/console": { GET: send },
    "/console/": { GET: send },
    "/console/*screen": { GET: send },
  };
}

const page = "index.html";
/** It may ask for the console's files, and do nothing else. */
const worker = "check-in-worker.js";
const workerPolicy = "default-src 'none'; connect-src 'self'";

/** The file of that name, or the page, which knows the addresses of its screens. */
function nameIn(files: ReadonlyMap<string, Buffer>, path: string): string {
  if (files.has(path)) return path;
  // A page of an earlier release asks for its files: the page would be no answer.
  if (/\.(js|css|map|woff2)$/.test(path)) throw refuse("NOT_FOUND");
  return page;
}

function handlerOf(
  files: ReadonlyMap<string, Buffer>,
  name: string,
  count: AnswerCount,
): RequestHandler {
  const bytes = files.get(name) ?? Buffer.alloc(0);
  if (name === page) return sendWithNonce(String(bytes), count);
  const type = types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  if (name === worker)
    return sendKept(() => bytes, count, {
      "Content-Type": type,
      "Cache-Control": "no-cache",
      "Content-Security-Policy": workerPolicy,
    });
  return sendKept(() => bytes, count, {
    "Content-Type": type,
    // A name has a hash of its file; the page names the files of the present release.
    "Cache-Control": "public, max-age=31536000, immutable",
  });
}

/** A page of one kilobyte, made for each request: no browser keeps it. */
function sendWithNonce(html: string, count: AnswerCount): RequestHandler {
  return ({ ip = "" }, response) => {
    count(ip);
    const nonce = randomBytes(16).toString("base64");
    response
      .writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy": policyWith(nonce),
      })
      .end(html.replaceAll(noncePlace, nonce));
  };
}
