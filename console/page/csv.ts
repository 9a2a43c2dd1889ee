/** Text of comma-separated values (RFC 4180) that a spreadsheet reads as text, never as a formula. Pure. */

export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

/** Spreadsheets run a cell that begins with one of these signs, after blanks too; an apostrophe before it makes it text. */
function cellOf(text: string): string {
  const safe = /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
