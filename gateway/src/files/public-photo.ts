/** GET /photos/{address}: a photo as the pages of a reseller show it. */
import { type Request as BusRequest, call, refuse } from "@slipway/broker";
import { hasEnded, parsePhotoAddress, photos } from "@slipway/contracts";
import type { RequestHandler } from "express";
import { hash } from "node:crypto";
import { exchangeOf } from "../http/exchange.ts";
import { photoWeight, sendPhoto } from "../routes/photo-content.ts";
import { type GatewayDeps, anonymousCaller } from "../serve/serve-route.ts";

const { findPublicPhoto, readPublicPhotoChunk } = photos;

/** Outside the interface, because browsers send no credential of it. */
export const publicPhotoPath = "/photos/{address}";

/** Contracts that the handler calls beside the table of routes. */
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
export function servePublicPhoto({ broker, limiter, deadlineMs }: GatewayDeps): RequestHandler {
  return async ({ params, ip = "" }, response) => {
    const admission = limiter.enter(response, "read");
    try {
      const exchange = exchangeOf(response);
      const address = String(params["address"]);
      if (!isOpen(address)) throw refuse("NOT_FOUND");
      const newRequest = (): BusRequest => ({
        caller: anonymousCaller(exchange.requestId),
        deadline: Date.now() + deadlineMs.read,
        via: broker,
        traceparent: exchange.trace.traceparent,
      });
      const asked = { address: ip, digest: hash("sha256", address, "base64") };
      const found = await limiter.failedPhotoLookups.bound(asked, async () => {
        const { photo } = await call(newRequest(), findPublicPhoto, { address });
        limiter.failedPhotoLookups.note(asked, photo !== null);
        return photo;
      });
      if (!found) throw refuse("NOT_FOUND");
      const { id, tenantId, ...content } = found;
      exchange.caller = { ...anonymousCaller(exchange.requestId), tenantId, credentialId: id };
      admission.countFor({ credentialId: id, tenantId: `photos of ${tenantId}` });
      exchange.stage = "read";
      const heldBytes = photos.chunkChars;
      const reading = admission.beginReading({ weight: photoWeight, heldBytes });
      const readChunk = (index: number) =>
        call(newRequest(), readPublicPhotoChunk, { address, index });
      await sendPhoto(response, reading, { content, name: id, headers, readChunk });
    } finally {
      admission.leave();
    }
  };
}

function isOpen(text: string): boolean {
  const address = parsePhotoAddress(text);
  return address !== undefined && !hasEnded(address, Date.now());
}
