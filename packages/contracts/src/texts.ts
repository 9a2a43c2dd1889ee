/** The one policy for texts: how two are compared, which show something, and what is a blank where a format splits lines. Pure. */

/**
 * The form in which two texts are compared: NFC of Unicode, after full case folding. Texts that a reader takes for equal
 * have one form: "é" in one or two characters, "STRASSE" and "Straße", a final sigma and any other.
 */
export function comparable(text: string): string {
  // Folding before composition, because a mark may fold to a letter. A dotless i is not the same as i.
  const folded = text.normalize("NFD").split("ı").map(foldCase).join("ı");
  return folded.replaceAll("ς", "σ").normalize("NFC");
}

/** JavaScript has no case folding. Capitals of small letters are what it folds: "ß" is "SS", and "ẞ" is "ß" first. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}

/** The form in which a text is looked for in another: comparable, with one blank wherever texts have any. */
export function searchable(text: string): string {
  return comparable(text).replaceAll(/\s+/g, " ");
}

/** Whether a reader sees anything of the text: more than blanks, controls and characters that show nothing. */
export function isVisible(text: string): boolean {
  // U+2800 is a blank of braille.
  return /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text);
}

/** Where some readers end a line although the format does not: U+2028, U+2029 and C1 controls, among them U+0085. */
const lineSplitters = /[\u0080-\u009f\u2028\u2029]/g;

/** The text with blanks in place of what other readers take for the end of a line. CR and LF stay. */
export function withoutLineSplitters(text: string): string {
  return text.replaceAll(lineSplitters, " ");
}

/** JSON text as one line for every reader: the same value, with escapes in place of these characters. */
export function jsonLine(json: string): string {
  return json.replaceAll(
    lineSplitters,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
