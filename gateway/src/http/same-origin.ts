/** Whether a request that a browser sends on its own authority comes from our own pages. */
import type { IncomingHttpHeaders } from "node:http";

/**
 * The URL by which a client has reached the gateway, and whether it is over TLS, which usually ends at a proxy before us.
 * It is no URL at all where the request does not say. PUBLIC_URL decides where it is set; else the Host header and the
 * proxy's X-Forwarded-Proto do. A client that makes either up deceives nobody but itself: no page can set them on
 * another's request.
 */
export function publicOriginOf(headers: IncomingHttpHeaders, publicUrl: string | undefined) {
  const forwarded = String(headers["x-forwarded-proto"] ?? "").split(",", 1)[0] ?? "";
  const scheme = forwarded.trim().toLowerCase() === "https" ? "https" : "http";
  const url = publicUrl ?? `${scheme}://${headers.host ?? ""}`;
  return { isSecure: url.startsWith("https:"), url };
}

/** Whether a mutation by a cookie may go on: same-origin by Sec-Fetch-Site or Origin, and JSON, which no form sends. */
export function isOwnMutation(headers: IncomingHttpHeaders, { url }: { url: string }): boolean {
  return isFromOwnPage(headers, url) && isJsonOrNothing(headers);
}

function isFromOwnPage(headers: IncomingHttpHeaders, ownUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const own = originOf(ownUrl);
  return headers.origin !== undefined && own !== null && originOf(headers.origin) === own;
}

/** A form without fields has an empty body and its type all the same. */
function isJsonOrNothing(headers: IncomingHttpHeaders): boolean {
  const { "content-type": type, "content-length": length = "0" } = headers;
  if (type !== undefined) return /^application\/json *(?:;|$)/i.test(type.trim());
  return Number(length) === 0 && headers["transfer-encoding"] === undefined;
}

function originOf(url: string): string | null {
  const { origin } = URL.parse(url) ?? {};
  // A page without an origin, such as a sandboxed frame, has the text "null".
  return origin === undefined || origin === "null" ? null : origin;
}
