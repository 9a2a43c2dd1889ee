import { createHash } from "node:crypto";
import { tokenText } from "@slipway/contracts";
import { randomDigits, secretLength } from "../issue-secret.ts";

export function newToken(): string {
  return tokenText("session", randomDigits(secretLength));
}

/** A fresh token by which a user sets the first password. */
export function newSetupToken(): string {
  return tokenText("setup", randomDigits(secretLength));
}

/** The stored hash of a token. The token's entropy protects it, so a fast hash without a key is enough. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
