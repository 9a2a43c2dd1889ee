/** The API reference: Swagger UI, served from here alone and allowed nothing else. */
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import type { RequestHandler } from "express";

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
].join("; ");

const text = "text/html; charset=utf-8";
const script = "text/javascript; charset=utf-8";
const style = "text/css; charset=utf-8";

/** Handlers of `GET /docs` and the files it loads, by path. */
export function docsRoutes(): Record<string, { GET: RequestHandler }> {
  const ours = (name: string): string => fileURLToPath(new URL(`docs/${name}`, import.meta.url));
  const require = createRequire(import.meta.url);
  const theirs = (name: string): string => require.resolve(`swagger-ui-dist/${name}`);
  return {
    "/docs": { GET: sendFile(ours("page.html"), text) },
    "/docs/": { GET: (_request, response) => response.redirect(308, "../docs") },
    "/docs/begin.js": { GET: sendFile(ours("begin.js"), script) },
    "/docs/swagger-ui-bundle.js": { GET: sendFile(theirs("swagger-ui-bundle.js"), script) },
    "/docs/swagger-ui.css": { GET: sendFile(theirs("swagger-ui.css"), style) },
    "/docs/favicon-32x32.png": { GET: sendFile(theirs("favicon-32x32.png"), "image/png") },
  };
}

function sendFile(path: string, type: string): RequestHandler {
  return (_request, response) => {
    response.writeHead(200, {
      "Content-Type": type,
      "Content-Encoding": "gzip",
      "Content-Security-Policy": policy,
    });
    // A client that leaves ends the file; nothing else can go wrong that it could be told.
    pipeline(createReadStream(path), createGzip({ level: 4 }), response, () => undefined);
  };
}
