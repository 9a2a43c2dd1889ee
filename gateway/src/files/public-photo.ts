/** GET /photos/{address}: a photo as the pages of a reseller show it. */
import { call, refuse } from "@slipway/broker";
import { hasEnded, parsePhotoAddress, photos } from "@slipway/contracts";
import type { RequestHandler } from "express";
import { hash } from "node:crypto";
import { photoWeight, sendPhoto } from "../routes/photo-content.ts";
import { serveOpen, findOpened } from "./open-request.ts";
import { type GatewayDeps, anonymousCaller } from "../serve/serve-route.ts";

const { findPublicPhoto, readPublicPhotoChunk } = photos;

/** Outside the interface, because browsers send no credential of it. */
export const publicPhotoPath = "/photos/{address}";

export const publicPhotoActions = [findPublicPhoto, readPublicPhotoChunk] as const;

/** Shorter than the bytes of an address last: those never change. A deleted photo is seen for so long. */
const cacheSeconds = 300;

const headers = {
  "Cache-Control": `public, max-age=${cacheSeconds}`,
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

/**
 * Answers the photo of the address in the path, which is the only credential. What is no address, or has ended, is
 * refused without a look-up. Looks that find none are limited as those of credentials are, by an allowance of their own:
 * pages show photos for days after they are gone. What strangers load counts for the tenant's photos, and takes nothing of its keys' limits.
 */
export function servePublicPhoto(deps: GatewayDeps): RequestHandler {
  const { failedPhotoLookups } = deps.limiter;
  return serveOpen(deps, "read", async ({ request, response, exchange, admission, newRequest }) => {
    const address = String(request.params["address"]);
    if (!isOpen(address)) throw refuse("NOT_FOUND");
    const ask = () => newRequest("read");
    const asked = { address: request.ip ?? "", digest: hash("sha256", address, "base64") };
    const found = await findOpened(failedPhotoLookups, asked, async () => {
      const { photo } = await call(ask(), findPublicPhoto, { address });
      return photo;
    });
    const { id, tenantId, ...content } = found;
    exchange.caller = { ...anonymousCaller(exchange.requestId), tenantId, credentialId: id };
    admission.countFor({ credentialId: id, tenantId: `photos of ${tenantId}` });
    exchange.stage = "read";
    const reading = admission.beginReading({ weight: photoWeight, heldBytes: photos.chunkChars });
    const readChunk = (index: number) => call(ask(), readPublicPhotoChunk, { address, index });
    await sendPhoto(response, reading, { content, name: id, headers, readChunk });
  });
}

function isOpen(text: string): boolean {
  const address = parsePhotoAddress(text);
  return address !== undefined && !hasEnded(address, Date.now());
}
