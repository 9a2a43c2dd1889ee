import assert from "node:assert";
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { refuseFields } from "@slipway/broker";

const derive = promisify(argon2);
/** The cost that OWASP recommends for Argon2id; `memory` in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const nonceBytes = 16;
/** Tested where there is no user, so that an unknown e-mail takes as long as a known one. */
const nobodysNonce = randomBytes(nonceBytes);

/**
 * The argon2id hash of a new password as a PHC string, which carries its own salt and cost. Computed on
 * the thread pool: it takes tens of milliseconds, which would stop every other request. Refuses
 * VALIDATION_FAILED a common password.
 */
export async function hashPassword(password: string): Promise<string> {
  if (await isCommon(password))
    throw refusePassword("must not be one of the most common passwords, or two of them in a row");
  const nonce = randomBytes(nonceBytes);
  const tag = await derive("argon2id", { message: passwordBytes(password), nonce, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** The error of a new password that the user must not take. */
export function refusePassword(detail: string): Error {
  return refuseFields([{ in: "body", pointer: "#/password", code: "INVALID_VALUE", detail }]);
}

const commonMax = 10_000;
let commonOnes: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is common, or two common ones in a row. Most common ones of the shortest allowed length are such pairs: password1234. */
async function isCommon(password: string): Promise<boolean> {
  const common = await (commonOnes ??= loadCommon());
  const text = password.toLowerCase();
  if (common.has(text)) return true;
  for (let at = 1; at < text.length; at++)
    if (common.has(text.slice(0, at)) && common.has(text.slice(at))) return true;
  return false;
}

/** Loaded with the first new password: the list takes 15 MB of memory, and most processes never need it. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const passwords = dictionary["passwords-common"];
  assert(passwords && passwords.length >= commonMax, "the list has the most common ones first");
  return new Set(passwords.slice(0, commonMax).map(String));
}

/** Whether a password is that of a hash; null is nobody's hash, which takes as long and never is. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const message = passwordBytes(password);
  const kept = hash === null ? null : parseHash(hash);
  const tag = await derive("argon2id", {
    message,
    nonce: kept?.nonce ?? nobodysNonce,
    ...cost,
    ...kept?.cost,
  });
  return kept !== null && timingSafeEqual(tag, kept.tag);
}

interface KeptHash {
  readonly nonce: Buffer;
  readonly tag: Buffer;
  readonly cost: typeof cost;
}

function parseHash(hash: string): KeptHash {
  const [, , , costs = "", nonce = "", tag = ""] = hash.split("$");
  const [memory = 0, passes = 0, parallelism = 0] = [...costs.matchAll(/\d+/g)].map(Number);
  const bytes = Buffer.from(tag, "base64");
  return {
    nonce: Buffer.from(nonce, "base64"),
    tag: bytes,
    cost: { memory, passes, parallelism, tagLength: bytes.length },
  };
}

/** One password typed on two keyboards may come in two forms of Unicode; it is the same password. */
function passwordBytes(password: string): Buffer {
  return Buffer.from(password.normalize("NFKC"), "utf8");
}

/** Without padding, as the PHC format has it. */
function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
