const depthMax = 64;
const tokensMax = 250_000;

const quote = 0x22;
const backslash = 0x5c;
const smallBytes = 4_096;

/** Takes the next piece of a text; true once the text is too complex, whatever follows. */
type JsonScan = (piece: Buffer) => boolean;

/**
 * Tells whether a JSON text is nested deeper than 64 levels or has more than 250 000 tokens, while it comes and
 * before it is parsed. Parsing 15 MB of brackets would stop the process for seconds.
 * Whether the text is JSON at all is the parser's business.
 */
export function createJsonScan(): JsonScan {
  let depth = 0;
  let tokens = 0;
  let within: "nothing" | "word" | "string" | "escape" = "nothing";

  /** The index after the string, or the end of the piece. */
  function skipString(piece: Buffer, start: number): number {
    let from = within === "escape" ? start + 1 : start;
    for (;;) {
      const end = nextQuote(piece, from);
      const stop = end === -1 ? piece.length : end;
      const isEscaped = backslashesBefore(piece, stop, from) % 2 === 1;
      within = isEscaped ? "escape" : "string";
      if (end === -1) return stop;
      if (!isEscaped) within = "nothing";
      if (!isEscaped) return end + 1;
      from = end + 1;
    }
  }

  return (piece) => {
    let index = 0;
    while (index < piece.length) {
      if (within === "string" || within === "escape") {
        index = skipString(piece, index);
        continue;
      }
      const kind = kinds[piece[index] ?? 0] ?? "word";
      index++;
      const goesOn = kind === "word" && within === "word";
      within = kind === "word" || kind === "string" ? kind : "nothing";
      if (goesOn || kind === "space") continue;
      tokens++;
      if (kind === "open") depth++;
      if (kind === "close") depth--;
      if (depth > depthMax || tokens > tokensMax) return true;
    }
    return false;
  };
}

/** In a small piece it is nearer than the search that is made for large ones. */
function nextQuote(piece: Buffer, from: number): number {
  if (piece.length > smallBytes) return piece.indexOf(quote, from);
  let index = from;
  while (index < piece.length && piece[index] !== quote) index++;
  return index === piece.length ? -1 : index;
}

/** How many backslashes stand directly before an index, looking back no further than `from`. */
function backslashesBefore(piece: Buffer, end: number, from: number): number {
  let start = end;
  while (start > from && piece[start - 1] === backslash) start--;
  return end - start;
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
