/** "ST" of "Serenissima Tours". Pure. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${words[0]?.[0] ?? ""}${last?.[0] ?? ""}`.toUpperCase();
}
