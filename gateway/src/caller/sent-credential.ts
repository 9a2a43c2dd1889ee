/** The credential that a request sends, and the cookie that carries a session. */
import type { IncomingHttpHeaders } from "node:http";
import { isToken, parseKey } from "@slipway/contracts";

/** Browsers keep a name with this prefix to this host, to TLS and out of its neighbours' reach. */
const secureName = "__Host-slipway-session";
const plainName = "slipway-session";

/**
 * The credential of a request; null: it sends none. A malformed one has no token, and is refused like an unknown one.
 * Where both a bearer and a cookie are sent the bearer decides, be it good or bad. Over TLS only the cookie counts that
 * nobody else can have set.
 */
export function sentCredentialOf(headers: IncomingHttpHeaders, isSecure: boolean) {
  const { authorization = "", cookie = "" } = headers;
  if (/^Bearer\b/i.test(authorization))
    return { token: bearer(authorization), by: "bearer" as const };
  const names = isSecure ? [secureName] : [plainName, secureName];
  const value = names.map((name) => cookieValue(cookie, name)).find((each) => each !== undefined);
  if (value === undefined) return null;
  // A key in a cookie would be sent along by a browser that was never meant to have it.
  return { token: isToken("session", value) ? value : null, by: "cookie" as const };
}

/** The id of the key that a request sends, known or not; never its secret. */
export function sentKeyId({ authorization = "" }: IncomingHttpHeaders): string | undefined {
  return parseKey(bearer(authorization) ?? "")?.keyId;
}

function bearer(authorization: string): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;
}

export function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** The Set-Cookie that hands a token to a browser, for as long as that is open. */
export function sessionCookie(token: string, isSecure: boolean): string {
  return isSecure
    ? `${secureName}=${token}; Path=/; HttpOnly; Secure; SameSite=Strict`
    : `${plainName}=${token}; Path=/; HttpOnly; SameSite=Strict`;
}

export function endedCookie(isSecure: boolean): string {
  return `${sessionCookie("", isSecure)}; Max-Age=0`;
}
