/** The API reference: the selling guide and Swagger UI, served from here alone and allowed nothing else. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { RequestHandler } from "express";
import { type AnswerCount, sendKept } from "../http/kept-answer.ts";
import { errorPages } from "./error-pages.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const text = "text/html; charset=utf-8";
const script = "text/javascript; charset=utf-8";
const style = "text/css; charset=utf-8";

export function docsRoutes(count: AnswerCount): Record<string, { GET: RequestHandler }> {
  const sendFile = (path: string, type: string): RequestHandler =>
    sendKept(() => readFile(path), count, headersOf(type));
  const ours = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const require = createRequire(import.meta.url);
  const theirs = (name: string): string => require.resolve(`swagger-ui-dist/${name}`);
  return {
    "/docs": { GET: sendFile(ours("generated/page.html"), text) },
    "/docs/": { GET: (_request, response) => response.redirect(308, "../docs") },
    "/docs/page.css": { GET: sendFile(ours("page.css"), style) },
    "/docs/samples.json": { GET: sendFile(ours("generated/samples.json"), "application/json") },
    "/docs/begin.js": { GET: sendFile(ours("begin.js"), script) },
    "/docs/swagger-ui-bundle.js": { GET: sendFile(theirs("swagger-ui-bundle.js"), script) },
    "/docs/swagger-ui.css": { GET: sendFile(theirs("swagger-ui.css"), style) },
    "/docs/favicon-32x32.png": { GET: sendFile(theirs("favicon-32x32.png"), "image/png") },
    ...errorPages(count, headersOf(text)),
  };
}

/** A browser keeps them and asks by their tags whether they are still the same. */
function headersOf(type: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Security-Policy": policy,
    "Cache-Control": "no-cache",
  };
}
