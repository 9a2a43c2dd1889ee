/**
 * The text of an API key, `slw_<keyId>_<secret><checksum>`, and of tokens, `<prefix>_<secret><checksum>`. A session's
 * begins with `sls` and a calendar feed's with `slf`. That by which a user sets the first password begins with `slu`.
 * The checksum lets a typing error be refused without a look-up, and scanners of leaked secrets recognise each.
 */
const keyPattern = /^slw_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checksumLength = 6;
const tokenPrefixes = { session: "sls", feed: "slf", setup: "slu" } as const;
type TokenKind = keyof typeof tokenPrefixes;
const tokenPattern = /^sl[sfu]_[0-9A-Za-z]{49}$/;

/** The parts of a key's text; null when the prefix, the form or the checksum is wrong. */
export function parseKey(text: string): { keyId: string; secret: string } | null {
  const [, keyId, secret, checksum] = keyPattern.exec(text) ?? [];
  if (keyId === undefined || secret === undefined) return null;
  return checksum === checksumOf(text.slice(0, -checksumLength)) ? { keyId, secret } : null;
}

/** The text of a key, of a keyId of 12 and a secret of 43 base62 digits. */
export function keyText(keyId: string, secret: string): string {
  const text = `slw_${keyId}_${secret}`;
  return text + checksumOf(text);
}

/** Whether this is such a token by its prefix, form and checksum; no key is one. */
export function isToken(kind: TokenKind, text: string): boolean {
  return (
    tokenPattern.test(text) &&
    text.startsWith(tokenPrefixes[kind]) &&
    text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength))
  );
}

/** The text of a token, of a secret of 43 base62 digits. */
export function tokenText(kind: TokenKind, secret: string): string {
  const text = `${tokenPrefixes[kind]}_${secret}`;
  return text + checksumOf(text);
}

/** CRC-32 (that of zlib and Ethernet) as six base62 digits, most significant first. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let written = "";
  for (let place = 0; place < checksumLength; place++) {
    written = digits.charAt(rest % digits.length) + written;
    rest = Math.floor(rest / digits.length);
  }
  return written;
}

/** Bit by bit: sixty characters per request need no table. Keys are ASCII, so one byte each. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
