/**
 * Whether a connection failed before the request was sent. Node says so where it found no server. Elsewhere nothing shows
 * whether the request has left. A route can also vanish below an open connection: EHOSTUNREACH alone does not say when.
 */
export function isBeforeSending(cause: unknown): boolean {
  const { code, syscall, errors } = (cause ?? {}) as Partial<Record<string, unknown>>;
  // A host of several addresses: each of them has failed.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isBeforeSending);
  return syscall === "connect" || (typeof code === "string" && codesBeforeSending.has(code));
}

const codesBeforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);
