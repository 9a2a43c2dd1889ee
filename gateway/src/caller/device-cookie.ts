/** The cookie by which a browser shows that its user has logged in from it before. */
import type { IncomingHttpHeaders } from "node:http";
import { cookieValue } from "./sent-credential.ts";

/** As with a session's cookie: over TLS the name is one that nobody else can have set. */
const secureName = "__Host-slipway-device";
const plainName = "slipway-device";

/** The form of the cookies that auth makes, with room to spare; anything else is no device cookie. */
const pattern = /^[A-Za-z0-9._~-]{1,1000}$/;

/** The device cookie of a request as it was sent; null: none that could be ours. */
export function sentDevice({ cookie = "" }: IncomingHttpHeaders, isSecure: boolean) {
  const value = cookieValue(cookie, isSecure ? secureName : plainName);
  return value !== undefined && pattern.test(value) ? value : null;
}

/** The Set-Cookie that lets a browser keep it. */
export function deviceCookie(
  { text, maxAgeSeconds }: { readonly text: string; readonly maxAgeSeconds: number },
  isSecure: boolean,
): string {
  const name = isSecure ? secureName : plainName;
  const secure = isSecure ? " Secure;" : "";
  return `${name}=${text}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly;${secure} SameSite=Strict`;
}
