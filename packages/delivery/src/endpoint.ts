/** The operator's rules for the address of an endpoint. */
import { refuseFields } from "@slipway/broker";

/** @param url absolute, http or https. */
export function isHttps(url: string): boolean {
  return new URL(url).protocol === "https:";
}

/** Whether two addresses are of one server: scheme, host and port. */
export function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** Refuses VALIDATION_FAILED for a given URL that is not https, where the operator asks for https. */
export function refuseHttp(
  field: "url" | "endpointUrl",
  url: string | null | undefined,
  { requireHttps }: { readonly requireHttps: boolean },
): void {
  if (!requireHttps || url === null || url === undefined || isHttps(url)) return;
  const detail = "must be an https URL";
  throw refuseFields([{ in: "body", pointer: `#/${field}`, code: "INVALID_VALUE", detail }]);
}
