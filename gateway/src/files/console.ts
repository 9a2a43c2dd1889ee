/** The operators' console: its page at every address below /console, and the files that the page loads. */
import type { RequestHandler } from "express";
import { consoleFiles } from "@slipway/console";
import type { ConsoleFiles } from "@slipway/console/bundle";
import { refuse } from "@slipway/broker";
import { type AnswerCount, sendKept } from "../http/kept-answer.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  map: "application/json",
};

const page = "index.html";

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
  return Object.fromEntries(
    ["/console", "/console/", "/console/*screen"].map((path) => [path, { GET: send }]),
  );
}

/** Whatever is no file is the address of a screen, which the page itself knows. */
function nameIn(files: ConsoleFiles, path: string): string {
  if (files.has(path)) return path;
  // A page of an earlier release asks for its files: the page would be no answer.
  if (/\.(js|css|map)$/.test(path)) throw refuse("NOT_FOUND");
  return page;
}

function handlerOf(files: ConsoleFiles, name: string, count: AnswerCount): RequestHandler {
  const isPage = name === page;
  const headers = {
    "Content-Type": types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    // A name has a hash of its file; the page names the files of the present release.
    "Cache-Control": isPage ? "no-cache" : "public, max-age=31536000, immutable",
    ...(isPage ? { "Content-Security-Policy": policy } : {}),
    // For who reads the code in a browser.
    ...(files.has(`${name}.map`) ? { SourceMap: `${name}.map` } : {}),
  };
  return sendKept(() => files.get(name) ?? Buffer.alloc(0), count, headers);
}
