/** Where messages go: the operator's rules for the address, and what is sealed with it. */
import { refuseFields } from "@slipway/broker";
import type { Sealer } from "./seal.ts";
import { type EarlierSecret, signing } from "./signature.ts";

/** An endpoint as its record keeps it; its headers and secrets are sealed. */
export interface Endpoint {
  readonly url: string;
  /** The receiver's own; null: none. */
  readonly headers: string | null;
  readonly secret: string;
  /** Each signs beside the current one until it ends. */
  readonly previousSecret: EarlierSecret | null;
}

type Headers = Readonly<Record<string, string>>;

/** The endpoint as an attempt needs it: its headers, and the secrets that sign now. */
export function openEndpoint(
  sealer: Sealer,
  { url, headers, secret: current, previousSecret: previous }: Endpoint,
  { boundTo: bound, now }: { readonly boundTo: string; readonly now: number },
): { url: string; headers: Headers; secrets: string[] } {
  const secrets = signing({ current, previous }, now).map((sealed) => sealer.open(sealed, bound));
  return {
    url,
    headers: headers === null ? {} : (JSON.parse(sealer.open(headers, bound)) as Headers),
    secrets,
  };
}

interface AskedChange {
  readonly url: string | undefined;
  readonly headers: Headers | undefined;
}

/** The address and headers that a change asks for, as far as they differ from what is. */
export function endpointChange(
  sealer: Sealer,
  current: Pick<Endpoint, "url" | "headers">,
  { url = current.url, headers: asked, boundTo: bound }: AskedChange & { readonly boundTo: string },
): { readonly url?: string; readonly headers?: Headers } {
  const isNewUrl = url !== current.url;
  // Headers are credentials of the receiver: they stay with its server unless they are given again.
  const leaves = isNewUrl && !isSameOrigin(url, current.url);
  const headers = asked ?? (leaves ? {} : undefined);
  const known = current.headers && sealer.open(current.headers, bound);
  const isOther = headers !== undefined && JSON.stringify(headers) !== known;
  return { ...(isNewUrl && { url }), ...(isOther && { headers }) };
}

/** The texts of an endpoint, each sealed again. */
export function resealed(
  { headers, secret, previousSecret }: Omit<Endpoint, "url">,
  again: (sealed: string) => string,
): Omit<Endpoint, "url"> {
  const older = previousSecret?.older?.map((each) => ({ ...each, secret: again(each.secret) }));
  return {
    secret: again(secret),
    headers: headers && again(headers),
    previousSecret: previousSecret && {
      ...previousSecret,
      secret: again(previousSecret.secret),
      ...(older && { older }),
    },
  };
}

/** Matches, in a filter, texts that another key than that of this name has sealed. */
export function sealedOtherwise(keyName: string): object {
  return { $type: "string", $not: { $regex: `^${keyName}\\.` } };
}

/** Filters, any of which finds replaced secrets in this field that another key has sealed. */
export function replacedSealedOtherwise(field: string, keyName: string): object[] {
  const secret = sealedOtherwise(keyName);
  return [{ [`${field}.secret`]: secret }, { [`${field}.older`]: { $elemMatch: { secret } } }];
}

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
