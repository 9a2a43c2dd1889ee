/** What the operator asks of the address of an endpoint. Pure. */
import type { FieldError } from "@slipway/contracts";

/** @param url absolute, http or https. */
export function isHttps(url: string): boolean {
  return new URL(url).protocol === "https:";
}

/** Whether two addresses are of one server: scheme, host and port. */
export function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** What is wrong with an endpoint that a client has given; nothing where it has given none. */
export function endpointErrors(
  field: string,
  url: string | null | undefined,
  { requireHttps }: { readonly requireHttps: boolean },
): FieldError[] {
  if (!requireHttps || url === null || url === undefined || isHttps(url)) return [];
  const detail = "must be an https URL";
  return [{ in: "body", pointer: `#/${field}`, code: "INVALID_VALUE", detail }];
}
