const depthMax = 64;
const tokensMax = 250_000;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether a JSON text is nested deeper than 64 levels or has more than 250 000 tokens, found before
 * it is parsed: parsing 15 MB of brackets would stop the process for seconds. Whether the text is
 * JSON at all is the parser's business.
 */
export function isTooComplex(bytes: Uint8Array): boolean {
  let depth = 0;
  let tokens = 0;
  let index = 0;
  while (index < bytes.length) {
    const kind = kindOf(bytes[index]);
    if (kind !== "space") tokens++;
    if (kind === "open") depth++;
    if (kind === "close") depth--;
    if (depth > depthMax || tokens > tokensMax) return true;
    if (kind === "string") index = endOfString(bytes, index + 1);
    else if (kind === "word") index = endOfWord(bytes, index + 1);
    else index++;
  }
  return false;
}

type Kind = "open" | "close" | "separator" | "string" | "space" | "word";

const kinds: readonly Kind[] = Array.from({ length: 256 }, (_, byte): Kind => {
  const character = String.fromCharCode(byte);
  if ("{[".includes(character)) return "open";
  if ("}]".includes(character)) return "close";
  if (",:".includes(character)) return "separator";
  if (byte === quote) return "string";
  if (" \t\r\n".includes(character)) return "space";
  return "word";
});

function kindOf(byte: number | undefined): Kind {
  return kinds[byte ?? 0] ?? "word";
}

/** The index after the closing quote, or the end of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start;
  while (index < bytes.length && bytes[index] !== quote)
    index += bytes[index] === backslash ? 2 : 1;
  return index + 1;
}

/** A number or a literal lasts until something else begins. */
function endOfWord(bytes: Uint8Array, start: number): number {
  let index = start;
  while (index < bytes.length && kindOf(bytes[index]) === "word") index++;
  return index;
}
