/** Text of comma-separated values (RFC 4180) that a spreadsheet reads as text, never as a formula. Pure. */
import { withoutLineSplitters } from "@slipway/contracts/texts";

/** Without a byte order mark a spreadsheet takes UTF-8 for the encoding of its country. */
const byteOrderMark = "\uFEFF";

export function csvOf(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `${row.map(cellOf).join(",")}\r\n`);
  return byteOrderMark + withoutLineSplitters(lines.join(""));
}

/** Spreadsheets run a cell that begins with one of these signs, after blanks too; an apostrophe before it makes it text. */
function cellOf(text: string): string {
  const safe = /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
