import { tokenText } from "@slipway/contracts";
import { hash, randomInt } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 43 digits of base62 have 256 bits of entropy. */
const secretLength = 43;

/** A fresh token, and what is stored of it. */
export function issueFeedToken(): { token: string; tokenHash: string } {
  const digits = Array.from({ length: secretLength }, () => base62.charAt(randomInt(62)));
  const token = tokenText("feed", digits.join(""));
  return { token, tokenHash: hashOfDigest(hash("sha256", token, "base64")) };
}

/** The stored hash of a token, from the SHA-256 that a gateway sends of it. */
export function hashOfDigest(digest: string): string {
  return hash("sha256", digest, "base64");
}
