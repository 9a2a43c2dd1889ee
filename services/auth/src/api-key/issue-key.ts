import { hash } from "node:crypto";
import { keyText } from "@slipway/contracts";
import { randomDigits, secretLength } from "../issue-secret.ts";
import { hashOf } from "../record/hash-secret.ts";

interface IssuedKey {
  /** The whole text; answered once and never stored. */
  readonly text: string;
  readonly keyId: string;
  readonly prefix: string;
  readonly digestHash: string;
  readonly pepperName: string;
}

const keyIdLength = 12;

/** A fresh key of random digits, and what is kept of it. */
export function issueKey(pepper: string): IssuedKey {
  const keyId = randomDigits(keyIdLength);
  const secret = randomDigits(secretLength);
  return {
    text: keyText(keyId, secret),
    keyId,
    prefix: `slw_${keyId}`,
    ...hashOf(pepper, hash("sha256", secret, "base64")),
  };
}
